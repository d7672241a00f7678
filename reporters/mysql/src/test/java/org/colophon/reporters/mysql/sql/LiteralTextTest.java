package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
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
        "CREATE PROCEDURE p() BEGIN ALTER USER bob IDENTIFIED BY 'SECRET'; END",
        "/*!50000 CREATE USER bob IDENTIFIED BY 'SECRET' */",
        "SELECT 1; CREATE USER bob IDENTIFIED BY 'SECRET'",
        "CREATE PROCEDURE p() SET PASSWORD FOR bob@h = 'SECRET'",
        "CREATE PROCEDURE p() CREATE USER bob IDENTIFIED WITH unix_socket AS 'SECRET'",
        "CREATE PROCEDURE p() ALTER USER bob IDENTIFIED BY 'SECRET' REPLACE 'SECRET'",
        "BEGIN NOT ATOMIC SET PASSWORD FOR 'bob'@'h' = 'SECRET'; END",
        "GRANT ALL ON *.* TO bob@'SECRET'",
        // The server also logs text that does not parse.
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
  void hidesLiteralsOfStatementsAboutPasswords(String text) {
    Analysis analysis = analyze(text);
    assertThat(analyzer.literalText().toString()).doesNotContain("SECRET");
    assertThat(analysis.template().toString()).doesNotContain("SECRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT  'a' /* c */\nFROM t WHERE b = 0x41 AND c IN (1, 2)",
        "INSERT INTO t (a, c) SELECT 'x', b FROM u WHERE shipping = 'spinning'",
        "INSERT INTO users (name, pin) VALUES ('x', 1), ('y', 2)",
        "CREATE TABLE t (a INT PRIMARY KEY, b ENUM('x', 'y') COMMENT 'z')",
        "LOAD DATA INFILE '/tmp/a' INTO TABLE t FIELDS TERMINATED BY ','",
        "SET @k = 'x'",
      })
  void keepsOtherTextByteForByte(String text) {
    analyze(text);
    assertThat(analyzer.literalText().toString()).isEqualTo(text);
  }

  @Test
  void hidesBareWordsWhenTextIsNotUnderstood() {
    assertThat(analyze("FOO 'a' BAR, \"b\"").template()).isEqualTo(Bytes.of("?, ?"));
    assertThat(analyze("ALTER USER bob IDENTIFIED BY hunter2").template())
        .isEqualTo(Bytes.of("ALTER USER bob IDENTIFIED BY ?"));
    assertThat(analyze("GRANT ALL ON shop.* TO bob@localhost").template())
        .isEqualTo(Bytes.of("GRANT ALL ON shop.* TO bob@localhost"));
  }

  @Test
  void endsWithTheStatementWhenTheBufferHoldsMore() {
    String text = "UPDATE t SET a = 'x'";
    byte[] reused = Bytes.of(text + "@h and what stood here before").toArray();
    analyzer.analyze(session, reused, 0, text.length());
    assertThat(analyzer.literalText().toString()).isEqualTo(text);
  }

  private Analysis analyze(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return analyzer.analyze(session, bytes, 0, bytes.length);
  }
}
