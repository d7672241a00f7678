// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the answers of every storage adapter about names: as bytes, as of any LSN, and after all
 * moves.
 */
public abstract class NamingContract {
  @TempDir Path directory;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private StorageAdapter adapter;
  private LineageReader reader;

  /** Returns the factory under test. */
  protected abstract StorageAdapterFactory factory();

  /**
   * Creates an adapter of an empty store. An engine that starts slowly may clear and reuse a shared
   * store.
   */
  protected StorageAdapter create(StorageConfig config) {
    return factory().create(config);
  }

  @BeforeEach
  void openStore() {
    adapter = new AssertingStorageAdapter(create(StorageConfig.at(directory)));
    adapter.open();
    reader = adapter.reader();
  }

  @AfterEach
  void closeStore() {
    adapter.close();
  }

  private void flush() {
    adapter.append(history.build());
    adapter.flush();
  }

  private long at(String path, long asOf) {
    return reader.resolve(Bytes.of(path), asOf);
  }

  private long now(String path) {
    return at(path, Lsn.LATEST);
  }

  private List<String> under(String path, long asOf) {
    List<String> found = new ArrayList<>();
    reader.under(Bytes.of(path), asOf, (name, object) -> found.add(name + "=" + object));
    return found;
  }

  private static NameBinding binding(String path, long object, long from, long to) {
    return new NameBinding(Bytes.of(path), object, from, to);
  }

  /** Names of objects other than files may contain zero bytes. */
  @Test
  void distinguishesNamesWithZeroByteFromTheirPrefixes() {
    history.bind(1, 7, "/f").bind(1, 8, "/f\0g").bind(1, 9, "/f\0\0").at(9).bind(1, 10, "/f");
    flush();
    assertThat(at("/f", 8)).isEqualTo(7);
    assertThat(now("/f")).isEqualTo(10);
    assertThat(now("/f\0g")).isEqualTo(8);
    assertThat(now("/f\0\0")).isEqualTo(9);
    assertThat(reader.bindingsOf(Bytes.of("/f")))
        .containsExactly(binding("/f", 7, 1, 9), binding("/f", 10, 9, Lsn.OPEN));
  }

  @Test
  void resolvesAsOfAnyLsnWhenReboundAndUnbound() {
    history.bind(1, 7, "/f").at(5).bind(1, 8, "/f").at(9).unbind(1, "/f");
    flush();
    assertThat(at("/f", 0)).isZero();
    assertThat(at("/f", 1)).isEqualTo(7);
    assertThat(at("/f", 4)).isEqualTo(7);
    assertThat(at("/f", 5)).isEqualTo(8);
    assertThat(at("/f", 9)).isZero();
    assertThat(now("/f")).isZero();
    assertThat(now("/")).isZero();
    assertThat(reader.bindingsOf(Bytes.of("/f")))
        .containsExactly(binding("/f", 7, 1, 5), binding("/f", 8, 5, 9));
  }

  @Test
  void answersOldAndNewPathWhenDirectoryIsRenamed() {
    history.bind(1, 1, "/dir1").bind(1, 7, "/dir1/sub/f").bind(1, 8, "/dir1-not");
    flush();
    history.rename(1, "/dir1", "/dir2");
    flush();
    assertThat(now("/dir2/sub/f")).isEqualTo(7);
    assertThat(now("/dir2")).isEqualTo(1);
    assertThat(now("/dir1/sub/f")).isZero();
    assertThat(at("/dir1/sub/f", 3)).isEqualTo(7);
    assertThat(at("/dir2/sub/f", 3)).isZero();
    assertThat(now("/dir1-not")).isEqualTo(8);
    assertThat(reader.namesOf(7))
        .containsExactly(binding("/dir1/sub/f", 7, 2, 4), binding("/dir2/sub/f", 7, 4, Lsn.OPEN));
    assertThat(reader.bindingsOf(Bytes.of("/dir2/sub/f")))
        .containsExactly(binding("/dir2/sub/f", 7, 4, Lsn.OPEN));
  }

  @Test
  void unbindsTheReplacedName() {
    history.bind(1, 7, "/a/f").bind(1, 8, "/b/f").bind(1, 9, "/b/g").rename(1, "/a", "/b");
    flush();
    assertThat(now("/b/f")).isEqualTo(7);
    assertThat(now("/b/g")).isZero();
    assertThat(reader.namesOf(8)).containsExactly(binding("/b/f", 8, 2, 4));
    assertThat(under("/", 3)).containsExactly("/a/f=7", "/b/f=8", "/b/g=9");
    assertThat(under("/", 4)).containsExactly("/b/f=7");
  }

  @Test
  void distinguishesARecreatedDirectory() {
    history.bind(1, 7, "/a/f").rename(1, "/a", "/b").bind(1, 8, "/a/f").rename(1, "/a", "/c");
    flush();
    assertThat(now("/b/f")).isEqualTo(7);
    assertThat(now("/c/f")).isEqualTo(8);
    assertThat(at("/a/f", 3)).isEqualTo(8);
    assertThat(reader.bindingsOf(Bytes.of("/a/f")))
        .containsExactly(binding("/a/f", 7, 1, 2), binding("/a/f", 8, 3, 4));
    assertThat(under("/", Lsn.LATEST)).containsExactly("/b/f=7", "/c/f=8");
  }

  @Test
  void followsFileThroughMovesIntoAndOutOfMovedDirectories() {
    history
        .bind(1, 7, "/f")
        .rename(1, "/f", "/a/f")
        .rename(1, "/a", "/b")
        .rename(1, "/b/f", "/g")
        .rename(1, "/b", "/a");
    flush();
    assertThat(reader.namesOf(7))
        .containsExactly(
            binding("/f", 7, 1, 2),
            binding("/a/f", 7, 2, 3),
            binding("/b/f", 7, 3, 4),
            binding("/g", 7, 4, Lsn.OPEN));
    assertThat(now("/a/f")).isZero();
    assertThat(under("/b", 3)).containsExactly("/b/f=7");
    assertThat(under("/a", Lsn.LATEST)).isEmpty();
  }

  @Test
  void swapsEverythingBelowWhenExchanged() {
    history.bind(1, 7, "/a/f").bind(1, 8, "/b/g").exchange(1, "/a", "/b");
    flush();
    assertThat(now("/b/f")).isEqualTo(7);
    assertThat(now("/a/g")).isEqualTo(8);
    assertThat(now("/a/f")).isZero();
    assertThat(at("/a/f", 2)).isEqualTo(7);
    history.exchange(1, "/a", "/b");
    flush();
    assertThat(now("/a/f")).isEqualTo(7);
    assertThat(reader.namesOf(7))
        .containsExactly(
            binding("/a/f", 7, 1, 3), binding("/b/f", 7, 3, 4), binding("/a/f", 7, 4, Lsn.OPEN));
  }

  @Test
  void followsDirectoryThroughThousandsOfSwaps() {
    int swaps = 3001;
    history.bind(1, 7, "/next/f").bind(1, 8, "/current/g");
    for (int i = 0; i < swaps; i++) {
      history.exchange(1, "/next", "/current");
    }
    flush();
    assertThat(now("/current/f")).isEqualTo(7);
    assertThat(under("/current", Lsn.LATEST)).containsExactly("/current/f=7");
    assertThat(under("/current", swaps + 1)).containsExactly("/current/g=8");
    assertThat(reader.namesOf(7)).hasSize(swaps + 1);
  }

  @Test
  void unbindsEverythingBelowWhenDirectoryIsUnbound() {
    history.bind(1, 7, "/a/f").bind(1, 8, "/a/b/g").bind(1, 9, "/ab").unbind(1, "/a");
    history.bind(1, 10, "/a/f");
    flush();
    assertThat(now("/a/b/g")).isZero();
    assertThat(now("/a/f")).isEqualTo(10);
    assertThat(now("/ab")).isEqualTo(9);
    assertThat(under("/a", 3)).containsExactly("/a/b/g=8", "/a/f=7");
  }

  @Test
  void keepsPathsByteForByte() {
    byte[] longest = new byte[4096];
    Arrays.fill(longest, (byte) 'x');
    longest[0] = '/';
    List<Bytes> hostile =
        List.of(
            Bytes.wrap(new byte[] {'/', (byte) 0xff, (byte) 0xfe}),
            Bytes.of("/line\nfeed \"quoted\" \u001b[31m"),
            Bytes.wrap(longest),
            Bytes.of("mysql://host/db/table"));
    for (int i = 0; i < hostile.size(); i++) {
      history.bind(1, i + 1L, hostile.get(i));
    }
    flush();
    for (int i = 0; i < hostile.size(); i++) {
      assertThat(reader.resolve(hostile.get(i), Lsn.LATEST)).isEqualTo(i + 1L);
      assertThat(reader.namesOf(i + 1L).get(0).path()).isEqualTo(hostile.get(i));
    }
    assertThat(under("mysql://host", Lsn.LATEST)).containsExactly("mysql://host/db/table=4");
  }

  @Test
  void visitsDirectoryInOrderOfBytesWithOrWithoutSlash() {
    for (String name : List.of("/a/z", "/a", "/a-b", "/a/b/c", "/a/b", "/a/b.c", "/b")) {
      history.bind(1, 1, name);
    }
    flush();
    List<String> expected = List.of("/a=1", "/a/b=1", "/a/b.c=1", "/a/b/c=1", "/a/z=1");
    assertThat(under("/a", Lsn.LATEST)).isEqualTo(expected);
    assertThat(under("/a/", Lsn.LATEST)).isEqualTo(expected);
    assertThat(under("/", Lsn.LATEST)).hasSize(7);
    assertThat(under("/nothing", Lsn.LATEST)).isEmpty();
  }

  @Test
  void visitsEveryNameBelowEmptyPath() {
    history.bind(1, 1, "/a/f").bind(1, 2, "mysql://host/db/t").bind(1, 3, "/a/gone");
    history.unbind(1, "/a/gone").bind(1, 4, "relative").rename(1, "/a", "/b");
    flush();
    assertThat(under("", Lsn.LATEST))
        .containsExactly("/b/f=1", "mysql://host/db/t=2", "relative=4");
    assertThat(under("", 3)).containsExactly("/a/f=1", "/a/gone=3", "mysql://host/db/t=2");
  }

  @Test
  void findsEveryPathThatNamesHadBelowMovedDirectories() {
    history.bind(1, 7, "/x/f").rename(1, "/x", "/y").rename(1, "/y", "/x");
    history.bind(1, 8, "/top/x/g").rename(1, "/top", "/new").rename(1, "/x", "/new/x/sub");
    history.bind(1, 9, "/y-not").unbind(1, "/new");
    flush();
    assertThat(everUnder("/y")).containsExactly("/y/f");
    assertThat(everUnder("/x/")).containsExactly("/x/f");
    assertThat(everUnder("/new/x")).containsExactly("/new/x/g", "/new/x/sub/f");
    assertThat(everUnder("/")).isEqualTo(everUnder(""));
    assertThat(everUnder("/"))
        .containsExactly("/new/x/g", "/new/x/sub/f", "/top/x/g", "/x/f", "/y-not", "/y/f");
    assertThat(everUnder("/nothing")).isEmpty();
  }

  private List<String> everUnder(String directory) {
    return reader.pathsEverUnder(Bytes.of(directory)).stream().map(Bytes::toString).toList();
  }

  @Test
  void suggestsPathsByPrefix() {
    history.bind(1, 1, "/src/main.c").bind(1, 2, "/src/make").bind(1, 3, "/src/main.c");
    history.rename(1, 2, Bytes.of("/src/make"), Bytes.of("/src/mark")).unbind(1, "/src/main.c");
    flush();
    List<String> found = new ArrayList<>();
    reader.pathsFrom(Bytes.of("/src/ma"), (path, object) -> found.add(path + "=" + object));
    assertThat(found).containsExactly("/src/main.c=3", "/src/make=2", "/src/mark=2");
  }

  @Test
  void suggestsOnlyAsManyPathsAsRequested() {
    for (int i = 100; i < 600; i++) {
      history.bind(1, i, "/src/" + i).bind(1, i, "/src/" + i);
    }
    history.rename(1, 500, Bytes.of("/src/500"), Bytes.of("/src/100+"));
    history.rename(1, 501, Bytes.of("/src/501"), Bytes.of("/src/99"));
    history.rename(1, 502, Bytes.of("/src/502"), Bytes.of("/src/100"));
    flush();
    assertThat(suggestions(4)).containsExactly("100=502", "100+=500", "101=101", "102=102");
    assertThat(suggestions(502)).hasSize(502).endsWith("599=599", "99=501");
    assertThat(suggestions(Integer.MAX_VALUE)).isEqualTo(suggestions(502));
  }

  private List<String> suggestions(int limit) {
    Bytes directory = Bytes.of("/src/");
    List<String> found = new ArrayList<>();
    reader.pathsFrom(
        directory,
        limit,
        (path, object) -> found.add(path.slice(directory.length(), path.length()) + "=" + object));
    return found;
  }

  @Test
  void skipsNameThatIsBoundAndRemovedAtOneLsn() {
    history.bind(1, 7, "/f").same().bind(1, 8, "/f").same().rename(1, "/f", "/g");
    flush();
    assertThat(reader.namesOf(7)).isEmpty();
    assertThat(reader.namesOf(8)).containsExactly(binding("/g", 8, 1, Lsn.OPEN));
    assertThat(at("/f", 1)).isZero();
  }
}
