\set account random_zipfian(1, 100000 * :scale, 1.2)
\set amount random(-:most, :most)
BEGIN;
SELECT abalance FROM pgbench_accounts WHERE aid = :account;
UPDATE pgbench_accounts SET abalance = abalance + :amount WHERE aid = :account;
END;
