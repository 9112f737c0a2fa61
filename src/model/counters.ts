/**
 * The neutral vocabulary of probes. Names end in their unit; `total` counters only grow, `gauge`s go both ways.
 * The server's own name of a counter is kept beside it where it has one.
 */
export const COUNTERS = {
  server_cpu_seconds: { kind: "total", summary: "CPU of the server, user and system" },
  server_context_switches: { kind: "total", summary: "context switches of the server's threads, voluntary and not" },
  server_rss_bytes: { kind: "gauge", summary: "resident memory of the server" },
  server_read_bytes: { kind: "total", summary: "bytes the server fetched from storage" },
  server_written_bytes: { kind: "total", summary: "bytes the server sent to storage" },
  host_cpu_seconds: { kind: "total", summary: "busy CPU of the machine, without steal and I/O wait" },
  host_idle_seconds: { kind: "total", summary: "idle CPU of the machine, with I/O wait" },
  steal_seconds: { kind: "total", summary: "CPU time that the hypervisor gave to others" },
  lab_cpu_seconds: { kind: "total", summary: "CPU of dbdyno itself and its load clients" },
  device_reads: { kind: "total", summary: "read requests of the lab's block device" },
  device_writes: { kind: "total", summary: "write requests of the lab's block device" },
  device_read_bytes: { kind: "total", summary: "bytes read by the lab's block device" },
  device_written_bytes: { kind: "total", summary: "bytes written by the lab's block device" },
  pressure_cpu_seconds: { kind: "total", summary: "PSI: time in which some task waited for a CPU" },
  pressure_io_seconds: { kind: "total", summary: "PSI: time in which some task waited for I/O" },
  pressure_memory_seconds: { kind: "total", summary: "PSI: time in which some task waited for memory" },
  rows_read: { kind: "total", summary: "rows that the storage engine handed to the executor" },
  rows_inserted: { kind: "total", summary: "rows inserted" },
  rows_updated: { kind: "total", summary: "rows updated" },
  rows_deleted: { kind: "total", summary: "rows deleted" },
  commits: { kind: "total", summary: "transactions committed" },
  rollbacks: { kind: "total", summary: "transactions rolled back" },
  statements: { kind: "total", summary: "statements executed" },
  log_written_bytes: { kind: "total", summary: "redo log or write-ahead log written" },
  pages_read: { kind: "total", summary: "pages read into the buffer pool" },
  pages_written: { kind: "total", summary: "pages written out of the buffer pool" },
  buffer_reads: { kind: "total", summary: "logical page reads of the buffer pool" },
  dirty_pages: { kind: "gauge", summary: "pages that wait to be written" },
  lock_waits: { kind: "total", summary: "waits for a row lock" },
  lock_wait_seconds: { kind: "total", summary: "time waited for row locks" },
  deadlocks: { kind: "total", summary: "deadlocks" },
  connections: { kind: "gauge", summary: "open connections" },
} as const satisfies Record<string, { readonly kind: "total" | "gauge"; readonly summary: string }>;

export type Counter = keyof typeof COUNTERS;
export type CounterValues = Partial<Record<Counter, number>>;
