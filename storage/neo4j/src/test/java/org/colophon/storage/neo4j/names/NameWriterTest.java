// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests hostile names, and directories that do not exist in any file system. */
class NameWriterTest {
  private static final int KIB_64 = 64 << 10;

  /** Length of a path with half as many segments. */
  private static final int DEEP = 10_000;

  private static NameStore store;

  private final RecordBatchBuilder history = new RecordBatchBuilder();

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

  private void write() {
    RecordBatch batch = history.build();
    store.write(transaction -> store.apply(transaction, batch));
  }

  private static <T> T read(Function<LineageReader, T> question) {
    return store.read(transaction -> question.apply(store.reader(transaction)));
  }

  private static long resolve(Bytes path, long asOfLsn) {
    return read(reader -> reader.resolve(path, asOfLsn));
  }

  private static List<NameBinding> bindingsOf(Bytes path) {
    return read(reader -> reader.bindingsOf(path));
  }

  private static List<NameBinding> namesOf(long object) {
    return read(reader -> reader.namesOf(object));
  }

  private static List<String> under(LineageReader reader, String directory) {
    List<String> found = new ArrayList<>();
    reader.under(Bytes.of(directory), Lsn.LATEST, (path, object) -> found.add(path + "=" + object));
    return found;
  }

  private static List<Bytes> from(Bytes prefix) {
    return read(
        reader -> {
          List<Bytes> found = new ArrayList<>();
          reader.pathsFrom(prefix, (path, object) -> found.add(path));
          return found;
        });
  }

  /** Checks for each limit that the reader returns that many paths, the first ones in order. */
  private static void checkFirst(List<Bytes> all) {
    for (int limit = 1; limit <= all.size(); limit++) {
      int most = limit;
      List<Bytes> found = new ArrayList<>();
      read(
          reader -> {
            reader.pathsFrom(Bytes.EMPTY, most, (path, object) -> found.add(path));
            return null;
          });
      assertThat(found).isEqualTo(all.subList(0, limit));
    }
  }

  private static Bytes repeated(String part, int length) {
    byte[] path = new byte[length];
    Arrays.fill(path, (byte) '/');
    for (int i = 1; i < length; i++) {
      path[i] = (byte) part.charAt((i - 1) % part.length());
    }
    return Bytes.wrap(path);
  }

  private static Bytes bytes(int... values) {
    byte[] path = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      path[i] = (byte) values[i];
    }
    return Bytes.wrap(path);
  }

  /** Returns hostile names: deep, long, empty, and with special characters. */
  private static List<Bytes> hostile() {
    return List.of(
        Bytes.EMPTY,
        Bytes.of("/"),
        Bytes.of("//"),
        Bytes.of("/a//b/"),
        Bytes.of("tcp://h:1"),
        Bytes.of("mysql://h/db/t"),
        Bytes.of("/line\nfeed"),
        Bytes.of("/quo\"te's `back` \\n ${x} \u202e"),
        bytes('/', 0, 'x'),
        bytes('/', 'c', 'a', 'f', 0xe9),
        bytes('/', 0xff, '/', 0xfe, 0xfd),
        bytes('/', 0xed, 0xa0, 0x80),
        Bytes.of("/caf\u00e9"),
        Bytes.of("/caf\\xe9"),
        repeated("segment", KIB_64),
        repeated("d/", DEEP));
  }

  @Test
  void findsNamesOfArbitraryBytes() {
    List<Bytes> paths = hostile();
    for (int i = 0; i < paths.size(); i++) {
      history.bind(0, i + 1L, paths.get(i));
    }
    write();
    for (int i = 0; i < paths.size(); i++) {
      Bytes path = paths.get(i);
      NameBinding binding = new NameBinding(path, i + 1L, i + 1L, Lsn.OPEN);
      assertThat(resolve(path, Lsn.LATEST)).isEqualTo(i + 1L);
      assertThat(bindingsOf(path)).containsExactly(binding);
      assertThat(namesOf(binding.object())).containsExactly(binding);
      assertThat(from(path)).contains(path);
    }
    List<Bytes> sorted = paths.stream().sorted().toList();
    assertThat(from(Bytes.EMPTY)).isEqualTo(sorted);
    checkFirst(sorted);
    List<Bytes> visited = new ArrayList<>();
    read(
        reader -> {
          reader.under(Bytes.EMPTY, Lsn.LATEST, (path, object) -> visited.add(path));
          return null;
        });
    assertThat(visited).isEqualTo(sorted);
  }

  @Test
  void movesHostileNamesWithTheirDirectory() {
    Bytes directory = repeated("x", 5000);
    Bytes file = directory.concat(bytes('/', 0xff));
    Bytes moved = bytes('/', 0, '\n');
    history.bind(0, 1, file).rename(0, 0, directory, moved).unbind(0, 0, moved);
    write();
    Bytes movedFile = moved.concat(bytes('/', 0xff));
    assertThat(namesOf(1))
        .containsExactly(new NameBinding(file, 1, 1, 2), new NameBinding(movedFile, 1, 2, 3));
    assertThat(resolve(movedFile, 2)).isEqualTo(1);
  }

  @Test
  void suggestsInByteOrderWhenNamesAreNotText() {
    List<Bytes> paths =
        new ArrayList<>(
            List.of(
                Bytes.of("/n/\ufffd"),
                Bytes.of("/n/\ud83d\ude00"),
                Bytes.of("/n/z"),
                bytes('/', 'n', '/', 0xc3),
                Bytes.of("/n/\u00e9"),
                Bytes.of("/n/\u00e9").concat(repeated("y", 5000)),
                bytes('/', 'n', '/', 0xf0, 0x9f, 0x98)));
    paths.forEach(path -> history.bind(0, 1, path));
    write();
    paths.sort(null);
    assertThat(from(Bytes.of("/n/"))).isEqualTo(paths);
    checkFirst(paths);
    assertThat(from(bytes('/', 'n', '/', 0xc3)))
        .isEqualTo(paths.stream().filter(path -> path.at(3) == (byte) 0xc3).toList());
    assertThat(from(bytes('/', 'n', '/', 0xf0, 0x9f)))
        .isEqualTo(paths.stream().filter(path -> path.at(3) == (byte) 0xf0).toList());
  }

  /** Directories that end with a slash have no node in the tree. */
  @Test
  void answersLikeReferenceWhenDirectoryIsNotANode() {
    same(h -> h.rename(0, "/", "/x"));
    same(h -> h.rename(0, "tcp://", "udp://"));
    same(h -> h.rename(0, "/a/", "/new"));
    same(h -> h.rename(0, "", "/all"));
    same(h -> h.rename(0, "/a", "/"));
    same(h -> h.rename(0, "/a", ""));
    same(h -> h.rename(0, "/a", "/a/"));
    same(h -> h.rename(0, "/a", "/a/sub/a"));
    same(h -> h.rename(0, "/a/sub", "/a"));
    same(h -> h.unbind(0, "/"));
    same(h -> h.unbind(0, ""));
    same(h -> h.unbind(0, "/a/"));
    same(h -> h.unbind(0, "/missing/"));
    same(h -> h.exchange(0, "/a/", "tcp://"));
    same(h -> h.exchange(0, "/a", "/b"));
    same(h -> h.exchange(0, "/a", "/a/sub"));
  }

  private void same(Consumer<RecordBatchBuilder> change) {
    store.clear();
    RecordBatch actual = changed(change);
    store.write(transaction -> store.apply(transaction, actual));
    try (StorageAdapter reference =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")))) {
      reference.open();
      reference.append(changed(change));
      assertThat(read(NameWriterTest::everything)).isEqualTo(everything(reference.reader()));
    }
  }

  private static RecordBatch changed(Consumer<RecordBatchBuilder> change) {
    RecordBatchBuilder records = new RecordBatchBuilder();
    records.bind(0, 1, "/a").bind(0, 2, "/a/f").bind(0, 3, "/a/sub/g").bind(0, 4, "/a-b");
    records.bind(0, 5, "tcp://h:1").bind(0, 6, "/b").bind(0, 7, "/").bind(0, 8, "");
    change.accept(records);
    return records.bind(0, 9, "/a/late").build();
  }

  private static List<Object> everything(LineageReader reader) {
    List<Object> found = new ArrayList<>();
    for (long object = 1; object <= 9; object++) {
      found.addAll(reader.namesOf(object));
    }
    for (String directory : List.of("", "/", "/a", "/a/", "tcp://", "/x", "/all", "udp:")) {
      found.add(directory + ": " + under(reader, directory));
    }
    return found;
  }

  @Test
  void stopsVisitWhenVisitorReturnsFalse() {
    for (int i = 0; i < 10; i++) {
      history.bind(0, i + 1L, "/f/" + i);
    }
    write();
    List<Bytes> visited = new ArrayList<>();
    store.write(
        transaction ->
            store
                .names
                .in(transaction)
                .visitBound(
                    Bytes.of("/f"),
                    (path, object) -> {
                      visited.add(path);
                      return visited.size() < 3;
                    }));
    assertThat(visited).hasSize(3).allMatch(path -> path.startsWith(Bytes.of("/f/")));
  }
}
