import { describe, expect, it } from "vitest";
import { isBoundSocket, listeningPorts } from "./listening.ts";

const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:0CEA 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12345 1 0000000000000000 100 0 0 10 0
   1: 0100007F:1538 0100007F:D2F0 01 00000000:00000000 00:00000000 00000000     0        0 12346 1 0000000000000000 20 4 30 10 -1
`;
const TCP6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue
   0: 00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 00000000:00000000 00:00000000
`;
const UNIX = `Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 20001 /tmp/dbdyno-x/mysql.sock
0000000000000000: 00000003 00000000 00000000 0001 03 20002
`;

describe("the kernel's socket tables", () => {
  it("tell the ports with a listener, not those of connections", () => {
    expect([...listeningPorts(TCP)]).toEqual([3306]);
    expect([...listeningPorts(TCP6)]).toEqual([8080]);
    expect([...listeningPorts("")]).toEqual([]);
  });

  it("tell whether a socket is bound, by its whole path", () => {
    expect(isBoundSocket(UNIX, "/tmp/dbdyno-x/mysql.sock")).toBe(true);
    expect(isBoundSocket(UNIX, "/dbdyno-x/mysql.sock")).toBe(false);
  });
});
