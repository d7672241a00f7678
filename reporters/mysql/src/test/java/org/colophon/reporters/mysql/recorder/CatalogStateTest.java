package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.SchemaScript;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.Access;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.junit.jupiter.api.Test;

class CatalogStateTest {
  private static final int SMALL = 1 << 13;

  private final SqlAnalyzer analyzer = new SqlAnalyzer(SqlOptions.MARIADB);
  private final CatalogState state = new CatalogState(analyzer.catalog(), SMALL);
  private Bytes stored = Bytes.EMPTY;
  private int written;

  private void learn(String definitions) {
    SchemaScript.learn(analyzer, Bytes.of(definitions).toArray());
    keep();
  }

  private void keep() {
    CatalogChange change = state.change();
    stored = change.isWhole() ? change.bytes() : stored.concat(change.bytes());
    written += change.bytes().length();
  }

  private SqlCatalog restored() {
    SqlCatalog catalog = new SqlAnalyzer(SqlOptions.MARIADB).catalog();
    new CatalogState(catalog, SMALL).read(stored);
    return catalog;
  }

  private void check(TableName name) {
    SqlCatalog catalog = restored();
    for (CatalogKind part : new CatalogKind[] {CatalogKind.VIEW, CatalogKind.FUNCTION}) {
      assertThat(catalog.body(part, name)).isEqualTo(analyzer.catalog().body(part, name));
    }
    assertThat(catalog.columns(name)).isEqualTo(analyzer.catalog().columns(name));
  }

  @Test
  void restoresAllDefinitions() {
    learn("create table d.t (a int, b int); create view d.v as select a from d.t");
    learn("create function d.f() returns int return (select max(b) from d.t)");
    learn("create procedure d.p() insert into d.u select * from d.t");
    SqlCatalog catalog = restored();
    assertThat(catalog.columns(TableName.of("d.t"))).containsExactly(Bytes.of("a"), Bytes.of("b"));
    assertThat(catalog.view(TableName.of("d.v")).orElseThrow()).hasSize(1);
    assertThat(catalog.hasFunctions()).isTrue();
    assertThat(catalog.routine(TableName.of("d.p")))
        .isEqualTo(analyzer.catalog().routine(TableName.of("d.p")))
        .isPresent();
  }

  @Test
  void forgetsDroppedDefinitionsWhenReadBack() {
    learn("create table d.t (a int); create view d.v as select a from d.t");
    learn("create table e.t (a int)");
    learn("drop view d.v; drop database e; rename table d.t to d.w");
    SqlCatalog catalog = restored();
    assertThat(catalog.view(TableName.of("d.v"))).isEmpty();
    assertThat(catalog.columns(TableName.of("e.t"))).isEmpty();
    assertThat(catalog.columns(TableName.of("d.t"))).isEmpty();
    assertThat(catalog.columns(TableName.of("d.w"))).containsExactly(Bytes.of("a"));
  }

  @Test
  void writesNothingWhenNothingIsDefined() {
    learn("create table d.t (a int)");
    int before = written;
    learn("select a from d.t; insert into d.t values (1)");
    assertThat(written).isEqualTo(before);
    assertThat(state.change()).isEqualTo(CatalogChange.NONE);
  }

  @Test
  void storesAtMostTwiceTheDefinitionsUnderEndlessChange() {
    for (int i = 0; i < 5_000; i++) {
      learn("create or replace view d.v" + i % 7 + " as select a from d.t" + i);
      assertThat(stored.length()).isLessThan(20_000);
    }
    assertThat(written).as("bytes for a definition").isLessThan(5_000 * 150);
    for (int view = 0; view < 7; view++) {
      check(TableName.of("d.v" + view));
    }
  }

  @Test
  void keepsTheLatestDefinitionsWhenSpaceIsShort() {
    for (int i = 0; i < 2_000; i++) {
      learn("create table d.t" + i + " (first_column int, second_column int)");
    }
    assertThat(stored.length()).isLessThan(2 * SMALL + (1 << 14) + 100);
    assertThat(restored().columns(TableName.of("d.t0"))).isEmpty();
    check(TableName.of("d.t1999"));
    check(TableName.of("d.t1950"));
  }

  @Test
  void keepsRandomDefinitionsAcrossRestarts() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int step = 0; step < 400; step++) {
      int n = random.nextInt(12);
      learn(
          switch (random.nextInt(6)) {
            case 0 -> "create or replace view d.x" + n + " as select a from d.t" + step;
            case 1 -> "create table d.x" + n + " (c" + step + " int)";
            case 2 -> "drop view if exists d.x" + n;
            case 3 -> "drop table if exists d.x" + n;
            case 4 -> "rename table d.x" + n + " to d.x" + random.nextInt(12);
            default -> "create function d.x" + n + "() returns int return (select a from d.t)";
          });
    }
    for (int n = 0; n < 12; n++) {
      TableName name = TableName.of("d.x" + n);
      SqlCatalog catalog = restored();
      assertThat(catalog.view(name)).as("seed " + seed).isEqualTo(analyzer.catalog().view(name));
      check(name);
    }
  }

  @Test
  void assumesNoTemporaryTableForRoutinesOfAnEarlierVersion() {
    TableName own = TableName.of("d.own");
    TableUse made = new TableUse(own, Access.CREATE, TableName.NONE, true, true);
    stored = keptBefore(TableName.of("d.p"), made);
    assertThat(restored().routine(TableName.of("d.p")).orElseThrow())
        .containsExactly(made, new TableUse(own, Access.DROP, TableName.NONE, true, true));
  }

  @Test
  void knowsThatARoutineLeavesATemporaryTableWhenItIsReadBack() {
    learn("create procedure d.p() create temporary table d.pile (i int)");
    TableName name = TableName.of("d.p");
    assertThat(restored().routine(name)).isEqualTo(analyzer.catalog().routine(name)).isPresent();
  }

  /** Saved routine that creates a table, from before its DROP was saved. */
  private static Bytes keptBefore(TableName routine, TableUse made) {
    StateWriter body = new StateWriter();
    body.number(1).bytes(made.name().database()).bytes(made.name().table());
    body.bytes(Bytes.of(made.access().name())).bytes(Bytes.EMPTY).bytes(Bytes.EMPTY);
    body.truth(made.isTemporary()).truth(made.isCertain());
    StateWriter out = new StateWriter();
    out.number(CatalogKind.ROUTINE.code()).truth(true);
    out.bytes(routine.database()).bytes(routine.table()).bytes(body.saved().bytes());
    return out.saved().bytes();
  }

  @Test
  void rejectsTornPagesWhenReadBack() {
    learn("create table d.t (a int, b int); create view d.v as select a from d.t");
    stored = stored.slice(0, stored.length() - 1);
    assertThatThrownBy(this::restored).isInstanceOf(ColophonException.class);
  }
}
