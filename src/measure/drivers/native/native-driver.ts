/**
 * The native driver: MySQL's and PostgreSQL's wire protocols on one event loop, in a child process of its own.
 * Libraries log in; the hot loop sends prebuilt packets and scans replies for their end. One statement at a time and
 * client, closed loop, as sysbench does it. Connections are in the clear: servers of the lab speak no TLS.
 */
import type { Driver } from "../driver.ts";
import { openSession } from "./session.ts";

export function createNativeDriver(): Driver {
  return { name: "native", open: openSession };
}
