import { describe, expect, it } from "vitest";
import { initdbArguments, type PostgresStart, postgresArguments } from "./command-line.ts";

const START: PostgresStart = {
  binary: "/b/bin/postgres",
  dataDirectory: "/lab/data",
  socketFolder: "/tmp/dbdyno-x",
  port: 5432,
  listen: "socket",
  settings: [["synchronous_commit", "off"]],
};

describe("postgres' command line", () => {
  it("imposes only what the server needs to run, on a socket alone, and has the settings last", () => {
    expect(postgresArguments(START)).toEqual([
      "/b/bin/postgres",
      ...["-D", "/lab/data"],
      ...["-k", "/tmp/dbdyno-x"],
      ...["-p", "5432"],
      ...["-c", "listen_addresses="],
      ...["-c", "synchronous_commit=off"],
    ]);
  });

  it("listens on 127.0.0.1 when TCP is asked for", () => {
    expect(postgresArguments({ ...START, listen: "tcp", port: 21000 })).toEqual(
      expect.arrayContaining(["21000", "listen_addresses=127.0.0.1"]),
    );
  });

  it("makes data directories in the C locale, so that the machine's language does not count", () => {
    expect(initdbArguments("/b/bin/initdb", "/lab/data")).toEqual(
      "/b/bin/initdb -D /lab/data -U postgres -A trust -E UTF8 --no-locale -N".split(" "),
    );
  });
});
