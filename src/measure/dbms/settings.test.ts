import { describe, expect, it } from "vitest";
import { pathSetting, portSetting, readySettings, settingValue } from "./settings.ts";

const ask = (config: Readonly<Record<string, string>>) => ({
  variant: "A",
  config,
  reserved: { datadir: "it is ours" },
});

describe("server settings", () => {
  it("come under the server's own spelling, in the order given", () => {
    expect(readySettings(ask({ "Max-Connections": "10", "auto_explain.log_min_duration": "0" }))).toEqual([
      ["max_connections", "10"],
      ["auto_explain.log_min_duration", "0"],
    ]);
    expect(settingValue({ "max-connections": "10" }, "max_connections")).toBe("10");
    expect(settingValue({}, "max_connections")).toBeNull();
  });

  it("that dbdyno chooses are refused in any spelling, with the reason and the place", () => {
    expect(() => readySettings(ask({ DataDir: "/x" }))).toThrow("`datadir` cannot be set: it is ours");
    expect(() => readySettings(ask({ DataDir: "/x" }))).toThrow(
      expect.objectContaining({ code: "plan-impossible", where: "variants.A.config.datadir" }),
    );
  });

  it("that are there twice are refused, since nobody would know which one counts", () => {
    expect(() => readySettings(ask({ sort_buffer_size: "1M", "sort-buffer-size": "2M" }))).toThrow("it is there twice");
  });

  it("whose name could be another option are refused", () => {
    for (const name of ["--user", "a b", "", "a=b"])
      expect(() => readySettings(ask({ [name]: "1" }))).toThrow("not the name");
  });

  it("give a port from 1 to 65535 and one absolute path", () => {
    expect(portSetting(ask({}))).toBeNull();
    expect(portSetting(ask({ port: "3307" }))).toBe(3307);
    for (const port of ["0", "65536", "x", "1.5"]) expect(() => portSetting(ask({ port }))).toThrow("is not a port");
    expect(pathSetting(ask({ socket: "/run/my.sock" }), "socket")).toBe("/run/my.sock");
    expect(pathSetting(ask({ socket: "/run/x/" }), "socket")).toBe("/run/x");
    for (const socket of ["my.sock", "/a,/b", "/"])
      expect(() => pathSetting(ask({ socket }), "socket")).toThrow("absolute path");
  });
});
