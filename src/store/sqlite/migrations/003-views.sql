-- Views for people with the sqlite3 shell: names instead of numbers, throughput instead of counts.
-- Columns may be added at the end; none is renamed or removed without a new view.
CREATE VIEW v_run AS
SELECT r.id AS run, r.experiment, r.started_at, r.state, r.spent_seconds,
       json_extract(r.plan, '$.baseline') AS baseline,
       json_extract(r.plan, '$.seed') AS seed,
       json_extract(r.plan, '$.host.hostname') AS hostname,
       json_extract(r.plan, '$.host.kernel') AS kernel,
       (SELECT count(*) FROM measurement m WHERE m.run = r.number) AS measurements
FROM run r;

CREATE VIEW v_variant AS
SELECT r.id AS run,
       json_extract(v.value, '$.name') AS variant,
       json_extract(v.value, '$.name') = json_extract(r.plan, '$.baseline') AS is_baseline,
       json_extract(v.value, '$.build.family') AS family,
       json_extract(v.value, '$.build.version') AS version,
       json_extract(v.value, '$.build.digest') AS digest,
       json_extract(v.value, '$.build.origin') AS origin,
       json_extract(v.value, '$.config') AS config
FROM run r, json_each(r.plan, '$.variants') v;

CREATE VIEW v_cell AS
SELECT r.id AS run,
       json_extract(c.value, '$.id') AS cell,
       json_extract(c.value, '$.workload') AS workload,
       json_extract(c.value, '$.step') AS step,
       json_extract(c.value, '$.clients') AS clients,
       json_extract(c.value, '$.effect') AS effect
FROM run r, json_each(r.plan, '$.cells') c;

CREATE VIEW v_variable AS
SELECT r.id AS run, v.variant, v.name, v.value
FROM variable v JOIN run r ON r.number = v.run;

CREATE VIEW v_throughput AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx,
       m.operations / m.seconds AS qps,
       m.operations, m.seconds,
       m.client_cpu_seconds * 1e6 / nullif(m.operations, 0) AS client_cpu_microseconds_per_operation,
       m.latency_p50_seconds * 1e3 AS p50_ms,
       m.latency_p95_seconds * 1e3 AS p95_ms,
       m.latency_p99_seconds * 1e3 AS p99_ms,
       (SELECT coalesce(sum(e.count), 0) FROM error_count e WHERE e.measurement = m.number) AS errors,
       m.started_at, m.number AS measurement
FROM measurement m JOIN run r ON r.number = m.run;

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

CREATE VIEW v_point AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx,
       s.at - m.load_started_at AS second,
       c.name AS metric, c.kind, p.value,
       m.number AS measurement, p.sample
FROM point p
JOIN sample s ON s.measurement = p.measurement AND s.number = p.sample
JOIN metric c ON c.number = p.metric
JOIN measurement m ON m.number = p.measurement
JOIN run r ON r.number = m.run;

-- How much each counter that only grows grew in a measurement, in all and per operation.
CREATE VIEW v_per_operation AS
WITH edge AS (
  SELECT measurement, metric, min(sample) AS first, max(sample) AS last FROM point GROUP BY measurement, metric
)
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx, c.name AS metric,
       b.value - a.value AS increase,
       (b.value - a.value) / nullif(m.operations, 0) AS per_operation
FROM edge e
JOIN point a ON a.measurement = e.measurement AND a.sample = e.first AND a.metric = e.metric
JOIN point b ON b.measurement = e.measurement AND b.sample = e.last AND b.metric = e.metric
JOIN metric c ON c.number = e.metric AND c.kind = 'total'
JOIN measurement m ON m.number = e.measurement
JOIN run r ON r.number = m.run;

CREATE VIEW v_error AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx, e.code, e.count
FROM error_count e JOIN measurement m ON m.number = e.measurement JOIN run r ON r.number = m.run;

CREATE VIEW v_warning AS
SELECT r.id AS run, m.cell, m.variant, m.round, m.idx, w.code, w.message, w.advice
FROM warning w JOIN measurement m ON m.number = w.measurement JOIN run r ON r.number = m.run;
