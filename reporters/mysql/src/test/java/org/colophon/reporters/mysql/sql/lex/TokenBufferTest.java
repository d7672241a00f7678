// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.sql.lex;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenBufferTest {
  private final TokenBuffer tokens = new TokenBuffer();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "select  *\tfrom t where a=1|SELECT * FROM t WHERE a = ?",
        "SELECT a,b FROM `T` x -- c|SELECT a, b FROM `T` x",
        "select * from Data where a in (1, 2,3)|SELECT * FROM Data WHERE a in (? ...)",
        "insert into t(a,b) values (1,'x'),(2,'y'),( 3 , 'z' )|INSERT INTO t(a, b) VALUES (? ...) ...",
        "insert into t values (1,NULL,-5),(NULL,now(),2)|INSERT INTO t VALUES (? ...) ...",
        "insert into t values (1,(select 2)),(3,(select 4))|INSERT INTO t VALUES (?, (SELECT ?)), (?, (SELECT ?))",
        "values row(1,2), row(3,4)|VALUES row (? ...) ...",
        "select _utf8mb4'a', count(*), -1.5, a - 1|SELECT ?, count(*), ?, a - ?",
        "select 'a' 'b' from t|SELECT ? from t",
        "select t.*,`u`.`v` from t,u|SELECT t.*, `u`.`v` FROM t, u",
        "update t set a=NULL where b is not null|UPDATE t SET a = NULL WHERE b is NOT NULL",
        "select @a:=1, b<=2|SELECT @a := ?, b <= ?",
        "select .5, a from t where b and .5 > t.5|SELECT ?, a FROM t WHERE b AND ? > t.5",
        "grant a to 'u'@'h', \"u\"@\"h\", u@h|GRANT a TO ?@?, ?@?, u@h",
      })
  void writesSameTemplateIfOnlyLiteralsAndBlanksDiffer(String text, String expected) {
    read(text);
    assertThat(tokens.template().toString()).isEqualToIgnoringCase(expected);
    assertThat(tokens.hasTemplate()).isTrue();
  }

  @Test
  void distinguishesNamesThatDifferOnlyInCase() {
    read("select * from data");
    Bytes first = tokens.template();
    read("select * from Data");
    assertThat(tokens.template()).isNotEqualTo(first);
    read("SELECT\n* FROM data");
    assertThat(tokens.template()).isEqualTo(first);
  }

  @Test
  void needsMemoryOfOneRowForManyRows() {
    StringBuilder text = new StringBuilder("insert into t values (0,'a',now())");
    for (int i = 1; i < 100_000; i++) {
      text.append(",(").append(i).append(",'b',default)");
    }
    read(text.toString());
    assertThat(tokens.size()).isLessThan(20);
  }

  @Test
  void reportsLiteralsThatArePathsModesOrSql() {
    for (String text :
        new String[] {
          "load data infile 'x' into table t",
          "select 1 into outfile 'x'",
          "select load_file('x')",
          "set autocommit=0",
          "prepare s from 'x'",
          "insert into t values (load_file('x'))",
          "select @'x'"
        }) {
      read(text);
      assertThat(tokens.hasMeaningfulLiterals()).as(text).isTrue();
    }
    read("update t set a=1");
    assertThat(tokens.hasMeaningfulLiterals()).isFalse();
  }

  @Test
  void stopsAtMaximumNumberOfTokens() {
    read("select " + "a+".repeat(TokenBuffer.MAX_TOKENS));
    assertThat(tokens.isCutOff()).isTrue();
    assertThat(tokens.hasTemplate()).isFalse();
    assertThat(tokens.size()).isEqualTo(TokenBuffer.MAX_TOKENS);
  }

  private void read(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    tokens.read(bytes, 0, bytes.length, SqlRules.MARIADB);
  }
}
