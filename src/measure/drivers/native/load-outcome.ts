/** The edges of the measured stretch, and what happened between them. */
import type { Client } from "./client.ts";
import { type LoopUsage, loopShares, readLoopUsage } from "./loop-usage.ts";
import type { LoadOutcome, OpenLoopOutcome } from "./messages.ts";
import type { Program } from "./program.ts";
import type { TallyResult } from "./tally.ts";

/** Counters that only grow, at one moment. */
export interface Edge {
  readonly usage: LoopUsage;
  readonly sent: number;
  readonly received: number;
}

export function readEdge(clients: readonly Client[]): Edge {
  const usage = readLoopUsage();
  let sent = 0;
  let received = 0;
  for (const client of clients) {
    const bytes = client.bytes();
    sent += bytes.sent;
    received += bytes.received;
  }
  return { usage, sent, received };
}

export interface Stretch {
  readonly counts: TallyResult;
  readonly begun: Edge;
  readonly ended: Edge;
}

export function outcomeOf({ counts, begun, ended }: Stretch, program: Program, openLoop: OpenLoopOutcome | null) {
  const { statementTallies, ...rest } = counts;
  const outcome: LoadOutcome = {
    ...rest,
    ...loopShares(begun.usage, ended.usage, counts.seconds),
    bytesSent: ended.sent - begun.sent,
    bytesReceived: ended.received - begun.received,
    statementOutcomes: inOrder(program).flatMap((index) => {
      const statement = program.statements[index];
      const tally = statementTallies[index];
      return statement === undefined || tally === undefined ? [] : [{ ...tally, statement: statement.name }];
    }),
    openLoop,
  };
  return outcome;
}

/** Indexes of the program's statements, in the order in which an operation first has them. */
function inOrder({ slots }: Program): readonly number[] {
  return [...new Set(slots.map(({ statement }) => statement))];
}
