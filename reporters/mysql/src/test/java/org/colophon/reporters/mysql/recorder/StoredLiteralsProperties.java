// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;

/** Checks that the store contains no literals and no comments if literals are not stored. */
class StoredLiteralsProperties {
  /** Marker that is a word, a number with an exponent, and a sequence of hexadecimal digits. */
  private static final String MARKER = "7e77";

  /** Statements. A character that SQL does not use stands for each literal. */
  private static final List<String> STATEMENTS =
      List.of(
          "select ~ from t where a = ~ and b in (~, ~, (select ~)) limit ~",
          "select * from t where a = /* ~ */ 1 -- ~",
          "select a as x, case when ~ then ~ else ~ end from t # ~",
          "select date ~, {d ~}, interval ~ day, _utf8mb4 ~, a->~ from t",
          "insert into t values (~, ~), (~, ~)",
          "insert into t (a) values (~) on duplicate key update a = ~",
          "insert into t set a = ~",
          "replace into t select ~, ~ from u",
          "update t set a = ~, b = concat(~, a) where c between ~ and ~",
          "delete from t where a like ~",
          "create table v as select ~ as a, ~ from t",
          "create table v (a int default ~ comment ~, b enum(~, ~)) comment = ~ connection = ~",
          "create or replace view w as select a from t where b = ~",
          "create procedure p() begin declare x text default ~; insert into t values (~); end",
          "create server s foreign data wrapper mysql options (user ~, password ~)",
          "alter table t add column z text default ~ comment ~, comment = ~",
          "alter table t partition by list (a) (partition p values in (~) comment = ~)",
          "load data infile '/f' into table t fields terminated by ~ enclosed by ~ ignore 1 lines",
          "select a into outfile '/f' lines terminated by ~ from t",
          "create user '7e77'@'7e77' identified by ~",
          "create user 'u' identified with p as ~ require subject ~ attribute ~",
          "alter user bob identified by ~ replace ~",
          "grant all on *.* to '7e77'@'7e77' identified by ~",
          "set password for bob@h = ~",
          "set @k = ~, sql_mode = ~, @@global.x = ~",
          "set names ~",
          "set statement a = ~ for select ~",
          "change master to master_host = ~, master_password = ~, master_port = ~",
          "call p(~, @a, ~)",
          "do sleep(~)",
          "prepare s from ~",
          "execute s using ~",
          "execute immediate ~ using ~",
          "kill query ~",
          "signal sqlstate ~ set message_text = ~",
          "begin not atomic set @x = ~; insert into t values (~); end",
          "if a = ~ then select ~; end if",
          "explain select ~",
          "handler t read i = (~) where a = ~",
          "purge binary logs to ~",
          "help ~",
          "values (~, ~)",
          "frobnicate ~ with ~ (~)",
          "selct ~ from t",
          "select ~ ~ frm",
          "insert into t values (~",
          "~",
          "select /*! ~ */ /*!99999 ~ */ /*+ ~ */ from t",
          "select 1; insert into t values (~); nonsense ~");

  @Property(tries = 3_000)
  void storesNoLiteralsUnlessEnabled(
      @ForAll("statements") List<String> statements, @ForAll int error) {
    RecordedLog log = new RecordedLog(false);
    for (String statement : statements) {
      log.record(1, RecordKind.QUERY, statement, LogRecord.NO_QUERY_ID, error % 2);
    }
    assertThat(log.everything()).doesNotContain(MARKER);
  }

  @Property(tries = 1_000)
  void storesNoLiteralsOfTruncatedText(
      @ForAll("statements") List<String> statements, @ForAll int at) {
    RecordedLog log = new RecordedLog(false);
    for (String statement : statements) {
      String cut = statement.substring(0, Math.floorMod(at, statement.length() + 1));
      log.record(1, RecordKind.QUERY, cut);
    }
    assertThat(log.everything()).doesNotContain(MARKER);
  }

  @Provide
  Arbitrary<List<String>> statements() {
    Arbitrary<String> statement =
        Combinators.combine(Arbitraries.of(STATEMENTS), literals().list().ofSize(8))
            .as(StoredLiteralsProperties::filled);
    return statement.list().ofMinSize(1).ofMaxSize(4);
  }

  private static String filled(String statement, List<String> literals) {
    StringBuilder text = new StringBuilder();
    int used = 0;
    for (char letter : statement.toCharArray()) {
      text.append(letter == '~' ? literals.get(used++ % literals.size()) : letter);
    }
    return text.toString();
  }

  private static Arbitrary<String> literals() {
    Stream<String> kinds =
        Stream.of(
            "'~'",
            "\"~\"",
            "'it''s ~'",
            "'\\'~'",
            "'a' '~'",
            "N'~'",
            "_utf8'~'",
            "_binary '~'",
            "~",
            "-~",
            ".~",
            "1.~",
            "0x~",
            "0x~ ",
            "x'~'",
            "'mysql://app:~@db/d'",
            "'Bearer ~'",
            "'{\"a\": \"~\"}'",
            "'insert into t values (''~'')'",
            "'alter user bob identified by \"~\"'",
            "'line\n\t\t 5 Query\tselect ~'",
            "('~')",
            "concat('~', '/* ~')");
    return Arbitraries.of(kinds.map(kind -> kind.replace("~", MARKER)).toList());
  }
}
