-- Loads by a schedule, latencies of each statement, p99.9, and a histogram a second. Measurements of before have none of
-- these: what they did not keep is NULL, and they have no row in the new tables.
ALTER TABLE measurement ADD COLUMN latency_p999_seconds REAL;
ALTER TABLE load_second ADD COLUMN latency_p999_seconds REAL;
-- HdrHistogram V2, compressed, base64; microseconds.
ALTER TABLE load_second ADD COLUMN latency_histogram TEXT;

-- Of operations with several statements: one row a statement, `number` in the order of the operation.
CREATE TABLE statement_latency (
  measurement          INTEGER NOT NULL REFERENCES measurement (number) ON DELETE CASCADE,
  number               INTEGER NOT NULL,
  statement            TEXT NOT NULL,
  executions           INTEGER NOT NULL,
  rows_returned        INTEGER,
  latency_mean_seconds REAL NOT NULL,
  latency_p50_seconds  REAL NOT NULL,
  latency_p95_seconds  REAL NOT NULL,
  latency_p99_seconds  REAL NOT NULL,
  latency_p999_seconds REAL,
  latency_max_seconds  REAL NOT NULL,
  latency_histogram    TEXT NOT NULL,
  PRIMARY KEY (measurement, number)
) STRICT, WITHOUT ROWID;

-- One row a measurement in open loop: the schedule, and how well it was kept. The latencies of this table say how late
-- operations were sent, not how long they took.
CREATE TABLE open_loop (
  measurement          INTEGER PRIMARY KEY REFERENCES measurement (number) ON DELETE CASCADE,
  rate                 REAL NOT NULL,
  spacing              TEXT NOT NULL,
  unfinished           INTEGER NOT NULL,
  latency_mean_seconds REAL NOT NULL,
  latency_p50_seconds  REAL NOT NULL,
  latency_p95_seconds  REAL NOT NULL,
  latency_p99_seconds  REAL NOT NULL,
  latency_p999_seconds REAL,
  latency_max_seconds  REAL NOT NULL
) STRICT;

DROP VIEW v_throughput;
CREATE VIEW v_throughput AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx,
       m.operations / m.seconds AS qps,
       m.operations, m.seconds,
       m.client_cpu_seconds * 1e6 / nullif(m.operations, 0) AS client_cpu_microseconds_per_operation,
       m.latency_p50_seconds * 1e3 AS p50_ms,
       m.latency_p95_seconds * 1e3 AS p95_ms,
       m.latency_p99_seconds * 1e3 AS p99_ms,
       (SELECT coalesce(sum(e.count), 0) FROM error_count e WHERE e.measurement = m.number) AS errors,
       m.started_at, m.number AS measurement,
       m.latency_mean_seconds * 1e3 AS mean_ms,
       m.latency_p999_seconds * 1e3 AS p999_ms,
       m.latency_max_seconds * 1e3 AS max_ms
FROM measurement m JOIN run r ON r.number = m.run;

-- `second` counts from the start of the measured stretch.
DROP VIEW v_load_second;
CREATE VIEW v_load_second AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx,
       s.at - m.load_started_at AS second,
       s.operations / s.seconds AS qps,
       s.errors,
       s.latency_p50_seconds * 1e3 AS p50_ms,
       s.latency_p95_seconds * 1e3 AS p95_ms,
       s.latency_p99_seconds * 1e3 AS p99_ms,
       s.latency_max_seconds * 1e3 AS max_ms,
       s.latency_p999_seconds * 1e3 AS p999_ms
FROM load_second s JOIN measurement m ON m.number = s.measurement JOIN run r ON r.number = m.run;

CREATE VIEW v_statement AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx,
       s.number, s.statement, s.executions, s.rows_returned,
       s.latency_mean_seconds * 1e3 AS mean_ms,
       s.latency_p50_seconds * 1e3 AS p50_ms,
       s.latency_p95_seconds * 1e3 AS p95_ms,
       s.latency_p99_seconds * 1e3 AS p99_ms,
       s.latency_p999_seconds * 1e3 AS p999_ms,
       s.latency_max_seconds * 1e3 AS max_ms
FROM statement_latency s JOIN measurement m ON m.number = s.measurement JOIN run r ON r.number = m.run;

-- `late_*`: how late operations were sent for which a client was free.
CREATE VIEW v_open_loop AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx,
       o.rate, m.operations / m.seconds AS qps, o.spacing, o.unfinished,
       o.latency_p99_seconds * 1e3 AS late_p99_ms,
       o.latency_max_seconds * 1e3 AS late_max_ms
FROM open_loop o JOIN measurement m ON m.number = o.measurement JOIN run r ON r.number = m.run;
