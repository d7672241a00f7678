// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralTextTest {
  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private final SqlSession session = analyzer.session();

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
        // Short names, key-value rows, addresses, headers, documents and comments.
        "INSERT INTO u (api_key, a) VALUES ('SECRET', 'b')",
        "UPDATE u SET userPw = 'SECRET'",
        "UPDATE u SET pin = 1234 WHERE a = 'SECRET'",
        "UPDATE u SET cred = 'SECRET'",
        "INSERT INTO settings (name, value) VALUES ('smtp_password', 'SECRET')",
        "INSERT INTO t (a) VALUES ('mysql://app:SECRET@db')",
        "INSERT INTO t (a) VALUES ('Authorization: Bearer SECRET')",
        "INSERT INTO t (a) VALUES ('{\"api-key\": \"SECRET\"}')",
        "SELECT a /* token: SECRET */ FROM t -- pin SECRET",
        "SELECT a FROM t # SECRET is the key",
        "UPDATE u SET pwd = /*!99999 'SECRET', */ 'SECRET'",
        "SELECT 'app:SECRET@tcp(db:3306)/shop'",
        "SET @k = 'SECRET'",
        "SET GLOBAL init_connect = 'SECRET'",
        "CALL p('SECRET')",
        "EXECUTE s USING 'SECRET'",
        "PREPARE s FROM 'INSERT INTO users VALUES (''SECRET'')'",
        "INSERT INTO unknown VALUES ('SECRET')",
        "INSERT INTO `unknown` SELECT 'SECRET'",
        "REPLACE d.unknown VALUE ('SECRET')",
        "INSERT INTO data SELECT 'SECRET'",
        "INSERT INTO t ((SELECT 'SECRET'))",
        "INSERT LOW_PRIORITY `d`.`t` PARTITION (p) VALUES ('SECRET')",
        "CREATE PROCEDURE p() BEGIN INSERT INTO t VALUES ('SECRET'); END",
        "CREATE PROCEDURE p() BEGIN CALL q('SECRET'); END",
        "SELECT b FROM (SELECT password AS b FROM users) AS d WHERE b = 'SECRET'",
        "INSERT INTO mysql.global_priv (a) VALUES ('SECRET')",
        "GRANT ALL ON *.* TO bob@'SECRET'",
        // The server also logs invalid text.
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
  void hidesLiteralsIfOneMayBeSecret(String text) {
    Analysis analysis = analyze(text);
    assertThat(analyzer.literalText().toString()).doesNotContain("SECRET");
    assertThat(analysis.template().toString()).doesNotContain("SECRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT  'a' /* c */\nFROM t WHERE b = 0x41 AND c IN (1, 2)",
        "INSERT INTO t (a, c) SELECT 'x', b FROM u WHERE shipping = 'spinning'",
        "INSERT IGNORE INTO t (a, b) VALUES ('x', 1) ON DUPLICATE KEY UPDATE b = VALUES(b)",
        "REPLACE d.t PARTITION (p) (`a`) WITH x AS (SELECT 'x') SELECT * FROM x",
        "INSERT t SET a = replace(insert('x', 1, 1, 'y'), 'x', 'y')",
        "CREATE OR REPLACE VIEW d.v AS SELECT a FROM d.t WHERE b = 'x'",
        "CREATE TRIGGER r AFTER INSERT ON t FOR EACH ROW UPDATE u SET a = 'x'",
        "CREATE TABLE t (a INT PRIMARY KEY, b ENUM('x', 'y') COMMENT 'z')",
        "LOAD DATA INFILE '/tmp/a' INTO TABLE t FIELDS TERMINATED BY ','",
        "UPDATE t SET a = 'x' WHERE b = 'y'",
      })
  void keepsTextUnchangedIfNothingSuggestsSecret(String text) {
    analyze(text);
    assertThat(analyzer.literalText().toString()).isEqualTo(text);
  }

  @Test
  void hidesOnlyLiteralsAndSuspectComments() {
    analyze("UPDATE u\n SET token = _utf8'x', n = 1 /* c */ WHERE a = @'b' -- pin 4711");
    assertThat(analyzer.literalText().toString())
        .isEqualTo("UPDATE u\n SET token = _utf8?, n = ? /* c */ WHERE a = @? ");
  }

  @Test
  void hidesLiteralsIfViewMayRenameColumns() {
    run("CREATE VIEW d.v AS SELECT name a, password b FROM d.users");
    analyze("SELECT a FROM d.v WHERE b = 'SECRET'");
    assertThat(analyzer.literalText().toString()).doesNotContain("SECRET");
  }

  @Test
  void hidesWordsOfTextThatIsNotUnderstood() {
    assertThat(analyze("FOO 'a' BAR, \"b\"").template()).isEqualTo(Bytes.of("?, ?"));
    assertThat(analyze("ALTER USER bob IDENTIFIED BY hunter2").template())
        .isEqualTo(Bytes.of("ALTER USER bob IDENTIFIED BY ?"));
    assertThat(analyze("GRANT ALL ON shop.* TO bob@localhost").template())
        .isEqualTo(Bytes.of("GRANT ALL ON shop.* TO bob@localhost"));
  }

  @Test
  void ignoresBytesAfterStatement() {
    String text = "UPDATE t SET a = 'x'";
    byte[] reused = Bytes.of(text + "@h and what stood here before").toArray();
    analyzer.analyze(session, reused, 0, text.length());
    assertThat(analyzer.literalText().toString()).isEqualTo(text);
  }

  @Test
  void usesConfiguredNamesOfSecrets() {
    SqlOptions usual = SqlOptions.MARIADB;
    SqlOptions options =
        new SqlOptions(usual.rules(), usual.nameCase(), 64, 1 << 20, SecretNames.of("Pin , iban"));
    SqlAnalyzer strict = new SqlAnalyzer(options);
    for (String column : List.of("token", "pin", "userIban")) {
      String text = "UPDATE t SET " + column + " = 'x'";
      byte[] bytes = Bytes.of(text).toArray();
      strict.analyze(strict.session(), bytes, 0, bytes.length);
      boolean isKept = strict.literalText().equals(Bytes.of(text));
      assertThat(isKept).as(column).isEqualTo(column.equals("token"));
    }
  }

  private void run(String text) {
    analyze(text).statements().forEach(statement -> analyzer.apply(session, statement));
  }

  private Analysis analyze(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return analyzer.analyze(session, bytes, 0, bytes.length);
  }
}
