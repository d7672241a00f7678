// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.cypher.CypherNode;
import org.colophon.core.spi.cypher.CypherPath;
import org.colophon.core.spi.cypher.CypherRelationship;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests results and refusals of procedures and functions over {@link SmallHistory}. */
class LineageProceduresTest {
  private static final String ANCESTORS =
      "CALL colophon.ancestors($target, $options) YIELD node, relationship, depth, lsn"
          + " RETURN CASE WHEN node:Process THEN 'process:' ELSE 'object:' END + node.id, "
          + " type(relationship), depth, lsn, relationship.firstLsn";

  private static TwoStores stores;

  @BeforeAll
  static void open(@TempDir Path directory) {
    stores = new TwoStores(directory.resolve("graph"), Map.of());
    stores.append(SmallHistory::batch);
  }

  @AfterAll
  static void close() {
    stores.close();
  }

  private static List<Object> ids(String procedure, Object target, Map<String, Object> options) {
    return stores.column(
        "CALL colophon."
            + procedure
            + "($target, $options) YIELD node RETURN"
            + " CASE WHEN node:Process THEN 'process:' ELSE 'object:' END + node.id",
        "target",
        target,
        "options",
        options);
  }

  private static ErrorCode refusal(String text, String... said) {
    try {
      stores.rows(text);
    } catch (ColophonException e) {
      assertThat(said).allSatisfy(part -> assertThat(e).hasMessageContaining(part));
      return e.code();
    }
    throw new AssertionError("not refused: " + text);
  }

  // --- ancestors and descendants ---

  @Test
  void reportsHowEachAncestorWasReached() {
    assertThat(stores.rows(ANCESTORS, "target", "/w/prog", "options", Map.of("dataOnly", true)))
        .containsExactly(
            Arrays.asList("object:4", null, 0L, 53L, null),
            Arrays.asList("process:3", "WAS_GENERATED_BY", 1L, 32L, 32L),
            Arrays.asList("object:3", "USED", 1L, 31L, 31L),
            Arrays.asList("process:2", "WAS_GENERATED_BY", 2L, 24L, 24L),
            Arrays.asList("object:2", "USED", 2L, 23L, 23L),
            Arrays.asList("object:1", "USED", 2L, 22L, 22L),
            Arrays.asList("object:6", "USED", 2L, 21L, 21L),
            Arrays.asList("process:1", "WAS_INFORMED_BY", 3L, 20L, null));
  }

  @Test
  void includesProcessesThatChangedAttributes() {
    assertThat(stores.rows(ANCESTORS, "target", "/w/mode", "options", Map.of()))
        .contains(Arrays.asList("process:5", "WAS_INFLUENCED_BY", 1L, 51L, 51L));
    assertThat(
            stores.column(
                "MATCH (:Object {name: '/w/mode'})-[:WAS_INFLUENCED_BY {operation: 'METADATA'}]->(p)"
                    + " RETURN p.id"))
        .containsExactly(5L);
  }

  @Test
  void returnsRelationshipsThatEndAtTheirRowsNode() {
    for (List<Object> row :
        stores.rows(
            "CALL colophon.ancestors('/w/prog') YIELD node, relationship"
                + " WHERE relationship IS NOT NULL"
                + " RETURN node, relationship, startNode(relationship), endNode(relationship)")) {
      CypherNode node = (CypherNode) row.get(0);
      CypherRelationship relationship = (CypherRelationship) row.get(1);
      assertThat(relationship.end()).isEqualTo(node.id());
      assertThat(((CypherNode) row.get(3)).id()).isEqualTo(node.id());
    }
  }

  @Test
  void followsTimeForDescendants() {
    assertThat(ids("descendants", "/w/a.c", Map.of()))
        .containsExactly("object:1", "process:2", "object:3", "process:3", "object:4");
    assertThat(ids("descendants", "/w/b.c", Map.of()))
        .containsExactly("object:5", "process:4", "object:3");
  }

  @ParameterizedTest
  @CsvSource({
    "/w/a.c, object:1",
    "/w/../w/./a.c, object:1",
    "/w/app@released, object:4",
    "/w/app@49, object:4",
    "process:2, process:2",
    "object:4, object:4",
    "pid:3, process:3",
    "/w/\\xe9, object:8"
  })
  void resolvesTargetsLikeTheCommand(String target, String root) {
    assertThat(ids("ancestors", target, Map.of("depth", 0L))).startsWith(root);
  }

  @Test
  void includesEverythingBelowADirectoryTarget() {
    assertThat(ids("ancestors", "/w", Map.of("depth", 0L)))
        .contains("object:1", "object:3", "object:4", "object:7")
        .doesNotContain("object:6");
  }

  @Test
  void acceptsNodesAsTargets() {
    assertThat(
            stores.column(
                "MATCH (f:File {name: '/w/a.c'})"
                    + " CALL colophon.descendants(f, {depth: 1}) YIELD node RETURN node.id"))
        .containsExactly(1L, 2L, 3L);
    assertThat(
            stores.column(
                "MATCH (p:Process {id: 3}) CALL colophon.ancestors(p, {depth: 1}) YIELD node"
                    + " WHERE node:Object RETURN node.id"))
        .containsExactly(3L);
  }

  @Test
  void acceptsSeveralTargets() {
    assertThat(ids("ancestors", List.of("/w/a.c", "/w/b.c", "object:1"), Map.of()))
        .containsExactlyInAnyOrder("object:1", "object:5");
    assertThat(
            stores.column(
                "MATCH (f:File) WHERE f.name IN ['/w/a.c', '/w/b.c'] WITH collect(f) AS files"
                    + " CALL colophon.descendants(files, {depth: 1}) YIELD node"
                    + " WHERE node:Process RETURN node.id"))
        .containsExactlyInAnyOrder(2L, 4L);
  }

  // --- agent ---

  @Test
  void findsTheUserOfAProcessThroughItsParents() {
    String agents = "MATCH (p:Process) RETURN p.id, colophon.agent(p%s).label ORDER BY p.id";
    assertThat(stores.rows(agents.formatted("")))
        .containsExactly(
            List.of(1L, "user 1000"),
            List.of(2L, "user 1000"),
            List.of(3L, "user 1000"),
            Arrays.asList(4L, null),
            Arrays.asList(5L, null));
    assertThat(stores.rows(agents.formatted(", 5"))).contains(Arrays.asList(1L, null));
    assertThat(stores.rows(agents.formatted(", 25"))).contains(Arrays.asList(3L, null));
    assertThat(stores.value("RETURN colophon.agent(null)")).isNull();
    assertThat(refusal("MATCH (o:File) RETURN colophon.agent(o)", "Process"))
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  // --- between ---

  private static List<String> between(Object sources, Object sinks) {
    return stores
        .rows(
            "CALL colophon.between($sources, $sinks) YIELD effect, relationship, cause, lsn"
                + " RETURN effect.id + ' ' + type(relationship) + ' ' + cause.id + ' at ' + lsn",
            "sources",
            sources,
            "sinks",
            sinks)
        .stream()
        .map(row -> row.get(0).toString())
        .toList();
  }

  @Test
  void returnsEveryRelationshipOnPathsFromSourcesToSinks() {
    assertThat(between("/w/a.c", "/w/prog"))
        .containsExactly(
            "4 WAS_GENERATED_BY 3 at 32",
            "3 USED 3 at 31",
            "3 WAS_GENERATED_BY 2 at 24",
            "2 USED 1 at 22");
    assertThat(between(List.of("/w/a.c", "/w/a.h"), List.of("/w/prog", "/w/mode")))
        .hasSize(5)
        .contains("2 USED 2 at 23");
  }

  @Test
  void returnsNothingBetweenWhenNoPathRespectsTime() {
    assertThat(between("/w/b.c", "/w/prog")).isEmpty();
    assertThat(between("/w/prog", "/w/a.c")).isEmpty();
  }

  // --- options ---

  @Test
  void stopsAtTheDepth() {
    assertThat(ids("ancestors", "/w/prog", Map.of("depth", 1L, "dataOnly", true)))
        .containsExactly("object:4", "process:3", "object:3");
  }

  @Test
  void omitsWhatOptionsExclude() {
    assertThat(ids("ancestors", "/w/prog", Map.of("code", false))).doesNotContain("object:6");
    assertThat(ids("ancestors", "/w/prog", Map.of("hide", List.of("/usr/**", "*.h"))))
        .doesNotContain("object:6", "object:2")
        .contains("object:1");
    assertThat(ids("ancestors", "/w/prog", Map.of("limit", 3L))).hasSize(3);
    assertThat(ids("ancestors", "/w/prog", Map.of("fold", true)))
        .doesNotContain("object:6")
        .contains("object:1");
    assertThat(ids("ancestors", "/w/prog", Map.of("mine", "/elsewhere")))
        .contains("object:4", "process:3")
        .doesNotContain("object:3", "object:1");
  }

  @Test
  void keepsProgramsThatJoinShownNodes() {
    assertThat(ids("ancestors", "/w/prog", Map.of("hide", List.of("/**/bin"))))
        .contains("object:1");
    assertThat(ids("ancestors", "/w/prog", Map.of("hide", List.of("/**"))))
        .containsExactly("object:4");
  }

  @Test
  void usesAsOfWhenGiven() {
    assertThat(ids("ancestors", "/w/a.o", Map.of()))
        .contains("object:5")
        .doesNotContain("object:1");
    for (Object asOf : List.of(39L, "39")) {
      assertThat(ids("ancestors", "/w/a.o", Map.of("asOf", asOf)))
          .contains("object:1")
          .doesNotContain("object:5");
    }
    assertThat(ids("descendants", "/w/a.c", Map.of("asOf", 30L))).doesNotContain("object:4");
    assertThat(ids("ancestors", "/w/app", Map.of("asOf", "released"))).contains("object:1");
    assertThat(
            stores.column(
                "CALL colophon.ancestors('/w/a.o', {asOf: colophon.time(39)}) YIELD node"
                    + " WHERE node:Object RETURN node.id"))
        .contains(1L)
        .doesNotContain(5L);
  }

  @Test
  void distinguishesSnapshotsWhoseNamesDifferInBrackets() {
    String version = "RETURN colophon.version(colophon.object('/w/a.o'), $asOf).number";
    assertThat(stores.value(version, "asOf", "nightly")).isEqualTo(0L);
    assertThat(stores.value(version, "asOf", "nightly[2]")).isEqualTo(1L);
    String zoned = "datetime({datetime: colophon.time(39), timezone: 'Europe/Berlin'})";
    assertThat(stores.value(version.replace("$asOf", zoned))).isEqualTo(0L);
  }

  @Test
  void usesAsOfOfTheStatementByDefault() {
    String ancestors = "CALL colophon.ancestors('/w/a.o', {%s}) YIELD node RETURN node.id";
    assertThat(stores.rowsAsOf(39, ancestors.formatted(""))).contains(List.of(1L));
    assertThat(stores.rowsAsOf(39, ancestors.formatted("asOf: 60"))).doesNotContain(List.of(1L));
    assertThat(stores.rowsAsOf(39, "RETURN colophon.version(colophon.object('/w/a.o')).number"))
        .containsExactly(List.of(0L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{deph: 3}|deph",
        "{depth: -1}|depth",
        "{depth: 1.5}|depth",
        "{depth: 'deep'}|depth",
        "{depth: 99999999999}|depth",
        "{limit: 0}|limit",
        "{dataOnly: 1}|dataOnly",
        "{code: 'no'}|code",
        "{hide: 3}|hide",
        "{hide: [3]}|hide",
        "{fold: 'no'}|fold",
        "{mine: 'relative'}|mine",
        "{asOf: 1.5}|asOf",
        "{asOf: 0}|asOf",
        "{asOf: -5}|asOf",
        "{asOf: [1]}|asOf",
        "{asOf: 'no such snapshot'}|no such snapshot"
      })
  void rejectsAWrongOptionByName(String options, String named) {
    assertThat(
            refusal(
                "CALL colophon.ancestors('/w/a.c', " + options + ") YIELD node RETURN node", named))
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void treatsNullAsAbsent() {
    assertThat(
            stores.column(
                "CALL colophon.ancestors('/w/a.c', {asOf: null, depth: null, hide: null, limit: null,"
                    + " code: null, dataOnly: null}) YIELD node RETURN node.id"))
        .containsExactly(1L);
    assertThat(stores.column("CALL colophon.ancestors('/w/a.c', null) YIELD node RETURN node.id"))
        .containsExactly(1L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'/w/nothing'", "'process:99'", "'object:99'", "'pid:99'"})
  void reportsAnUnknownTarget(String target) {
    assertThat(refusal("CALL colophon.ancestors(" + target + ") YIELD node RETURN node"))
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void suggestsSimilarNamesWhenATargetIsUnknown() {
    refusal("CALL colophon.ancestors('/w/a.d') YIELD node RETURN node", "did you mean", "/w/a.c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1", "[1]", "[]", "[['/w/a.c']]", "['/w/a.c', null]", "{a: 1}"})
  void rejectsAnInvalidTarget(String target) {
    assertThat(refusal("CALL colophon.ancestors(" + target + ") YIELD node RETURN node", "target"))
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void rejectsATargetNodeOfAnotherKind() {
    assertThat(
            refusal(
                "MATCH (s:Snapshot) CALL colophon.ancestors(s) YIELD node RETURN node",
                "[Snapshot]",
                "Process or an Object"))
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'", "\"})", "/w/a.c' OR 1=1 //", "\n", "`", "\u0000", "/w/\u202e"})
  void acceptsHostileTextsAsNames(String text) {
    assertThatThrownBy(() -> ids("ancestors", text, Map.of()))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThat(stores.value("RETURN colophon.object($text)", "text", text)).isNull();
  }

  // --- why ---

  @Test
  void returnsARealPathBetweenConnectedNodes() {
    CypherPath path =
        (CypherPath) stores.value("CALL colophon.why('/w/prog', '/w/a.c') YIELD path RETURN path");
    assertThat(path.nodes())
        .extracting(node -> node.properties().get("id"))
        .containsExactly(4L, 3L, 3L, 2L, 1L);
    assertThat(path.relationships())
        .extracting(CypherRelationship::type)
        .containsExactly("WAS_GENERATED_BY", "USED", "WAS_GENERATED_BY", "USED");
    assertThat(stores.value("CALL colophon.why('/w/prog', 'object:1') YIELD length RETURN length"))
        .isEqualTo(4L);
  }

  @Test
  void returnsNoPathWhenNoneRespectsTime() {
    assertThat(stores.rows("CALL colophon.why('/w/prog', '/w/b.c') YIELD path RETURN path"))
        .isEmpty();
    // Without respect for time a path exists: 4 read b.c and wrote a.o; 3 read a.o and wrote app.
    assertThat(
            stores.rows(
                "MATCH p = (:File {name: '/w/prog'})-[:WAS_GENERATED_BY|USED*1..6]->"
                    + "(:File {name: '/w/b.c'}) RETURN p"))
        .isNotEmpty();
  }

  @Test
  void rejectsAWrongOptionOfWhyByName() {
    assertThat(
            refusal(
                "CALL colophon.why('/w/prog', '/w/a.c', {depth: 3}) YIELD path RETURN path",
                "depth"))
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  // --- functions ---

  @Test
  void resolvesRelativeNamesAgainstTheDirectoryOfTheStatement() {
    List<Object> found = List.of(4L);
    assertThat(stores.rowsIn("/w", Lsn.LATEST, "RETURN colophon.object('prog').id"))
        .containsExactly(found);
    String ancestors = "CALL colophon.ancestors('./prog') YIELD depth WHERE depth = 0 RETURN 4";
    assertThat(stores.rowsIn("/w", Lsn.LATEST, ancestors)).containsExactly(found);
    assertThat(stores.value("RETURN colophon.object('prog')")).isNull();
  }

  @Test
  void findsObjectsByPathAsOf() {
    assertThat(stores.value("RETURN colophon.object('/w/prog').id")).isEqualTo(4L);
    assertThat(stores.value("RETURN colophon.object('/w/app', 49).id")).isEqualTo(4L);
    assertThat(stores.value("RETURN colophon.object('/w/app@released').id")).isEqualTo(4L);
    assertThat(stores.value("RETURN colophon.object('/w/prog', 49)")).isNull();
    assertThat(stores.value("RETURN colophon.object('/nothing')")).isNull();
    assertThat(stores.value("RETURN colophon.object(null)")).isNull();
    assertThat(stores.value("RETURN colophon.object('process:1')")).isNull();
    assertThat(stores.value("RETURN colophon.object('/w')")).isNull();
  }

  @Test
  void reportsNamesAsOf() {
    assertThat(stores.value("RETURN colophon.names(colophon.object('/w/prog'))"))
        .isEqualTo(List.of("/w/prog"));
    assertThat(stores.value("RETURN colophon.names(colophon.object('/w/prog'), 49)"))
        .isEqualTo(List.of("/w/app"));
    assertThat(stores.value("RETURN colophon.names(colophon.object('/w/\\\\xe9'))"))
        .isEqualTo(List.of("/w/\\xe9"));
    assertThat(stores.value("RETURN colophon.names(null)")).isNull();
    assertThat(refusal("MATCH (p:Process) RETURN colophon.names(p)", "Object"))
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @Test
  void reportsVersionsAsOf() {
    Map<String, Object> first = new HashMap<>();
    first.put("number", 0L);
    first.put("beginLsn", null);
    first.put("lsn", null);
    assertThat(stores.value("RETURN colophon.version(colophon.object('/w/a.o'), 39)"))
        .isEqualTo(first);
    assertThat(stores.value("RETURN colophon.version(colophon.object('/w/a.o'))"))
        .isEqualTo(Map.of("number", 1L, "beginLsn", 40L, "lsn", 40L));
    assertThat(stores.value("RETURN colophon.version(null)")).isNull();
  }

  @Test
  void turnsTimesIntoLsnsAndBack() {
    assertThat(stores.value("RETURN colophon.lsn('released')")).isEqualTo(45L);
    assertThat(stores.value("RETURN colophon.lsn('17')")).isEqualTo(17L);
    assertThat(stores.value("RETURN colophon.lsn(toString(colophon.time(30)))")).isEqualTo(30L);
    assertThat(stores.value("RETURN colophon.time(30)")).isEqualTo("2023-11-14T22:13:20.03Z");
    assertThat(stores.value("RETURN colophon.time(99999999)")).isNull();
    assertThat(stores.value("RETURN colophon.lsn(null)")).isNull();
    assertThat(stores.value("RETURN colophon.time(null)")).isNull();
    assertThat(refusal("RETURN colophon.lsn('some time')", "some time"))
        .isEqualTo(ErrorCode.BAD_REQUEST);
  }

  // --- documentation ---

  @Test
  void describesEveryProcedure() {
    assertThat(
            stores.rows(
                "SHOW PROCEDURES YIELD name, mode, description, signature"
                    + " WHERE name STARTS WITH 'colophon.' AND description <> ''"
                    + " RETURN name, mode, signature ORDER BY name"))
        .containsExactly(
            List.of(
                "colophon.ancestors",
                "READ",
                "colophon.ancestors(target :: ANY, options = {} :: MAP) :: (node :: NODE,"
                    + " relationship :: RELATIONSHIP, depth :: INTEGER, lsn :: INTEGER)"),
            List.of(
                "colophon.between",
                "READ",
                "colophon.between(sources :: ANY, sinks :: ANY, options = {} :: MAP) ::"
                    + " (effect :: NODE, relationship :: RELATIONSHIP, cause :: NODE,"
                    + " lsn :: INTEGER)"),
            List.of(
                "colophon.descendants",
                "READ",
                "colophon.descendants(target :: ANY, options = {} :: MAP) :: (node :: NODE,"
                    + " relationship :: RELATIONSHIP, depth :: INTEGER, lsn :: INTEGER)"),
            List.of(
                "colophon.why",
                "READ",
                "colophon.why(effect :: ANY, cause :: ANY, options = {} :: MAP) :: (path :: PATH,"
                    + " length :: INTEGER)"));
    assertThat(
            stores.column(
                "SHOW FUNCTIONS YIELD name, description, signature"
                    + " WHERE name STARTS WITH 'colophon.' AND description <> ''"
                    + " RETURN signature ORDER BY name"))
        .containsExactly(
            "colophon.agent(process :: NODE, asOf = null :: ANY) :: NODE",
            "colophon.lsn(when :: STRING) :: INTEGER",
            "colophon.names(object :: NODE, asOf = null :: ANY) :: LIST<ANY>",
            "colophon.object(path :: STRING, asOf = null :: ANY) :: NODE",
            "colophon.time(lsn :: INTEGER) :: ZONED DATETIME",
            "colophon.version(object :: NODE, asOf = null :: ANY) :: MAP");
    assertThat(stores.engine().vocabulary().procedures()).contains("colophon.why");
    assertThat(stores.engine().vocabulary().functions()).contains("colophon.version");
  }
}
