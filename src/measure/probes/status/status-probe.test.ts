import { describe, expect, it } from "vitest";
import { createFakeOs } from "../../../os/fake-os.ts";
import type { Connect, ConnectOptions, SqlConnection } from "../../connect/connect.ts";
import { fakeServer } from "../fake-server.ts";
import { statusProbe } from "./status-probe.ts";

type Rows = Awaited<ReturnType<SqlConnection["query"]>>;

const ANSWER: Rows = [{ Variable_name: "Questions", Value: "7" }];

interface SessionParts {
  readonly family?: "mysql" | "postgres";
  readonly close?: () => Promise<void>;
}

/** A session whose connections answer queries by `query`. */
async function openSession(
  query: SqlConnection["query"],
  { family = "mysql", close = async () => undefined }: SessionParts = {},
) {
  const os = createFakeOs();
  const connects: (ConnectOptions | undefined)[] = [];
  let closed = 0;
  const connect: Connect = async (_, options) => {
    connects.push(options);
    return {
      query,
      close: () => {
        closed += 1;
        return close();
      },
    };
  };
  const probe = statusProbe({ clock: os.clock, connect, every: 1, limit: 2 });
  const target = { server: fakeServer({ family }), labPids: () => [], dataDirectory: "/data" };
  return { os, session: await probe.open(target), connects, closed: () => closed };
}

describe("the status probe", () => {
  it("reads over the one connection that it opened", async () => {
    const { session, connects } = await openSession(async () => ANSWER);
    expect(await session.read()).toEqual({ statements: 7 });
    expect(await session.read()).toEqual({ statements: 7 });
    expect(connects).toHaveLength(1);
  });

  it("works in another database than the load's on PostgreSQL, so that it does not count itself", async () => {
    const { connects } = await openSession(async () => [], { family: "postgres" });
    expect(connects[0]?.database).toBe("postgres");
  });

  it("gives up on a server that does not answer, at its limit, and says which", async () => {
    const { os, session } = await openSession(() => new Promise(() => undefined));
    await expect(session.read()).rejects.toMatchObject({
      code: "measurement-failed",
      message: "status: A gave no counters within 2 s",
    });
    expect(os.clock.monotonic()).toBe(2);
  });

  it("asks nothing more while an answer is outstanding, and goes on once it came", async () => {
    let asked = 0;
    let answer: (rows: Rows) => void = () => undefined;
    const frozen = new Promise<Rows>((resolve) => {
      answer = resolve;
    });
    const { session } = await openSession(() => {
      asked += 1;
      return asked === 1 ? frozen : Promise.resolve(ANSWER);
    });
    await expect(session.read()).rejects.toThrow("within 2 s");
    await expect(session.read()).rejects.toThrow("within 2 s");
    expect(asked).toBe(1);
    answer(ANSWER);
    await new Promise(setImmediate);
    expect(await session.read()).toEqual({ statements: 7 });
  });

  it("closes a connection that broke, tells why, and connects anew", async () => {
    let asked = 0;
    const { session, connects, closed } = await openSession(async () => {
      asked += 1;
      if (asked === 1) throw new Error("read ECONNRESET");
      return ANSWER;
    });
    await expect(session.read()).rejects.toThrow("status: A refused its counters: read ECONNRESET");
    expect(closed()).toBe(1);
    expect(await session.read()).toEqual({ statements: 7 });
    expect(connects).toHaveLength(2);
  });

  it("gives all that the server counts under its own names", async () => {
    const rows = [{ Variable_name: "Uptime", Value: "9" }, ...ANSWER];
    const { session } = await openSession(async (sql) => (/WHERE/.test(sql) ? ANSWER : rows));
    expect(await session.readNative?.()).toEqual({ Questions: "7", Uptime: "9" });
    expect(await session.read()).toEqual({ statements: 7 });
  });

  it.each([
    ["fails", () => Promise.reject(new Error("EPIPE"))],
    ["never ends", () => new Promise<void>(() => undefined)],
  ])("closes in a second at most and without a word when the goodbye %s", async (_, close) => {
    const { os, session, closed } = await openSession(async () => ANSWER, { close });
    await session.close();
    expect(closed()).toBe(1);
    expect(os.clock.monotonic()).toBeLessThanOrEqual(1);
  });
});
