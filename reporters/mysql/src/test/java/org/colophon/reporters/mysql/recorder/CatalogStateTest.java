// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.SchemaScript;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.sql.catalog.CatalogKind;
import org.colophon.reporters.mysql.sql.catalog.SqlCatalog;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.colophon.reporters.mysql.sql.model.TableUse;
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
    for (CatalogKind kind : CatalogKind.values()) {
      assertThat(catalog.body(kind, name)).isEqualTo(analyzer.catalog().body(kind, name));
    }
  }

  private Optional<List<TableUse>> restored(CatalogKind kind, String name) {
    return restored().body(kind, TableName.of(name));
  }

  @Test
  void restoresAllDefinitions() {
    learn("create table d.t (a int, b int); create view d.v as select a from d.t");
    learn("create function d.f() returns int return (select max(b) from d.t)");
    learn("create procedure d.p() insert into d.u select * from d.t");
    assertThat(restored(CatalogKind.VIEW, "d.v").orElseThrow()).hasSize(1);
    assertThat(restored().hasFunctions()).isTrue();
    assertThat(restored(CatalogKind.ROUTINE, "d.p")).isPresent();
    check(TableName.of("d.p"));
  }

  @Test
  void omitsDroppedDefinitionsWhenReadBack() {
    learn("create view d.v as select a from d.t");
    learn("create view e.v as select a from d.t");
    learn("create view d.old as select a from d.t");
    learn("drop view d.v; drop database e; rename table d.old to d.new");
    assertThat(restored(CatalogKind.VIEW, "d.v")).isEmpty();
    assertThat(restored(CatalogKind.VIEW, "e.v")).isEmpty();
    assertThat(restored(CatalogKind.VIEW, "d.old")).isEmpty();
    assertThat(restored(CatalogKind.VIEW, "d.new")).isPresent();
  }

  @Test
  void writesNothingForStatementsThatDefineNothing() {
    learn("create view d.v as select a from d.t");
    int before = written;
    learn("create table d.t (a int); select a from d.t; insert into d.t values (1)");
    assertThat(written).isEqualTo(before);
    assertThat(state.change()).isEqualTo(CatalogChange.NONE);
  }

  @Test
  void boundsStoredSizeDuringEndlessChanges() {
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
  void evictsOldestDefinitionsAboveLimit() {
    for (int i = 0; i < 2_000; i++) {
      learn("create view d.v" + i + " as select a from d.t" + i);
    }
    assertThat(stored.length()).isLessThan(2 * SMALL + (1 << 14) + 100);
    assertThat(restored(CatalogKind.VIEW, "d.v0")).isEmpty();
    check(TableName.of("d.v1999"));
    check(TableName.of("d.v1950"));
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
            case 1 -> "create procedure d.x" + n + "() insert into d.t" + step + " values (1)";
            case 2 -> "drop view if exists d.x" + n;
            case 3 -> "drop procedure if exists d.x" + n;
            case 4 -> "rename table d.x" + n + " to d.x" + random.nextInt(12);
            default -> "create function d.x" + n + "() returns int return (select a from d.t)";
          });
    }
    for (int n = 0; n < 12; n++) {
      TableName name = TableName.of("d.x" + n);
      assertThat(restored().body(CatalogKind.VIEW, name))
          .as("seed " + seed)
          .isEqualTo(analyzer.catalog().body(CatalogKind.VIEW, name));
      check(name);
    }
  }

  @Test
  void restoresRoutineThatCreatesTemporaryTable() {
    learn("create procedure d.p() create temporary table d.pile (i int)");
    assertThat(restored(CatalogKind.ROUTINE, "d.p")).isPresent();
    check(TableName.of("d.p"));
  }

  @Test
  void rejectsIncompletePages() {
    learn("create table d.t (a int, b int); create view d.v as select a from d.t");
    stored = stored.slice(0, stored.length() - 1);
    assertThatThrownBy(this::restored).hasFieldOrPropertyWithValue("code", ErrorCode.STORE_CORRUPT);
  }
}
