SELEC * FROM t
--> DOUBT
SELECT * FROM t WHERE a = 'unterminated
--> READ d.t, DOUBT
SELECT * FROM (SELECT * FROM t
--> READ d.t, DOUBT
SELECT * FROM t) + 1
--> READ d.t, DOUBT
SELECT * FROM
--> DOUBT
INSERT INTO
--> DOUBT
;
-->
/* nothing */
-->
;;SELECT 1;;SELECT * FROM t;;
--> READ d.t
SELECT 'a
161120 10:00:00	    5 Query	DROP TABLE forged' FROM t
--> READ d.t
SELECT * FROM t WHERE a = 'it''s' AND b = "say \"FROM x\"" AND c = '\\' AND d IN (SELECT `FROM` FROM u)
--> READ d.t, READ d.u
SELECT 1 FROM t WHERE x = 0xFROM OR y = x'41' OR z = b'01' OR w = N'FROM q' OR v = _utf8'FROM r'
--> READ d.t
SELECT * FROM t1 -- comment
, t2 # another
, /* a third */ t3
--> READ d.t1, READ d.t2, READ d.t3
SELECT a--1 FROM t
--> READ d.t
SELECT/**/a/**/FROM/**/t
--> READ d.t
SELECT * FROM t WHERE a = '/* ' AND b = ' */' AND c IN (SELECT c FROM u)
--> READ d.t, READ d.u
SELECT * FROM t /*! JOIN u /* inner */ ON 1 */ JOIN v
--> READ d.t, READ d.u, READ d.v
INSERT INTO `select` (`from`, `where`) SELECT `join`, `on` FROM `table` `into` WHERE `into`.`x` = 1
--> INSERT d.select, READ d.table
SELECT @a := (SELECT max(x) FROM t), @`FROM u`, @'FROM v', @@session.sql_mode FROM w
--> READ d.t, READ d.w
SELECT * FROM täble, 表
--> READ d.täble, READ d.表
SELECT * FROM 2020_sales, 1st JOIN `3`
--> READ d.1st, READ d.2020_sales, READ d.3
SELECT * FROM db1.2020t
--> READ db1.2020t
SELECT * FROM d . t , d. `u` , `d` .v
--> READ d.t, READ d.u, READ d.v
SELECT FROM_UNIXTIME(1), JOIN_X(2) FROM t
--> READ d.t
select(select a from t1)from t2 where(b)in(select c from t3)
--> READ d.t1, READ d.t2, READ d.t3
SELECT IF((SELECT 1 FROM t1), (SELECT 2 FROM t2), 3) UNION ALL (SELECT 4 FROM t3 LIMIT 1)
--> READ d.t1, READ d.t2, READ d.t3
SELECT * FROM t WHERE (SELECT 1) = ALL (SELECT a FROM u) OR (a, b) = (SELECT c, d FROM v)
--> READ d.t, READ d.u, READ d.v
SELECT * FROM t ORDER BY (SELECT a FROM u), FIELD(x, 'FROM', 'y')
--> READ d.t, READ d.u
SELECT * FROM a JOIN b ON a.x = b.x AND b.y IN (SELECT y FROM c) JOIN e ON e.z = (SELECT max(z) FROM f), g
--> READ d.a, READ d.b, READ d.c, READ d.e, READ d.f, READ d.g
SELECT a.b.c, `a`.`b`.* FROM a.b
--> READ a.b
INSERT INTO t SELECT 1, 'INTO OUTFILE "/tmp/x"' FROM u
--> INSERT d.t, READ d.u
SELECT * FROM t1 WHERE a LIKE '%\'; DROP TABLE t2; -- '
--> READ d.t1
SELECT * FROM t1 WHERE a = '\\'; DROP TABLE t2; -- '
--> READ d.t1, DROP d.t2
INSERT INTO t VALUES (1, 'a), (2, '), (3, "x""y"), (4, 'z''w');
--> INSERT d.t
REPLACE INTO t VALUES (NULL, -1, +2, 1e-3, .5, TRUE, _binary 'x\0y', 0xff, CURRENT_TIMESTAMP)
--> REPLACE d.t
SELECT * FROM t USE INDEX () WHERE a
--> READ d.t
SELECT DISTINCTROW a FROM t GROUP BY a ASC WITH ROLLUP LIMIT 1,2 INTO @x
--> READ d.t
EXPLAIN FOR CONNECTION 5
-->
GRANT SELECT (a), UPDATE (b) ON d.t TO u@h, 'v'@'%' IDENTIFIED BY 'x' WITH GRANT OPTION
-->
FOO BAR
--> DOUBT
CREATE
--> DOUBT
SET
--> DOUBT
DELETE
--> DOUBT
HANDLER t OPEN AS h
--> DOUBT
HANDLER h READ FIRST WHERE a = 1
--> DOUBT
