/** The child process that makes the load: a session's clients live here, on one event loop and one thread. */
import { toFailure } from "./load-faults.ts";
import { runLoad } from "./load-run.ts";
import { type FromLoad, isToLoad, type LoadOrder } from "./messages.ts";

/** The load that runs, and what it waits for. */
interface Current {
  readonly controller: AbortController;
  readonly begun: PromiseWithResolvers<void>;
}

const ALIVE_MILLISECONDS = 1000;

let current: Current | null = null;

process.on("message", (message) => {
  if (!isToLoad(message)) return;
  if (message.kind === "run") void run(message.order);
  else if (message.kind === "begin") current?.begun.resolve();
  else if (message.kind === "abort") abort();
  else process.exit(0);
});

// The driver's process is gone, also by kill -9: nobody would take the result.
process.on("disconnect", () => process.exit(0));

send({ kind: "ready" });

async function run(order: LoadOrder): Promise<void> {
  const controller = new AbortController();
  const begun = Promise.withResolvers<void>();
  current = { controller, begun };
  const alive = setInterval(() => send({ kind: "alive" }), ALIVE_MILLISECONDS);
  try {
    const outcome = await runLoad(order, {
      signal: controller.signal,
      onOpened: () => {
        send({ kind: "opened" });
        return begun.promise;
      },
      onEdge: (edge) => send({ kind: "edge", edge }),
    });
    send({ kind: "ended", outcome });
  } catch (error) {
    send({ kind: "failed", failure: toFailure(error) });
  } finally {
    clearInterval(alive);
    current = null;
  }
}

function abort(): void {
  current?.controller.abort();
  // What waits for the others to open sees the abort next.
  current?.begun.resolve();
}

function send(message: FromLoad): void {
  process.send?.(message);
}
