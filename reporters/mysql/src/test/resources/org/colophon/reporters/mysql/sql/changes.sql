INSERT INTO t VALUES (1, 'a'), (2, 'b')
--> INSERT d.t
INSERT INTO t (a, b) VALUES (1, (SELECT max(x) FROM u)), (2, 3)
--> INSERT d.t, READ d.u
INSERT t SET a = 1, b = (SELECT c FROM u LIMIT 1)
--> INSERT d.t, READ d.u
INSERT LOW_PRIORITY IGNORE INTO other.t (a) SELECT a FROM u WHERE b IN (SELECT b FROM v)
--> INSERT other.t, READ d.u, READ d.v
INSERT INTO t SELECT * FROM t
--> INSERT d.t, READ d.t
INSERT INTO t (a) (SELECT a FROM u)
--> INSERT d.t, READ d.u
INSERT INTO t (SELECT a FROM u) UNION (SELECT b FROM v)
--> INSERT d.t, READ d.u, READ d.v
INSERT INTO t WITH c AS (SELECT * FROM u) SELECT * FROM c
--> INSERT d.t, READ d.u
INSERT INTO t TABLE u
--> INSERT d.t, READ d.u
INSERT INTO t VALUES ROW(1, 2), ROW(3, 4)
--> INSERT d.t
INSERT INTO t PARTITION (p0, p1) (a) VALUES (1)
--> INSERT d.t
INSERT INTO t () VALUES ()
--> INSERT d.t
INSERT INTO t (a, b) VALUES (1, 2) ON DUPLICATE KEY UPDATE b = VALUES(b), c = c + 1
--> INSERT d.t, UPDATE d.t
INSERT INTO t (a, b) VALUES (1, 2) AS new ON DUPLICATE KEY UPDATE b = new.b + (SELECT x FROM u)
--> INSERT d.t, UPDATE d.t, READ d.u
INSERT INTO t SELECT a, b FROM u JOIN v ON u.id = v.id ON DUPLICATE KEY UPDATE b = u.b
--> INSERT d.t, UPDATE d.t, READ d.u, READ d.v
INSERT INTO t (a) VALUES (1) RETURNING id, (SELECT max(x) FROM u)
--> INSERT d.t, READ d.u
INSERT DELAYED t VALUE (1)
--> INSERT d.t
REPLACE INTO t VALUES (1, 2)
--> REPLACE d.t
REPLACE t SET a = REPLACE('x', 'y', 'z')
--> REPLACE d.t
REPLACE INTO t SELECT * FROM u
--> REPLACE d.t, READ d.u
UPDATE t SET a = 1
--> UPDATE d.t
UPDATE LOW_PRIORITY IGNORE t AS x SET x.a = x.b + 1, b = DEFAULT WHERE c IN (SELECT c FROM u) ORDER BY d LIMIT 3
--> UPDATE d.t, READ d.u
UPDATE t SET a = (SELECT max(b) FROM t2 WHERE t2.id = t.id)
--> UPDATE d.t, READ d.t2
UPDATE t1, t2 SET t1.a = t2.b WHERE t1.id = t2.id
--> UPDATE d.t1, READ d.t2
UPDATE t1 JOIN t2 ON t1.id = t2.id SET t2.a = t1.b
--> READ d.t1, UPDATE d.t2
UPDATE t1 x LEFT JOIN t2 y USING (id) JOIN t3 SET x.a = 1, y.b = 2
--> UPDATE d.t1, UPDATE d.t2, READ d.t1, READ d.t2, READ d.t3
UPDATE t1 JOIN (SELECT id, sum(v) s FROM t2 GROUP BY id) q ON q.id = t1.id SET t1.total = q.s
--> UPDATE d.t1, READ d.t2
UPDATE t1 JOIN (SELECT id, sum(v) s FROM t2 GROUP BY id) q ON q.id = t1.id SET total = q.s
--> UPDATE d.t1, READ d.t2
UPDATE d.t1, other.t1 b SET d.t1.a = b.a
--> UPDATE d.t1, READ other.t1
UPDATE t a JOIN t b ON a.p = b.id SET a.name = b.name
--> UPDATE d.t, READ d.t
UPDATE u1, u2 SET x = 1
--> ~UPDATE d.u1, ~UPDATE d.u2, READ d.u1, READ d.u2
UPDATE u1 JOIN u2 USING (id) SET u1.x = 1, y = 2
--> UPDATE d.u1, ~UPDATE d.u2, READ d.u1, READ d.u2
CREATE TABLE u1 (id INT PRIMARY KEY, x INT, KEY (x))
--> CREATE d.u1
CREATE TEMPORARY TABLE u1 (z INT)
--> CREATE #d.u1
UPDATE u1, u2 SET u1.z = 1
--> UPDATE #d.u1, READ d.u2
DROP TEMPORARY TABLE u1
--> DROP #d.u1
WITH c AS (SELECT * FROM t2) UPDATE t1 JOIN c ON c.id = t1.id SET t1.a = c.a
--> UPDATE d.t1, READ d.t2
UPDATE t FOR PORTION OF p FROM '2020-01-01' TO '2021-01-01' SET a = 1
--> UPDATE d.t
UPDATE t PARTITION (p0) SET a = 1
--> UPDATE d.t
UPDATE `t` SET `d`.`t`.`a` = 1
--> UPDATE d.t
UPDATE (t1, t2) SET t1.a = 1
--> UPDATE d.t1, READ d.t2
DELETE FROM t
--> DELETE d.t
DELETE LOW_PRIORITY QUICK IGNORE FROM t WHERE a IN (SELECT a FROM u) ORDER BY b LIMIT 2
--> DELETE d.t, READ d.u
DELETE FROM t AS x WHERE x.a = 1
--> DELETE d.t
DELETE FROM t PARTITION (p0) WHERE a = 1 RETURNING *
--> DELETE d.t
DELETE t1 FROM t1 JOIN t2 ON t1.id = t2.id
--> DELETE d.t1, READ d.t2
DELETE t1, t2 FROM t1 JOIN t2 JOIN t3
--> DELETE d.t1, DELETE d.t2, READ d.t1, READ d.t2, READ d.t3
DELETE a.*, b.* FROM t1 a, t2 b, t3 c WHERE a.id = b.id
--> DELETE d.t1, DELETE d.t2, READ d.t1, READ d.t2, READ d.t3
DELETE FROM a USING t1 a JOIN t2 b
--> DELETE d.t1, READ d.t2
DELETE FROM t1.*, t2 USING t1 JOIN t2 JOIN (SELECT * FROM t3) x
--> DELETE d.t1, DELETE d.t2, READ d.t1, READ d.t2, READ d.t3
DELETE other.t FROM other.t JOIN t2
--> DELETE other.t, READ d.t2
DELETE t FROM t JOIN t b ON t.x = b.x AND t.id > b.id
--> DELETE d.t, READ d.t
DELETE FROM t FOR PORTION OF p FROM '2020-01-01' TO '2021-01-01'
--> DELETE d.t
DELETE HISTORY FROM t BEFORE SYSTEM_TIME '2020-01-01'
--> DELETE d.t
UPDATE history SET a = 1
--> UPDATE d.history
UPDATE quick SET a = (SELECT b FROM u)
--> UPDATE d.quick, READ d.u
INSERT history VALUES (1)
--> INSERT d.history
INSERT QUICK (a) VALUES (1)
--> INSERT d.QUICK
REPLACE DELAYED history SELECT * FROM u
--> REPLACE d.history, READ d.u
DELETE history, t FROM history JOIN t JOIN u
--> DELETE d.history, DELETE d.t, READ d.history, READ d.t, READ d.u
DELETE history.* FROM history JOIN u
--> DELETE d.history, READ d.u
WITH c AS (SELECT * FROM u) DELETE t FROM t JOIN c USING (id)
--> DELETE d.t, READ d.u
TRUNCATE TABLE t
--> TRUNCATE d.t
TRUNCATE other.t
--> TRUNCATE other.t
LOAD DATA INFILE '/tmp/x.csv' INTO TABLE t
--> LOAD d.t, LOAD '/tmp/x.csv'
LOAD DATA LOW_PRIORITY LOCAL INFILE 'x.csv' REPLACE INTO TABLE other.t PARTITION (p0) CHARACTER SET utf8 FIELDS TERMINATED BY ',' LINES TERMINATED BY '\n' IGNORE 1 LINES (a, @b) SET c = @b + (SELECT x FROM u)
--> LOAD other.t, LOAD_LOCAL 'x.csv', READ d.u
LOAD XML INFILE '/tmp/x.xml' INTO TABLE t ROWS IDENTIFIED BY '<row>'
--> LOAD d.t, LOAD '/tmp/x.xml'
INSERT INTO t (a) VALUES (LOAD_FILE('/tmp/one')), (LOAD_FILE('/tmp/two'))
--> INSERT d.t, LOAD_FILE '/tmp/one', LOAD_FILE '/tmp/two'
INSERT INTO a VALUES (1); UPDATE b SET x = 1; DELETE FROM c
--> INSERT d.a, UPDATE d.b, DELETE d.c
INSERT INTO a VALUES (';'); SELECT ';' FROM b;
--> INSERT d.a, READ d.b
INSERT INTO t (a) SELECT 1 FROM DUAL WHERE NOT EXISTS (SELECT * FROM t WHERE a = 1)
--> INSERT d.t, READ d.t
insert into t(a)values(1),(2)
--> INSERT d.t
