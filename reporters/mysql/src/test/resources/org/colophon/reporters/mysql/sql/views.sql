CREATE VIEW v AS SELECT a FROM t WHERE b > 1
--> CREATE d.v, SCHEMA d.t
SELECT * FROM v
--> READ d.t@d.v
UPDATE v SET a = 1
--> UPDATE d.t@d.v
INSERT INTO v VALUES (1)
--> INSERT d.t@d.v
CREATE OR REPLACE ALGORITHM=MERGE DEFINER=`root`@`%` SQL SECURITY DEFINER VIEW w (x, y) AS SELECT v.a, u.b FROM v JOIN u WITH CHECK OPTION
--> CREATE d.w, SCHEMA d.v, SCHEMA d.u
SELECT * FROM w, z
--> READ d.t@d.w, READ d.u@d.w, READ d.z
UPDATE w SET y = 1
--> ~UPDATE d.t@d.w, ~UPDATE d.u@d.w, READ d.t@d.w, READ d.u@d.w
INSERT INTO x SELECT * FROM w
--> INSERT d.x, READ d.t@d.w, READ d.u@d.w
USE other
-->
SELECT * FROM d.v, v
--> READ d.t@d.v, READ other.v
USE d
-->
RENAME TABLE v TO v2
--> RENAME d.v>d.v2
SELECT * FROM v2
--> READ d.t@d.v2
ALTER VIEW v2 AS SELECT * FROM k
--> CREATE d.v2, SCHEMA d.k
SELECT * FROM v2
--> READ d.k@d.v2
DROP VIEW v2
--> DROP d.v2
SELECT * FROM v2
--> READ d.v2
CREATE PROCEDURE q() INSERT INTO dst4 SELECT * FROM src4
-->
CREATE PROCEDURE p(IN x INT) BEGIN DECLARE n INT DEFAULT 0; DECLARE c CURSOR FOR SELECT a FROM src; IF EXISTS (SELECT 1 FROM chk WHERE a = x) THEN INSERT INTO dst SELECT * FROM src2; ELSE UPDATE dst2 SET a = 1; END IF; WHILE n < 3 DO DELETE FROM dst3; SET n = n + 1; END WHILE; CALL q(); END
-->
CALL p(1)
--> ~READ d.src@d.p, ~READ d.chk@d.p, ~INSERT d.dst@d.p, ~READ d.src2@d.p, ~UPDATE d.dst2@d.p, ~DELETE d.dst3@d.p, ~INSERT d.dst4@d.p, ~READ d.src4@d.p
CALL q()
--> ~INSERT d.dst4@d.q, ~READ d.src4@d.q
BEGIN NOT ATOMIC IF x THEN CALL q(); END IF; END
--> ~INSERT d.dst4@d.q, ~READ d.src4@d.q
CREATE FUNCTION other.f() RETURNS INT RETURN (SELECT CASE WHEN a THEN 1 ELSE 2 END FROM t)
-->
CREATE PROCEDURE other.r() UPDATE t JOIN d.u ON 1 SET t.a = 1
-->
CALL other.R()
--> ~UPDATE other.t@other.r, ~READ d.u@other.r
DROP PROCEDURE p
-->
CALL p(1)
--> ~UNKNOWN d.p@d.p
CREATE VIEW cv AS WITH c AS (SELECT * FROM t1) SELECT * FROM c UNION SELECT * FROM t2
--> CREATE d.cv, SCHEMA d.t1, SCHEMA d.t2
SELECT * FROM cv
--> READ d.t1@d.cv, READ d.t2@d.cv
CREATE EVENT e ON SCHEDULE EVERY 1 DAY DO DELETE FROM t
-->
CREATE TRIGGER tr BEFORE UPDATE ON t FOR EACH ROW BEGIN IF NEW.a > 1 THEN INSERT INTO log VALUES (1); END IF; END
-->
CREATE PROCEDURE turn(n INT) BEGIN INSERT INTO turned VALUES (n); CALL turn_back(n - 1); END
-->
CREATE PROCEDURE turn_back(n INT) IF n > 0 THEN CALL turn(n); ELSE DELETE FROM back; END IF
-->
CALL turn(3)
--> ~INSERT d.turned@d.turn, ~DELETE d.back@d.turn
CREATE FUNCTION best() RETURNS INT RETURN (SELECT max(a) FROM scores)
-->
CREATE PROCEDURE other.rank() BEGIN INSERT INTO ranks VALUES (d.best()); CALL d.q(); END
-->
CALL other.rank()
--> ~INSERT other.ranks@other.rank, ~READ d.scores@other.rank, ~INSERT d.dst4@other.rank, ~READ d.src4@other.rank
CREATE FUNCTION second() RETURNS INT RETURN best() - 1
-->
SELECT second()
--> ~READ d.scores@d.second
CREATE PROCEDURE handled() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION INSERT INTO errors VALUES (1); DECLARE CONTINUE HANDLER FOR NOT FOUND SET done = 1; INSERT INTO dst SELECT * FROM src; END
-->
CALL handled()
--> ~INSERT d.errors@d.handled, ~INSERT d.dst@d.handled, ~READ d.src@d.handled
CREATE PROCEDURE gather() BEGIN DROP TEMPORARY TABLE IF EXISTS pile; CREATE TEMPORARY TABLE pile AS SELECT * FROM src; END
-->
CREATE PROCEDURE spread() BEGIN CALL gather(); INSERT INTO dst SELECT * FROM pile; END
-->
CREATE PROCEDURE passing() BEGIN CREATE TEMPORARY TABLE pile (a INT); INSERT INTO dst SELECT * FROM pile; DROP TABLE pile; END
-->
CREATE PROCEDURE taking() INSERT INTO dst2 SELECT * FROM pile
-->
CREATE PROCEDURE clearing() DROP TEMPORARY TABLE pile
-->
CALL passing()
--> ~INSERT d.dst@d.passing
CALL taking()
--> ~INSERT d.dst2@d.taking, ~READ d.pile@d.taking
CALL spread()
--> ~READ d.src@d.spread, ~INSERT d.dst@d.spread, ~CREATE_IF_ABSENT #d.pile@d.spread, ~INSERT #d.pile@d.spread
CALL taking()
--> ~INSERT d.dst2@d.taking, ~READ #d.pile@d.taking
INSERT INTO dst SELECT * FROM pile
--> INSERT d.dst, READ #d.pile
CALL clearing()
--> ~DROP #d.pile@d.clearing
SELECT * FROM pile
--> READ d.pile
