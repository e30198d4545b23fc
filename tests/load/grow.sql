-- As many games as are wanted, each a copy of one that was really played here, over, with people of its own: so that
-- a server can be measured on a database that has been in use for years. :copies is how many of each.
-- Sorted as the keys are, or the indexes would be built by going to and fro on the disk.
SET synchronous_commit = off;
SET work_mem = '1GB';
SET temp_buffers = '256MB';
\set QUIET on
CREATE FUNCTION pg_temp.id(text, int) RETURNS text IMMUTABLE LANGUAGE sql AS 'SELECT substr(md5($1 || $2), 1, 16)';

INSERT INTO events
SELECT pg_temp.id(game, n), seq, time, command, body FROM events, generate_series(1, :copies) n ORDER BY 1, 2;
INSERT INTO seats
SELECT pg_temp.id(game, n), seat, pg_temp.id(person, n), engine FROM seats, generate_series(1, :copies) n ORDER BY 1, 2;
INSERT INTO persons
SELECT pg_temp.id(id, n), name, made, seen, NULL FROM persons, generate_series(1, :copies) n ORDER BY 1;
INSERT INTO secrets
SELECT sha256(hash || n::text::bytea), kind, id, pg_temp.id(person, n), pg_temp.id(game, n), seat, label, made, seen, expires, taken
FROM secrets, generate_series(1, :copies) n ORDER BY 1;
INSERT INTO games -- last: the others are made from those that are there
SELECT pg_temp.id(id, n), spec, 2, secret, made, changed, NULL, -1, plies, about, NULL, NULL
FROM games, generate_series(1, :copies) n ORDER BY 1;
VACUUM ANALYZE;
CHECKPOINT;
SELECT count(*) || ' games, ' || (SELECT count(*) FROM events) || ' events, '
  || pg_size_pretty(pg_database_size(current_database())) || ' on the disk' FROM games;
