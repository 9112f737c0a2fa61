import { describe, expect, it } from "vitest";
import { bootstrapArguments, initialiseArguments, type MysqldStart, mysqldArguments } from "./command-line.ts";

const START: MysqldStart = {
  binary: "/b/bin/mysqld",
  version: "5.6.24",
  basedir: "/b",
  dataDirectory: "/lab/data",
  asRoot: false,
  messagesDirectory: null,
  socketPath: "/tmp/dbdyno-x/mysql.sock",
  pidFile: "/tmp/dbdyno-x/mysqld.pid",
  port: null,
  nativeAio: true,
  settings: [],
};

describe("mysqld's command line", () => {
  it("imposes only what the server needs to run, on a socket alone", () => {
    expect(mysqldArguments(START)).toEqual([
      "/b/bin/mysqld",
      "--no-defaults",
      "--basedir=/b",
      "--datadir=/lab/data",
      "--socket=/tmp/dbdyno-x/mysql.sock",
      "--pid-file=/tmp/dbdyno-x/mysqld.pid",
      "--skip-networking",
    ]);
  });

  it("listens on 127.0.0.1 when it has a port", () => {
    const argv = mysqldArguments({ ...START, port: 21000 });
    expect(argv).toEqual(expect.arrayContaining(["--bind-address=127.0.0.1", "--port=21000"]));
    expect(argv).not.toContain("--skip-networking");
  });

  it("has the settings last, so that they win over ours", () => {
    const settings = [
      ["innodb_use_native_aio", "1"],
      ["sql_mode", ""],
      ["skip_name_resolve", "ON"],
    ] as const;
    expect(mysqldArguments({ ...START, nativeAio: false, settings }).slice(-4)).toEqual([
      "--innodb_use_native_aio=0",
      "--innodb_use_native_aio=1",
      "--sql_mode=",
      "--skip_name_resolve",
    ]);
  });

  it("says --user=root to root, and where messages are that the server would not find", () => {
    const argv = mysqldArguments({ ...START, asRoot: true, messagesDirectory: "/usr/share/mysql" });
    expect(argv).toEqual(expect.arrayContaining(["--user=root", "--lc-messages-dir=/usr/share/mysql"]));
  });

  it("keeps later versions from folders and sockets that all servers of a machine would share", () => {
    expect(mysqldArguments({ ...START, version: "5.7.44" })).toContain("--secure-file-priv=NULL");
    expect(mysqldArguments({ ...START, version: "5.7.44" })).not.toContain("--loose-mysqlx=OFF");
    expect(mysqldArguments({ ...START, version: "8.0.37" })).toContain("--loose-mysqlx=OFF");
  });

  it("makes data directories by the server from 5.7 on, by bootstrap before", () => {
    expect(initialiseArguments({ ...START, version: "8.0.37" }).slice(1)).toEqual([
      "--no-defaults",
      "--basedir=/b",
      "--datadir=/lab/data",
      "--secure-file-priv=NULL",
      "--initialize-insecure",
    ]);
    expect(bootstrapArguments(START)).toContain("--bootstrap");
  });
});
