package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskerTest {
  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE USER 'bob'@'h' IDENTIFIED BY 'SECRET'",
        "CREATE USER IF NOT EXISTS bob@h IDENTIFIED WITH mysql_native_password AS 'SECRET'",
        "ALTER USER bob IDENTIFIED VIA ed25519 USING PASSWORD('SECRET') OR unix_socket",
        "ALTER USER bob IDENTIFIED BY 'SECRET' REPLACE 'SECRET' RETAIN CURRENT PASSWORD",
        "ALTER USER bob IDENTIFIED BY PASSWORD '*SECRET'",
        "SET PASSWORD = PASSWORD('SECRET')",
        "SET PASSWORD FOR 'bob'@'%' = 'SECRET'",
        "SET PASSWORD FOR bob = OLD_PASSWORD(\"SECRET\")",
        "GRANT ALL ON *.* TO 'bob'@'%' IDENTIFIED BY 'SECRET' WITH GRANT OPTION",
        "CHANGE MASTER TO MASTER_HOST='h', MASTER_USER='u', MASTER_PASSWORD='SECRET'",
        "CHANGE REPLICATION SOURCE TO SOURCE_PASSWORD = 'SECRET'",
        "START SLAVE USER='u' PASSWORD='SECRET'",
        "START GROUP_REPLICATION USER='u', PASSWORD='SECRET'",
        "CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (USER 'u', PASSWORD 'SECRET')",
        "CREATE TABLE t (a INT) ENGINE=FEDERATED CONNECTION='mysql://u:SECRET@h/d/t'",
        "CLONE INSTANCE FROM u@h:3306 IDENTIFIED BY 'SECRET'",
        "UPDATE mysql.user SET authentication_string = 'SECRET' WHERE user = 'bob'",
        "UPDATE mysql.user SET password=PASSWORD('SECRET') WHERE user='bob'",
        "INSERT INTO t VALUES (1), (PASSWORD('SECRET'))",
        "SELECT AES_ENCRYPT('SECRET', 'SECRET'), AES_DECRYPT(x, concat('SECRET', y)) FROM t",
        "PREPARE s FROM 'ALTER USER bob IDENTIFIED BY \"SECRET\"'",
        "EXECUTE IMMEDIATE 'SET PASSWORD = ''SECRET'''",
        "SET @q = 'alter user bob identified by \"SECRET\"'",
        "SET @password := 'SECRET'",
        "CREATE PROCEDURE p() BEGIN ALTER USER bob IDENTIFIED BY 'SECRET'; END",
        "/*!50000 CREATE USER bob IDENTIFIED BY 'SECRET' */",
        "SELECT 1; CREATE USER bob IDENTIFIED BY 'SECRET'",
        "INSERT INTO users (name, password) VALUES ('bob', 'SECRET')",
        "INSERT INTO users (name, `user_pass`, age) VALUES ('a', 'SECRET', 1), ('b', 'SECRET', 2)",
        "REPLACE users (api_token, n) VALUE (concat('SECRET', 'SECRET'), 'x')",
        "INSERT INTO users SET name = 'bob', secret_key = 'SECRET'",
        "INSERT INTO users (id, pwd) VALUES (1, md5('SECRET')) ON DUPLICATE KEY UPDATE pwd ="
            + " 'SECRET'",
        "UPDATE users SET client_secret = 'SECRET' WHERE id = 1",
        "UPDATE users SET token = _binary'SECRET', note = 'x'",
        "UPDATE users SET token = _utf8mb4 'SECRET' COLLATE utf8mb4_bin",
        "UPDATE users SET token = BINARY 'SECRET' WHERE id = 1",
        "UPDATE users SET token = 'SECRET' 'SECRET'",
        "SET @password = _utf8mb4'SECRET'",
        "INSERT INTO u (name, password) (SELECT 'bob', 'SECRET')",
        "INSERT INTO u (name, password) ((SELECT 'bob', 'SECRET') UNION (SELECT 'a', 'SECRET'))",
        "INSERT INTO u (name, password) SELECT 'bob', 'SECRET' EXCEPT SELECT 'a', 'SECRET'",
        "INSERT INTO u (name, password) SELECT 'bob', 'SECRET' UNION (SELECT 'a', 'SECRET')",
        "INSERT INTO u (name, password) SELECT replace('a', 'b', 'c'), 'SECRET'",
        "INSERT INTO u (name, password) SELECT insert('a', 1, 1, 'c'), 'SECRET' FROM t",
        "INSERT INTO u (name, password) VALUES ('a', 'SECRET') AS n ON DUPLICATE KEY UPDATE name ="
            + " replace('a', 'b', 'c'), password = 'SECRET'",
        "INSERT INTO u (name, password) WITH c AS (SELECT 'SECRET' AS p, 'bob' AS n) SELECT n, p"
            + " FROM c",
        "INSERT INTO u (name, password) SELECT n, p FROM (SELECT 'SECRET' AS p) AS d",
        "INSERT INTO u (name, password) (VALUES ('bob', 'SECRET'))",
        "INSERT INTO u (value, password) VALUE ('a', 'SECRET')",
        "INSERT INTO u (a, password) SELECT duplicate, 'SECRET' FROM t",
        "INSERT INTO u (a, password) SELECT value, 'SECRET' EXCEPT VALUES ('a', 'SECRET')",
        "CREATE TABLE t (a INT) ENGINE=SPIDER COMMENT='user \"u\", password \"SECRET\"'",
        "ALTER TABLE t PARTITION BY KEY (a) (PARTITION p COMMENT = 'password \"SECRET\"')",
        "CREATE TABLE t (a INT) ENGINE=CONNECT OPTION_LIST='User=u,Password=SECRET'",
        "UPDATE u SET password = CASE WHEN a = 1 THEN 'SECRET' ELSE 'SECRET' END WHERE id = 1",
        "UPDATE u SET password = CASE WHEN password='SECRET' THEN 'SECRET' ELSE 'SECRET' END",
        "UPDATE u SET password = a || IF(token='SECRET', 'SECRET', 'SECRET')",
        "UPDATE u SET token = a || 'SECRET'",
        "UPDATE u SET token = left(a, 1) || 'SECRET'",
        "SELECT @token := 'SECRET'",
        "SELECT * FROM u WHERE token IN ('SECRET', 'SECRET')",
        "SELECT * FROM u WHERE token NOT LIKE 'SECRET'",
        "SELECT * FROM u WHERE token LIKE concat('SECRET', '%')",
        "SELECT * FROM u WHERE token BETWEEN 'SECRET' AND 'SECRET'",
        "SELECT * FROM u WHERE u.token NOT BETWEEN concat('SECRET', a) AND 'SECRET'",
        "SELECT * FROM u WHERE token REGEXP 'SECRET'",
        "SELECT * FROM u WHERE token NOT RLIKE BINARY 'SECRET'",
        "CALL set_password('bob', 'SECRET')",
        "CALL d.new_token(1, concat('SECRET', 'x'))",
        "SELECT check_pwd('SECRET')",
        "SELECT app.set_password('SECRET')",
        "SELECT a FROM t WHERE `app` . `check_pwd` ('SECRET', 'SECRET')",
        "PREPARE s FROM 'UPDATE u SET pwd = \\'SECRET\\''",
        "EXECUTE IMMEDIATE \"INSERT INTO u (a, token) VALUES ('a', 'SECRET')\"",
        "SET @q = 'update u set pwd = ''SECRET'''",
        "SELECT * FROM u WHERE 'SECRET' = password",
        "SELECT * FROM u WHERE a = 1 AND 'SECRET' <> `u`.`password` OR b = 'x'",
        "SELECT * FROM u WHERE 'SECRET' NOT LIKE token",
        "SELECT * FROM u WHERE 'SECRET' IN (a, token)",
        "SELECT * FROM u WHERE concat('SECRET', salt) = password",
        "SELECT * FROM u WHERE _utf8'SECRET' COLLATE utf8_bin = password",
        "SELECT * FROM u WHERE 'SECRET' BETWEEN token AND 'x'",
        "SELECT * FROM u WHERE (name, password) = ('bob', 'SECRET')",
        "SELECT * FROM u WHERE ('bob', 'SECRET') IN (SELECT name, password FROM v)",
        "SELECT * FROM u WHERE strcmp('SECRET', password) = 0",
        "SELECT * FROM u WHERE md5(password) = 'SECRET'",
        "SELECT * FROM u WHERE password COLLATE utf8_bin = 'SECRET'",
        "SELECT IF('SECRET' = password, 1, 2) FROM u",
        "SELECT CASE u.password WHEN 'SECRET' THEN 1 WHEN 'SECRET' THEN 2 END FROM u",
        "SELECT 'x', concat('SECRET', a) INTO @a, @password",
        "SELECT 'SECRET' AS password",
        "CREATE FUNCTION f() RETURNS int RETURN (SELECT 1 FROM u WHERE 'SECRET' = password)",
        "CREATE TABLE u (id int, password varchar(20) CHARACTER SET utf8 DEFAULT 'SECRET')",
        "ALTER TABLE u ALTER COLUMN password SET DEFAULT 'SECRET'",
        "CREATE PROCEDURE p() BEGIN DECLARE v_password VARCHAR(20) DEFAULT 'SECRET'; END",
        "CREATE PROCEDURE p() BEGIN DECLARE pwd VARCHAR(20) DEFAULT 'SECRET'; END",
        "CREATE PROCEDURE p() BEGIN DECLARE pwd, a VARCHAR(20) DEFAULT 'SECRET'; END",
        "CREATE TABLE u (id int, pwd varchar(20) NOT NULL DEFAULT 'SECRET')",
        "ALTER TABLE u ADD COLUMN api_token varchar(20) DEFAULT 'SECRET'",
        "ALTER TABLE u ADD (pwd varchar(20) DEFAULT 'SECRET', a int)",
        "ALTER TABLE u CHANGE a pwd varchar(20) DEFAULT ('SECRET')",
        "SELECT coalesce(password, 'SECRET') FROM u",
        "SELECT IFNULL(nullif(u.password, ''), 'SECRET') FROM u",
        "SELECT a FROM u WHERE nvl(concat(a, token), 'SECRET') > b",
        "UPDATE u SET doc = JSON_SET(doc, '$.password', 'SECRET')",
        "UPDATE u SET doc = json_replace(doc, '$.a', 'b', '$.api_token', concat('SECRET', a))",
        "INSERT INTO u VALUES (JSON_OBJECT('name', 'bob', 'pwd', 'SECRET'))",
        "SELECT JSON_SET(doc, '$.a', JSON_OBJECT('b', 1, 'secret', 'SECRET')) FROM u",
        "UPDATE u SET doc = JSON_MERGE_PATCH(doc, '{\"token\": \"SECRET\"}')",
        "UPDATE u SET doc = JSON_INSERT(doc, concat('$.', 'pwd'), 'SECRET')",
        "UPDATE u SET doc = JSON_SET(doc, concat('$.tokens[', i, ']'), 'SECRET')",
        "CREATE PROCEDURE p() SET PASSWORD FOR bob@h = 'SECRET'",
        "CREATE PROCEDURE p() CREATE USER bob IDENTIFIED WITH unix_socket AS 'SECRET'",
        "CREATE PROCEDURE p() CREATE USER a, bob IDENTIFIED VIA a USING 'SECRET' OR b USING"
            + " 'SECRET'",
        "CREATE PROCEDURE p() ALTER USER bob IDENTIFIED BY 'SECRET' REPLACE 'SECRET'",
        "BEGIN NOT ATOMIC SET PASSWORD FOR 'bob'@'h' = 'SECRET'; END",
        "CREATE PROCEDURE p() INSERT INTO mysql.user VALUES ('h', 'bob', 'SECRET')",
        "INSERT INTO mysql.user (Host, User, authentication_string) VALUES ('h', 'b', 'SECRET')",
        "UPDATE mysql.global_priv SET Priv = '{\"authentication_string\":\"SECRET\"}'",
        "CREATE PROCEDURE p() EXECUTE IMMEDIATE 'insert into users values (''b'',''SECRET'')'",
        "CREATE PROCEDURE p() BEGIN PREPARE s FROM 'replace users values (''b'',''SECRET'')'; END",
        // What does not parse is logged all the same.
        "ALTR USER bob IDENTIFIED BY 'SECRET'",
        "ALTER USER bob IDENTFIED BY 'SECRET'",
        "ALTER USER bob IDENTIFIED BY SECRET",
        "ALTER USER bob IDENTIFIED BY 'SECRET",
        "ALTER USER bob IDENTIFIED BY `SECRET`",
        "CREATE USR bob IDENTFIED BY 'SECRET'",
        "SET PASSWRD FOR bob = 'SECRET'",
        "GRNT ALL ON *.* TO bob IDENTIFIED BY 'SECRET'",
        "IDENTIFIED BY 'SECRET'",
        "'SECRET'",
      })
  void shouldHideTheSecretWhenStatementHoldsOne(String text) {
    Analysis analysis = analyze(text);
    assertThat(analyzer.maskedText().toString()).doesNotContain("SECRET").contains("'***'");
    assertThat(analysis.template().toString()).doesNotContain("SECRET");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "CREATE USER 'bob'@'h' IDENTIFIED BY 'x'|CREATE USER 'bob'@'h' IDENTIFIED BY '***'",
        "CREATE USER 'bob'  IDENTIFIED BY 'x'|CREATE USER 'bob'  IDENTIFIED BY '***'",
        "CHANGE MASTER TO MASTER_HOST='h', MASTER_USER='u', MASTER_PASSWORD='x'|CHANGE MASTER TO"
            + " MASTER_HOST='h', MASTER_USER='u', MASTER_PASSWORD='***'",
        "CREATE USER bob /* IDENTIFIED BY 'x' */ ACCOUNT LOCK|CREATE USER bob ACCOUNT LOCK",
        "UPDATE u SET password='x', name='bob'|UPDATE u SET password='***', name='bob'",
        "INSERT INTO u (a, password, b) VALUES ('x', 'y', 'z')|INSERT INTO u (a, password, b)"
            + " VALUES ('x', '***', 'z')",
        "INSERT INTO u (a, token) VALUES ('x', 'y') ON DUPLICATE KEY UPDATE a = 'z'|INSERT INTO u"
            + " (a, token) VALUES ('x', '***') ON DUPLICATE KEY UPDATE a = 'z'",
        "SELECT PASSWORD('x'), 'y'|SELECT PASSWORD('***'), 'y'",
        "UPDATE u SET token = _binary'x', a = _binary'y'|UPDATE u SET token = _binary'***', a ="
            + " _binary'y'",
        "UPDATE u SET token = 'x' 'y' WHERE a = 'z'|UPDATE u SET token = '***' '***' WHERE a = 'z'",
        "INSERT INTO u (a, token) (SELECT 'x', 'y' FROM t WHERE b = 'z')|INSERT INTO u (a, token)"
            + " (SELECT 'x', '***' FROM t WHERE b = 'z')",
        "INSERT INTO u (a, token) SELECT replace('x', 'y', 'z'), 'w'|INSERT INTO u (a, token)"
            + " SELECT replace('x', 'y', 'z'), '***'",
        "INSERT INTO u (a, token) SELECT b, c FROM t ON DUPLICATE KEY UPDATE a ="
            + " concat(values(a), 'x')|INSERT INTO u (a, token) SELECT b, c FROM t ON DUPLICATE KEY"
            + " UPDATE a = concat(values(a), 'x')",
        "CREATE TABLE t (a INT) COMMENT 'x'|CREATE TABLE t (a INT) COMMENT 'x'",
        "CREATE TABLE tokens (a ENUM('x', 'y') COMMENT 'z')|CREATE TABLE tokens (a ENUM('x', 'y')"
            + " COMMENT 'z')",
        "UPDATE u SET token = CASE WHEN a THEN 'x' END, a = 'y' WHERE b = 'z'|UPDATE u SET token ="
            + " CASE WHEN a THEN '***' END, a = 'y' WHERE b = 'z'",
        "SELECT CASE WHEN token = 'x' THEN 'y' END FROM u WHERE token = 'x' AND a = 'y'|SELECT CASE"
            + " WHEN token = '***' THEN 'y' END FROM u WHERE token = '***' AND a = 'y'",
        "SELECT IF(token = 'x', 'y', 'z') FROM u|SELECT IF(token = '***', 'y', 'z') FROM u",
        "UPDATE u SET token = a + IF(token = 'x', 'y', 'z'), b = 'w'|UPDATE u SET token = a +"
            + " IF(token = '***', '***', '***'), b = 'w'",
        "SELECT * FROM u WHERE token BETWEEN 'x' AND 'y' AND a = 'z'|SELECT * FROM u WHERE token"
            + " BETWEEN '***' AND '***' AND a = 'z'",
        "SELECT * FROM u WHERE a BETWEEN 'x' AND 'y' AND token REGEXP 'z' OR b = 'w'|SELECT * FROM"
            + " u WHERE a BETWEEN 'x' AND 'y' AND token REGEXP '***' OR b = 'w'",
        "INSERT INTO app.tokens (a, b) VALUES ('x', 'y')|INSERT INTO app.tokens (a, b) VALUES ('x',"
            + " 'y')",
        "CREATE TABLE app.tokens (a ENUM('x', 'y'))|CREATE TABLE app.tokens (a ENUM('x', 'y'))",
        "SET @q = 'the token of bob'|SET @q = 'the token of bob'",
        "SELECT a FROM u WHERE a = 'x' AND 'y' = token AND b IN ('z')|SELECT a FROM u WHERE a = 'x'"
            + " AND '***' = token AND b IN ('z')",
        "SELECT 'x' FROM tokens WHERE tokens.a = 'y' AND (b = 'z' OR 'w' = token)|SELECT 'x' FROM"
            + " tokens WHERE tokens.a = 'y' AND (b = 'z' OR '***' = token)",
        "UPDATE tokens SET a = 'x' WHERE b = 'y'|UPDATE tokens SET a = 'x' WHERE b = 'y'",
        "SELECT token, 'x' INTO @a FROM u|SELECT token, 'x' INTO @a FROM u",
        "CREATE TABLE u (token text, a ENUM('x')) COMMENT = 'y'|CREATE TABLE u (token text, a"
            + " ENUM('x')) COMMENT = 'y'",
        "SELECT CASE a WHEN 'x' THEN token WHEN 'y' THEN 'z' END|SELECT CASE a WHEN 'x' THEN token"
            + " WHEN 'y' THEN 'z' END",
        "CREATE PROCEDURE p() BEGIN EXECUTE IMMEDIATE 'select 1'; INSERT INTO t VALUES ('x')"
            + "; END|CREATE PROCEDURE p() BEGIN EXECUTE IMMEDIATE 'select 1'; INSERT INTO t VALUES"
            + " ('x'); END",
        "SELECT coalesce(a, 'x'), token FROM u|SELECT coalesce(a, 'x'), token FROM u",
        "SELECT JSON_OBJECT('pwd', 'x', 'b', 'y'), 'z'|SELECT JSON_OBJECT('pwd', '***', 'b',"
            + " 'y'), 'z'",
        "SELECT JSON_SET(a, '$.b', 'x'), concat('the token', 'y')|SELECT JSON_SET(a, '$.b', 'x'),"
            + " concat('the token', 'y')",
        "INSERT INTO u (a, token) VALUES (0x41, 0x42)|INSERT INTO u (a, token) VALUES (0x41,"
            + " '***')",
      })
  void shouldKeepTheRestWhenHidingASecret(String text, String expected) {
    analyze(text);
    assertThat(analyzer.maskedText().toString()).isEqualTo(expected);
  }

  @Test
  void shouldKeepTextByteForByteWhenNothingIsSecret() {
    String text = "SELECT  'a' /* c */ FROM t -- x";
    analyze(text);
    assertThat(analyzer.maskedText().toString()).isEqualTo(text);
  }

  @Test
  void shouldHideAllWhenThereAreVeryManyComparisons() {
    analyze("SELECT * FROM u WHERE (" + "'SECRET' = password OR a = 1 OR ".repeat(10_000) + "1)");
    assertThat(analyzer.maskedText().toString()).doesNotContain("SECRET");
  }

  @Test
  void shouldHideAllWhenParenthesesAreVeryDeep() {
    analyze("SELECT " + "(".repeat(2_000) + "'SECRET' = password" + ")".repeat(2_000) + " FROM u");
    assertThat(analyzer.maskedText().toString()).doesNotContain("SECRET");
  }

  @Test
  void shouldHideAllOfAComparisonWhenParenthesesAreVeryDeep() {
    String pair = "('SECRET', 1) = (password, 1)";
    analyze("SELECT " + "(".repeat(300) + pair + ")".repeat(300) + " FROM u");
    assertThat(analyzer.maskedText().toString()).doesNotContain("SECRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE PROCEDURE p(p_password text) BEGIN CASE p_password WHEN 'a' THEN"
            + " IF x THEN SET y = 1; END IF; WHEN 'SECRET' THEN SET y = 2; END CASE; END",
        "SELECT CASE password WHEN CASE a WHEN 1 THEN 'x' END THEN 1 WHEN 'SECRET' THEN 2 END FROM u",
        "INSERT INTO u SELECT 'bob', md5('SECRET') password",
        "INSERT INTO mysql.password_history VALUES ('h', 'u', now(), 'SECRET')"
      })
  void shouldHideWhatStandsFurtherFromTheName(String text) {
    analyze(text);
    assertThat(analyzer.maskedText().toString()).doesNotContain("SECRET");
  }

  @Test
  void shouldHideAsMuchWhenOnlyTheBeginningIsAskedFor() {
    String text = "CREATE USER bob IDENTIFIED BY 'SECRET'";
    analyze(text);
    for (int length = 0; length <= text.length(); length++) {
      assertThat(analyzer.maskedText(length).length()).isLessThanOrEqualTo(length);
      assertThat(analyzer.maskedText(length).toString()).doesNotContain("SEC");
    }
    analyze("SELECT 1");
    assertThat(analyzer.maskedText(3).toString()).isEqualTo("SEL");
  }

  @Test
  void shouldHideTheSecretWhenTheBufferHoldsMoreThanTheStatement() {
    String text = "ALTER USER bob IDENTIFIED BY 'SECRET'";
    byte[] reused = Bytes.of(text + "@h and what stood here before").toArray();
    analyzer.analyze(analyzer.session(), reused, 0, text.length());
    assertThat(analyzer.maskedText().toString()).isEqualTo("ALTER USER bob IDENTIFIED BY '***'");
  }

  @Test
  void shouldHideEveryLiteralWhenStatementIsNotUnderstood() {
    analyze("FOO 'a' BAR \"b\"");
    assertThat(analyzer.maskedText().toString()).isEqualTo("FOO '***' BAR '***'");
  }

  @Test
  void shouldHideWhatIsCalledSecretWhenNamesAreGiven() {
    SqlOptions usual = SqlOptions.MARIADB;
    SqlOptions options =
        new SqlOptions(usual.rules(), usual.nameCase(), 64, 1 << 20, SecretNames.of("Pin , iban"));
    SqlAnalyzer strict = new SqlAnalyzer(options);
    byte[] text = Bytes.of("INSERT INTO t (token, pin) VALUES ('plain', 'SECRET')").toArray();
    strict.analyze(strict.session(), text, 0, text.length);
    assertThat(strict.maskedText().toString()).contains("'plain', '***'");
  }

  private Analysis analyze(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return analyzer.analyze(analyzer.session(), bytes, 0, bytes.length);
  }
}
