-- One row a measurement: what the driver says of the measured stretch. Seconds are REAL; times called
-- "at" are seconds on the machine's monotonic clock.
CREATE TABLE measurement (
  number               INTEGER PRIMARY KEY,
  run                  INTEGER NOT NULL REFERENCES run (number) ON DELETE CASCADE,
  id                   TEXT NOT NULL,
  cell                 TEXT NOT NULL,
  variant              TEXT NOT NULL,
  round                INTEGER NOT NULL,
  idx                  INTEGER NOT NULL,
  started_at           TEXT NOT NULL,
  load_started_at      REAL NOT NULL,
  seconds              REAL NOT NULL,
  operations           INTEGER NOT NULL,
  statements           INTEGER NOT NULL,
  rows_returned        INTEGER NOT NULL,
  reconnects           INTEGER NOT NULL,
  client_cpu_seconds   REAL NOT NULL,
  loop_cpu_share       REAL NOT NULL,
  run_queue_share      REAL,
  bytes_sent           INTEGER NOT NULL,
  bytes_received       INTEGER NOT NULL,
  latency_mean_seconds REAL NOT NULL,
  latency_p50_seconds  REAL NOT NULL,
  latency_p95_seconds  REAL NOT NULL,
  latency_p99_seconds  REAL NOT NULL,
  latency_max_seconds  REAL NOT NULL,
  -- HdrHistogram V2, compressed, base64; microseconds.
  latency_histogram    TEXT NOT NULL,
  UNIQUE (run, id)
) STRICT;

CREATE TABLE load_second (
  measurement          INTEGER NOT NULL REFERENCES measurement (number) ON DELETE CASCADE,
  number               INTEGER NOT NULL,
  at                   REAL NOT NULL,
  seconds              REAL NOT NULL,
  operations           INTEGER NOT NULL,
  errors               INTEGER NOT NULL,
  latency_mean_seconds REAL NOT NULL,
  latency_p50_seconds  REAL NOT NULL,
  latency_p95_seconds  REAL NOT NULL,
  latency_p99_seconds  REAL NOT NULL,
  latency_max_seconds  REAL NOT NULL,
  PRIMARY KEY (measurement, number)
) STRICT, WITHOUT ROWID;

-- Errors of a measurement by the server's own code or the socket's.
CREATE TABLE error_count (
  measurement INTEGER NOT NULL REFERENCES measurement (number) ON DELETE CASCADE,
  code        TEXT NOT NULL,
  count       INTEGER NOT NULL,
  PRIMARY KEY (measurement, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE warning (
  measurement INTEGER NOT NULL REFERENCES measurement (number) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  code        TEXT NOT NULL,
  message     TEXT NOT NULL,
  advice      TEXT NOT NULL,
  PRIMARY KEY (measurement, number)
) STRICT, WITHOUT ROWID;

-- Dictionary of counters: "total" only grows, "gauge" goes both ways.
CREATE TABLE metric (
  number  INTEGER PRIMARY KEY,
  name    TEXT NOT NULL UNIQUE,
  kind    TEXT NOT NULL CHECK (kind IN ('total', 'gauge')),
  summary TEXT NOT NULL
) STRICT;

-- One reading of the probes. `number` is its rank in time within the measurement.
CREATE TABLE sample (
  measurement INTEGER NOT NULL REFERENCES measurement (number) ON DELETE CASCADE,
  number      INTEGER NOT NULL,
  at          REAL NOT NULL,
  PRIMARY KEY (measurement, number)
) STRICT, WITHOUT ROWID;

-- Keyed in the order in which values arrive (measurement, time, metric), so that inserting appends to the
-- tree: ordering by metric before time costs twice the CPU. Time is kept as the sample's rank: once in
-- `sample` instead of in each point.
CREATE TABLE point (
  measurement INTEGER NOT NULL,
  sample      INTEGER NOT NULL,
  metric      INTEGER NOT NULL,
  value       REAL NOT NULL,
  PRIMARY KEY (measurement, sample, metric)
) STRICT, WITHOUT ROWID;

-- A foreign key on `point` would look up its parent for each of its million rows; this does the same when
-- a measurement goes.
CREATE TRIGGER measurement_takes_its_points AFTER DELETE ON measurement
BEGIN
  DELETE FROM point WHERE measurement = old.number;
END;
