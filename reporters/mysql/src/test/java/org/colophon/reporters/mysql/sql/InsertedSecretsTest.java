package org.colophon.reporters.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets in rows that are inserted without a list of columns. */
class InsertedSecretsTest {
  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private final SqlSession session = analyzer.session();

  @BeforeEach
  void define() {
    run("USE d");
    run("CREATE TABLE users (name TEXT, password TEXT, note TEXT)");
    run("CREATE TABLE plain (a TEXT, b TEXT, c TEXT)");
  }

  /** Runs a statement; returns what is kept of it. */
  private String run(String text) {
    byte[] bytes = Bytes.of(text).toArray();
    Analysis analysis = analyzer.analyze(session, bytes, 0, bytes.length);
    String masked = analyzer.maskedText().toString();
    analysis.statements().forEach(statement -> analyzer.apply(session, statement));
    return masked;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "INSERT INTO users VALUES ('a', 'S', 'n')|INSERT INTO users VALUES ('a', '***', 'n')",
        "INSERT users VALUES ('a', 'S', 'n')|INSERT users VALUES ('a', '***', 'n')",
        "INSERT INTO users VALUES ('a', 'S', 'n'), ('b', 'S', 'm')|INSERT INTO users VALUES"
            + " ('a', '***', 'n'), ('b', '***', 'm')",
        "REPLACE INTO `d`.`users` VALUE ('a', md5('S'), f('n'))|REPLACE INTO `d`.`users` VALUE"
            + " ('a', md5('***'), f('n'))",
        "INSERT LOW_PRIORITY IGNORE INTO users PARTITION (p0, p1) VALUES ('a', 'S', 'n')|INSERT"
            + " LOW_PRIORITY IGNORE INTO users PARTITION (p0, p1) VALUES ('a', '***', 'n')",
        "INSERT INTO users PARTITION (p) (note, password) VALUES ('n', 'S')|INSERT INTO users"
            + " PARTITION (p) (note, password) VALUES ('n', '***')",
        "INSERT INTO users VALUES ('a', 'S', 'n') ON DUPLICATE KEY UPDATE password = 'S', note ="
            + " 'm'|INSERT INTO users VALUES ('a', '***', 'n') ON DUPLICATE KEY UPDATE password ="
            + " '***', note = 'm'",
        "INSERT INTO users SET name = 'a', password = 'S'|INSERT INTO users SET name = 'a',"
            + " password = '***'",
        "INSERT INTO users SELECT 'a', 'S', 'n'|INSERT INTO users SELECT 'a', '***', 'n'",
        "INSERT INTO users SELECT 'a', 'S', 'n' FROM t JOIN u ON t.a = 'x' UNION SELECT 'a', 'S',"
            + " 'n'|INSERT INTO users SELECT 'a', '***', 'n' FROM t JOIN u ON t.a = 'x' UNION"
            + " SELECT 'a', '***', 'n'",
        "INSERT INTO users (SELECT 'a', concat('S', (SELECT 'S')), 'n' FROM t)|INSERT INTO users"
            + " (SELECT 'a', concat('***', (SELECT '***')), 'n' FROM t)",
        "INSERT INTO users WITH c AS (SELECT 1) SELECT 'a', 'S', 'n' FROM c|INSERT INTO users WITH c"
            + " AS (SELECT 1) SELECT 'a', '***', 'n' FROM c",
        "INSERT INTO users (SELECT 'a', 'S', 'n') UNION (SELECT 'b', 'S', 'm')|INSERT INTO users"
            + " (SELECT 'a', '***', 'n') UNION (SELECT 'b', '***', 'm')",
        "INSERT INTO users SELECT replace('a', 'b', 'c'), 'S', 'n'|INSERT INTO users SELECT"
            + " replace('a', 'b', 'c'), '***', 'n'",
        "CREATE OR REPLACE PROCEDURE p() INSERT INTO users VALUES ('a', 'S', 'n')|CREATE OR"
            + " REPLACE PROCEDURE p() INSERT INTO users VALUES ('a', '***', 'n')",
        "INSERT INTO users (note, password) SELECT 'n', 'S'|INSERT INTO users (note, password)"
            + " SELECT 'n', '***'",
        "INSERT INTO plain VALUES ('a', 'b', 'c'); INSERT INTO users VALUES ('a', 'S', 'n')|INSERT"
            + " INTO plain VALUES ('a', 'b', 'c'); INSERT INTO users VALUES ('a', '***', 'n')",
        "CREATE PROCEDURE p() INSERT INTO users VALUES ('a', 'S', 'n')|CREATE PROCEDURE p() INSERT"
            + " INTO users VALUES ('a', '***', 'n')",
        "UPDATE users SET password = sha2('S', concat('S', 'S')), note = f('n')|UPDATE users SET"
            + " password = sha2('***', concat('***', '***')), note = f('n')",
        "INSERT INTO plain VALUES ('a', 'b', 'c')|INSERT INTO plain VALUES ('a', 'b', 'c')",
        "INSERT INTO unknown VALUES ('a', 'b', 'c')|INSERT INTO unknown VALUES ('a', 'b', 'c')",
        "INSERT INTO other_tokens VALUES ('S', 'S')|INSERT INTO other_tokens VALUES ('***', '***')",
        "INSERT INTO e.users VALUES ('a', 'b', 'c')|INSERT INTO e.users VALUES ('a', 'b', 'c')",
      })
  void shouldHideTheSecretAloneWhenTheTablesColumnsAreKnown(String text, String expected) {
    assertThat(run(text)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "ALTER TABLE users ADD id INT FIRST|(1, 'a', '***', 'n')",
        "ALTER TABLE users ADD COLUMN (x TEXT, y TEXT), DROP note|('a', '***', 'x', 'y')",
        "ALTER TABLE users ADD x TEXT AFTER name, ADD INDEX (x), DROP KEY k|('a', 'x', '***', 'n')",
        "ALTER TABLE users MODIFY password VARCHAR(9) DEFAULT 'a,b' AFTER note|('a', 'n', '***')",
        "ALTER TABLE users CHANGE COLUMN name login TEXT, RENAME COLUMN note TO token|('a', '***',"
            + " '***')",
        "ALTER TABLE users DROP COLUMN password|('a', 'n')",
        "ALTER TABLE users ADD COLUMN IF NOT EXISTS note TEXT FIRST|('a', '***', 'n')",
        "CREATE INDEX i ON users (name)|('a', '***', 'n')",
        "ALTER TABLE users ENGINE = InnoDB|('a', '***', 'n')",
        "ALTER TABLE users ADD SYSTEM VERSIONING|('a', '***', 'n')",
        "ALTER TABLE users NOWAIT ADD x TEXT AFTER name|('a', 'x', '***', 'n')",
        "ALTER TABLE users WAIT 5 ADD x TEXT AFTER name|('a', 'x', '***', 'n')",
        "ALTER TABLE users ADD x TEXT INVISIBLE FIRST|('***', '***', '***')",
        "ALTER TABLE users ADD (x TEXT, y TEXT INVISIBLE)|('***', '***', '***', '***')",
        "ALTER TABLE users ALTER COLUMN name SET INVISIBLE|('***', '***')",
        "ALTER TABLE users ALTER name SET DEFAULT 'b'|('a', '***', 'n')",
        "ALTER TABLE users ALTER INDEX name INVISIBLE|('a', '***', 'n')",
        // What cannot be: nobody knows which column is where.
        "ALTER TABLE users ADD note TEXT|('***', '***', '***', '***')",
        "ALTER TABLE users DROP x|('***', '***', '***')",
      })
  void shouldHideTheSecretWhenTheTableWasAltered(String definition, String expected) {
    run(definition);
    String row = expected.replace("***", "S");
    assertThat(run("INSERT INTO users VALUES " + row))
        .isEqualTo("INSERT INTO users VALUES " + expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t LIKE users",
        "CREATE TABLE t (id INT, api_token TEXT) SELECT * FROM foreign_one",
        "CREATE VIEW t AS SELECT note, password FROM users",
        "CREATE TABLE t (x TEXT INVISIBLE, password TEXT, a TEXT)",
        "CREATE TEMPORARY TABLE t (x TEXT INVISIBLE, password TEXT, a TEXT)",
        "CREATE TEMPORARY TABLE t (a TEXT, password TEXT)",
        "CREATE TEMPORARY TABLE t LIKE users",
        "CREATE TEMPORARY TABLE u LIKE users; CREATE TEMPORARY TABLE t LIKE u",
        "CREATE TEMPORARY TABLE t AS SELECT name, password FROM users",
        "CREATE TEMPORARY TABLE IF NOT EXISTS t SELECT * FROM users",
        "CREATE TEMPORARY TABLE t (id INT, password TEXT) SELECT * FROM foreign_one",
        "CREATE TEMPORARY TABLE t (a TEXT); ALTER TABLE t ADD password TEXT",
        "CREATE TEMPORARY TABLE t LIKE users; ALTER TABLE t DROP note, RENAME TO o;"
            + " ALTER TABLE o RENAME t",
        "CREATE TEMPORARY TABLE t (a TEXT, password TEXT); CREATE TEMPORARY TABLE IF NOT EXISTS t"
            + " (password TEXT, a TEXT)",
        "ALTER TABLE t ADD password TEXT",
        "RENAME TABLE users TO t",
        "ALTER TABLE users RENAME TO t, ADD x TEXT",
      })
  void shouldHideSecretsWhenTheTableCameAboutInAnotherWay(String definition) {
    run(definition);
    boolean isFirst = definition.contains("INVISIBLE");
    String row = isFirst ? "('SECRET', 'a')" : "('a', 'SECRET')";
    assertThat(run("INSERT INTO t VALUES " + row)).doesNotContain("SECRET");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t LIKE users; INSERT INTO t VALUES ('a', 'SECRET', 'n')",
        "CREATE TEMPORARY TABLE t LIKE users; INSERT INTO t VALUES ('a', 'SECRET', 'n')",
        "CREATE TABLE t AS SELECT * FROM users; INSERT INTO t VALUES ('a', 'SECRET', 'n')",
        "CREATE TEMPORARY TABLE t LIKE users; INSERT INTO t VALUES ('a', 'SECRET', 'n');"
            + " DROP TABLE t",
        "CREATE TABLE e.t LIKE users; USE e; INSERT INTO t VALUES ('a', 'SECRET', 'n')",
        "ALTER TABLE plain ADD token TEXT FIRST; INSERT INTO plain VALUES ('SECRET', 'a', 'n', 'c')",
        "RENAME TABLE users TO t; INSERT INTO t VALUES ('a', 'SECRET', 'n')",
        "CREATE VIEW t AS SELECT name, password FROM users; INSERT INTO t VALUES ('a', 'SECRET')",
        "SELECT 1;; CREATE TABLE t LIKE users;; INSERT INTO t VALUES ('a', 'SECRET', 'n');",
      })
  void shouldHideTheSecretWhenTheTableComesAboutInTheSameText(String text) {
    assertThat(run(text)).doesNotContain("SECRET").contains("'***'");
  }

  @Test
  void shouldHideTheSecretAloneWhenTheTableComesAboutInTheSameText() {
    String text =
        "INSERT INTO plain VALUES ('a', 'b', 'c'); CREATE TABLE t LIKE users; INSERT INTO t VALUES"
            + " ('a', 'S', 'n'); DROP TABLE t; CREATE TABLE t (a TEXT, b TEXT); INSERT INTO t VALUES"
            + " ('a', 'b')";
    assertThat(run(text)).isEqualTo(text.replace("'S'", "'***'"));
    assertThat(run("INSERT INTO t VALUES ('a', 'b')")).endsWith("('a', 'b')");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "CREATE TABLE t AS SELECT * FROM accounts JOIN ids USING (id)|(1, 'a', '***', 2)",
        "CREATE TABLE t AS SELECT * FROM accounts NATURAL JOIN ids|(1, 'a', '***', 2)",
        "CREATE TABLE t AS SELECT * FROM ids NATURAL RIGHT JOIN accounts|(1, 'a', '***', 2)",
        "CREATE TABLE t AS SELECT * FROM ids RIGHT JOIN accounts USING (id)|(1, 'a', '***', 2)",
        "CREATE TABLE t AS SELECT * FROM plain, accounts JOIN ids USING (id)|('a', 'b', 'c', 1, 'a',"
            + " '***', 2)",
        "CREATE OR REPLACE TABLE t AS SELECT * FROM users|('a', '***', 'n')",
        "CREATE TABLE t AS WITH c AS (SELECT * FROM users) SELECT * FROM c|('a', '***', 'n')",
        "CREATE TABLE t AS (SELECT * FROM users) UNION (SELECT * FROM users)|('***', '***', '***')",
        "CREATE TABLE t AS SELECT users.*, f.* FROM users, f|('***', '***', '***', '***')",
        "CREATE TEMPORARY TABLE t AS SELECT users.*, f.* FROM users, f|('***', '***', '***')",
        "CREATE VIEW u AS SELECT * FROM users; CREATE TABLE t AS SELECT * FROM u|('***', '***')",
        "CREATE TABLE t (a TEXT, b TEXT); CREATE TABLE IF NOT EXISTS t AS SELECT * FROM f,"
            + " users|('a', 'b')",
      })
  void shouldHideTheSecretWhenTheTableWasMadeFromAQuery(String definition, String expected) {
    run("CREATE TABLE accounts (name TEXT, password TEXT, id INT)");
    run("CREATE TABLE ids (id INT, n INT)");
    run(definition);
    String row = expected.replace("***", "S");
    assertThat(run("INSERT INTO t VALUES " + row)).isEqualTo("INSERT INTO t VALUES " + expected);
  }

  @Test
  void shouldHideTheSecretWhenTheTableWasMadeFromATemporaryOne() {
    run("CREATE TEMPORARY TABLE u LIKE users");
    run("CREATE TABLE t AS SELECT * FROM u");
    assertThat(run("INSERT INTO t VALUES ('a', 'S', 'n')")).endsWith("('a', '***', 'n')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "EXPLAIN INSERT INTO users VALUES ('a', 'SECRET', 'n')",
        "PREPARE s FROM 'INSERT INTO users VALUES (\\'a\\', \\'SECRET\\', \\'n\\')'",
        "EXECUTE IMMEDIATE 'INSERT INTO users VALUES (\\'a\\', \\'SECRET\\', \\'n\\')'",
        "PREPARE s FROM 'INSERT INTO users VALUES (?, ?, ?)'; EXECUTE s USING 'a', 'SECRET', 'n'",
        "INSERT INTO users VALUES ('a', 0x5EC7E7, 'n')",
      })
  void shouldHideTheSecretWhenTheRowStandsInAnotherWay(String text) {
    assertThat(run(text)).doesNotContain("SECRET", "5EC7E7").contains("'***'");
  }

  /** Names in a body count as in the database of the routine. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE PROCEDURE d.p() INSERT INTO users VALUES ('a', 'SECRET', 'n')",
        "CREATE TRIGGER d.x AFTER INSERT ON plain FOR EACH ROW INSERT INTO users VALUES ('a',"
            + " 'SECRET', 'n')",
      })
  void shouldHideTheSecretWhenTheRoutineIsOfAnotherDatabase(String definition) {
    run("USE other");
    assertThat(run(definition)).doesNotContain("SECRET").contains("'***', 'n'");
  }

  @Test
  void shouldKeepWhatIsPreparedWhenItHoldsNoSecret() {
    String text = "PREPARE s FROM 'INSERT INTO plain VALUES (\\'a\\', \\'b\\', \\'c\\')'";
    assertThat(run(text)).isEqualTo(text);
  }

  @Test
  void shouldHideTheSecretWhenATemporaryTableOfTheNameWasRenamed() {
    run("CREATE TEMPORARY TABLE users (a TEXT, b TEXT)");
    run("ALTER TABLE users RENAME TO t");
    assertThat(run("INSERT INTO t VALUES ('a', 'b')")).endsWith("('a', 'b')");
    assertThat(run("INSERT INTO users VALUES ('a', 'S', 'n')")).endsWith("('a', '***', 'n')");
  }

  @Test
  void shouldHideTheSecretAloneWhenATemporaryTablesColumnsAreKnown() {
    run("CREATE TEMPORARY TABLE users LIKE users");
    assertThat(run("INSERT INTO users VALUES ('a', 'S', 'n')")).endsWith("('a', '***', 'n')");
    run("ALTER TABLE users DROP name, ADD id INT FIRST");
    assertThat(run("INSERT INTO users VALUES (1, 'S', 'n')")).endsWith("(1, '***', 'n')");
  }

  @Test
  void shouldHideAllWhenTheOrderOfATemporaryTablesColumnsIsNotKnown() {
    run("CREATE TEMPORARY TABLE t (password TEXT) SELECT * FROM foreign_one");
    run("ALTER TABLE t ADD x TEXT");
    assertThat(run("INSERT INTO t VALUES ('a', 'S', 'x')")).endsWith("('***', '***', '***')");
  }

  @Test
  void shouldLearnLateThatAColumnIsSecretWhenTheTemplateIsKnown() {
    assertThat(run("INSERT INTO plain VALUES ('a', 'b', 'c')")).contains("'b'");
    run("ALTER TABLE plain CHANGE b secret TEXT");
    assertThat(run("INSERT INTO plain VALUES ('a', 'S', 'c')"))
        .isEqualTo("INSERT INTO plain VALUES ('a', '***', 'c')");
    run("DROP TABLE plain");
    run("CREATE TABLE plain (a TEXT, b TEXT, c TEXT)");
    assertThat(run("INSERT INTO plain VALUES ('a', 'b', 'd')")).contains("'b'");
  }
}
