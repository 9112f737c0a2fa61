-- Drivers other than our own tell neither rows nor bytes, nor latencies by the second: these may be NULL from here on.
-- SQLite cannot drop NOT NULL, and replacing the whole table would take its children with it: so column by column.
ALTER TABLE measurement ADD COLUMN rows_told INTEGER;
ALTER TABLE measurement ADD COLUMN sent_told INTEGER;
ALTER TABLE measurement ADD COLUMN received_told INTEGER;
UPDATE measurement SET rows_told = rows_returned, sent_told = bytes_sent, received_told = bytes_received;
ALTER TABLE measurement DROP COLUMN rows_returned;
ALTER TABLE measurement DROP COLUMN bytes_sent;
ALTER TABLE measurement DROP COLUMN bytes_received;
ALTER TABLE measurement RENAME COLUMN rows_told TO rows_returned;
ALTER TABLE measurement RENAME COLUMN sent_told TO bytes_sent;
ALTER TABLE measurement RENAME COLUMN received_told TO bytes_received;

DROP VIEW v_load_second;
CREATE TABLE load_second_new (
  measurement          INTEGER NOT NULL REFERENCES measurement (number) ON DELETE CASCADE,
  number               INTEGER NOT NULL,
  at                   REAL NOT NULL,
  seconds              REAL NOT NULL,
  operations           INTEGER NOT NULL,
  errors               INTEGER NOT NULL,
  latency_mean_seconds REAL,
  latency_p50_seconds  REAL,
  latency_p95_seconds  REAL,
  latency_p99_seconds  REAL,
  latency_max_seconds  REAL,
  PRIMARY KEY (measurement, number)
) STRICT, WITHOUT ROWID;
INSERT INTO load_second_new SELECT * FROM load_second;
DROP TABLE load_second;
ALTER TABLE load_second_new RENAME TO load_second;

-- `second` counts from the start of the measured stretch.
CREATE VIEW v_load_second AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx,
       s.at - m.load_started_at AS second,
       s.operations / s.seconds AS qps,
       s.errors,
       s.latency_p50_seconds * 1e3 AS p50_ms,
       s.latency_p95_seconds * 1e3 AS p95_ms,
       s.latency_p99_seconds * 1e3 AS p99_ms,
       s.latency_max_seconds * 1e3 AS max_ms
FROM load_second s JOIN measurement m ON m.number = s.measurement JOIN run r ON r.number = m.run;
