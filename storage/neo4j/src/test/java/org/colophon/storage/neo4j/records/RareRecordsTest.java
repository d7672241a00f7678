// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.records;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.fact.Gap;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.names.NameStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.ResourceIterable;
import org.neo4j.graphdb.Transaction;
import org.neo4j.internal.helpers.collection.Iterables;

class RareRecordsTest {
  private static final int LARGEST = 64 << 20;

  private static NameStore store;

  private final RareRecords rare = new RareRecords();

  @BeforeAll
  static void openStore() {
    store = new NameStore();
  }

  @AfterAll
  static void closeStore() {
    store.close();
  }

  @BeforeEach
  void clearStore() {
    store.clear();
  }

  private void extend(String type, Bytes data, long lsn) {
    store.write(
        transaction ->
            rare.extended(transaction, type, data, lsn, null, store.object(transaction, 7)));
  }

  private static <T> T ofObject(Function<Node, T> question) {
    return store.read(transaction -> question.apply(store.object(transaction, 7)));
  }

  private static String text(Transaction transaction, String type) {
    Node record = transaction.findNode(NodeLabel.EXTENDED_RECORD, PropertyKey.TYPE, type);
    return (String) record.getProperty(PropertyKey.TEXT, null);
  }

  @Test
  void readsTheLargestRecordWithLittleMemory() {
    Bytes data = random(LARGEST);
    extend("large", data, 1);
    store.reopen(Map.of("transaction-bytes", "64m"));
    List<ExtendedRecord> found = ofObject(object -> rare.extendedRecords(null, object));
    store.reopen(Map.of());
    assertThat(found).hasSize(1);
    assertThat(found.get(0).data().equals(data)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1, DataParts.PART_BYTES - 1, DataParts.PART_BYTES})
  void keepsDataAroundBoundaryOfPart(int beyond) {
    Bytes data = random(DataParts.PART_BYTES + beyond);
    extend("parts", data, 1);
    List<ExtendedRecord> found = ofObject(object -> rare.extendedRecords(null, object));
    assertThat(found).extracting(ExtendedRecord::data).containsExactly(data);
  }

  private static Bytes random(int length) {
    byte[] data = new byte[length];
    new Random(1).nextBytes(data);
    return Bytes.wrap(data);
  }

  @Test
  void showsTextWhenDataIsShortText() {
    extend("text", Bytes.of("caf\u00e9 \u0000 \"`"), 1);
    extend("bytes", Bytes.wrap(new byte[] {(byte) 0xff}), 2);
    extend("long", Bytes.of("x".repeat(4001)), 3);
    extend("limit", Bytes.of("x".repeat(4000)), 4);
    List<String> texts =
        store.read(
            transaction ->
                List.of(
                    text(transaction, "text"),
                    String.valueOf(text(transaction, "bytes")),
                    String.valueOf(text(transaction, "long")),
                    text(transaction, "limit")));
    assertThat(texts).containsExactly("caf\u00e9 \u0000 \"`", "null", "null", "x".repeat(4000));
  }

  @Test
  void keepsOrderWhenLsnIsShared() {
    for (int i = 0; i < 20; i++) {
      extend("type" + i, Bytes.EMPTY, 5 + i / 10);
    }
    List<String> types =
        ofObject(
            object ->
                rare.extendedRecords(null, object).stream().map(ExtendedRecord::type).toList());
    assertThat(types).hasSize(20);
    for (int i = 0; i < 20; i++) {
      assertThat(types.get(i)).isEqualTo("type" + i);
    }
  }

  /**
   * Lineage of a table requests the records of each of its many writers together with the table.
   */
  @Test
  void readsFewRecordsWhenOneNodeHasMany() {
    int processes = 5_000;
    store.write(
        transaction -> {
          Node object = store.object(transaction, 7);
          for (long id = 1; id <= processes; id++) {
            Node process = transaction.createNode(NodeLabel.PROCESS);
            process.setProperty(PropertyKey.ID, id);
            rare.extended(transaction, "note", Bytes.of("" + id), id, process, object);
            rare.extended(transaction, "alone", Bytes.EMPTY, id, process, null);
          }
        });
    AtomicLong read = new AtomicLong();
    List<String> told =
        store.read(
            transaction -> {
              Node object = counting(store.object(transaction, 7), read);
              List<String> all = new ArrayList<>();
              for (long id = 1; id <= processes; id++) {
                Node process = transaction.findNode(NodeLabel.PROCESS, PropertyKey.ID, id);
                rare.extendedRecords(counting(process, read), object)
                    .forEach(each -> all.add(each.process() + " " + each.data()));
              }
              return all;
            });
    assertThat(told)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, processes).mapToObj(id -> id + " " + id).toList());
    assertThat(read.get()).isEqualTo(2L * processes);
  }

  @Test
  void returnsSameRecordsWhicheverNodeHasMore() {
    List<ExtendedRecord> told = new ArrayList<>();
    store.write(
        transaction -> {
          Node process = transaction.createNode(NodeLabel.PROCESS);
          process.setProperty(PropertyKey.ID, 3L);
          for (long id = 7; id < 107; id++) {
            rare.extended(
                transaction, "note", Bytes.EMPTY, id, process, store.object(transaction, id));
          }
          rare.extended(transaction, "alone", Bytes.EMPTY, 200, null, store.object(transaction, 7));
          told.addAll(rare.extendedRecords(process, store.object(transaction, 7)));
          told.addAll(rare.extendedRecords(process, store.object(transaction, 106)));
        });
    assertThat(told).extracting(ExtendedRecord::lsn).containsExactly(7L, 106L);
  }

  /** Returns a node that counts the reads of its relationships. */
  private static Node counting(Node node, AtomicLong read) {
    return (Node)
        Proxy.newProxyInstance(
            RareRecordsTest.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) -> {
              Object answer = method.invoke(node, arguments);
              return answer instanceof ResourceIterable<?> all ? counted(all, read) : answer;
            });
  }

  private static ResourceIterable<Object> counted(ResourceIterable<?> all, AtomicLong read) {
    List<Object> list = new ArrayList<>();
    all.forEach(list::add);
    all.close();
    read.addAndGet(list.size());
    return Iterables.asResourceIterable(list);
  }

  @Test
  void reportsSnapshotsAndLossesOfAnyName() {
    List<String> names = List.of("", "a'b\"`\n", "x".repeat(20_000));
    store.write(
        transaction -> {
          for (int i = 0; i < names.size(); i++) {
            rare.snapshot(transaction, names.get(i), 3, i);
          }
          for (GapCause cause : GapCause.values()) {
            rare.gap(transaction, cause, 2, 4, null);
          }
        });
    assertThat(store.read(rare::snapshots))
        .containsExactly(
            new Snapshot(names.get(0), 3, 0),
            new Snapshot(names.get(1), 3, 1),
            new Snapshot(names.get(2), 3, 2));
    assertThat(store.read(rare::gaps))
        .hasSize(GapCause.values().length)
        .contains(new Gap(4, 0, GapCause.IO_URING, 2));
  }
}
