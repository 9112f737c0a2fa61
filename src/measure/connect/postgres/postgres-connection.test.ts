import { describe, expect, it } from "vitest";
import { clientAddress } from "./postgres-connection.ts";

describe("the address of a PostgreSQL server", () => {
  it("is the folder and the port in the name of its socket", () => {
    expect(clientAddress({ kind: "socket", path: "/tmp/dbdyno-x/.s.PGSQL.5433" })).toEqual({
      host: "/tmp/dbdyno-x",
      port: 5433,
    });
  });

  it("is host and port for TCP", () => {
    expect(clientAddress({ kind: "tcp", host: "127.0.0.1", port: 21001 })).toEqual({ host: "127.0.0.1", port: 21001 });
  });

  it("is not a socket of another family", () => {
    expect(() => clientAddress({ kind: "socket", path: "/tmp/mysql.sock" })).toThrow(
      "not the name of a PostgreSQL socket",
    );
  });
});
