import { describe, expect, it } from "vitest";
import { parseSchedstat } from "./schedstat.ts";

describe("parseSchedstat", () => {
  it("reads run and wait time of /proc/PID/schedstat", () => {
    expect(parseSchedstat("1500000000 250000000 77\n")).toEqual({ runSeconds: 1.5, waitSeconds: 0.25 });
  });

  it("is null where the kernel does not tell", () => {
    for (const text of [null, "", "12\n", "a b c"]) expect(parseSchedstat(text)).toBeNull();
  });
});
