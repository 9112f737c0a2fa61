-- One row a run; what its variants' servers said about themselves. Times of day are ISO 8601 UTC text.
CREATE TABLE run (
  number        INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  experiment    TEXT NOT NULL,
  started_at    TEXT NOT NULL,
  state         TEXT NOT NULL CHECK (state IN ('running', 'done', 'interrupted', 'failed')),
  spent_seconds REAL NOT NULL,
  command       TEXT NOT NULL CHECK (json_valid(command)),
  spec_file     TEXT,
  spec_text     TEXT NOT NULL,
  plan          TEXT NOT NULL CHECK (json_valid(plan))
) STRICT;

CREATE INDEX run_by_start ON run (started_at);

CREATE TABLE variant_facts (
  run          INTEGER NOT NULL REFERENCES run (number) ON DELETE CASCADE,
  variant      TEXT NOT NULL,
  command_line TEXT NOT NULL CHECK (json_valid(command_line)),
  PRIMARY KEY (run, variant)
) STRICT, WITHOUT ROWID;

-- Effective server variables of a variant.
CREATE TABLE variable (
  run     INTEGER NOT NULL,
  variant TEXT NOT NULL,
  name    TEXT NOT NULL,
  value   TEXT NOT NULL,
  PRIMARY KEY (run, variant, name),
  FOREIGN KEY (run, variant) REFERENCES variant_facts (run, variant) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
