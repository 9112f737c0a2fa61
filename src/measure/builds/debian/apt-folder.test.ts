import { describe, expect, it } from "vitest";
import { packagesOf } from "./apt-folder.ts";

describe("packagesOf", () => {
  it("names the packages of what apt would download, and nothing of what it says besides", () => {
    const printed = `Reading package lists...
Building dependency tree...
The following NEW packages will be installed:
  libpq5 sysbench
'http://archive/pool/main/p/postgresql-15/libpq5_15.18-0+deb12u1_amd64.deb' libpq5_15.18-0+deb12u1_amd64.deb 191224 SHA256:00
'http://archive/pool/main/s/sysbench/sysbench_1.0.20+ds-5_amd64.deb' sysbench_1.0.20+ds-5_amd64.deb 117000 SHA256:11
`;
    expect(packagesOf(printed)).toEqual(["libpq5", "sysbench"]);
  });
});
