// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.colophon.core.inspect.watch.FileCloner;
import org.colophon.core.inspect.watch.FileKey;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.inspect.watch.PreImageStore;
import org.colophon.core.inspect.watch.SettledContent;
import org.colophon.core.inspect.watch.WatchedFile;

class WatchedFileProperties {
  private static final int MEMORY_BYTES = 16;

  /** Each step writes, truncates, settles, or releases the oldest change. */
  @Property(tries = 300)
  void keepsEverySubmittedContent(
      @ForAll @Size(max = 60) List<@IntRange(max = 9_999) Integer> steps) throws IOException {
    Path directory = Files.createTempDirectory("watched");
    Path file = Files.write(directory.resolve("file"), "the content before".getBytes());
    PreImageStore store =
        new PreImageStore(
            new PreImageConfig(directory.resolve("kept"), 1 << 20, 1 << 30, MEMORY_BYTES),
            FileCloner.NONE);
    WatchedFile watched = store.watch(new FileKey(1, 1), file, false);
    List<SettledContent> handed = new ArrayList<>();
    List<byte[]> contents = new ArrayList<>(List.of(Files.readAllBytes(file)));
    int released = 0;
    for (int step : steps) {
      if (step % 4 == 3 && released < handed.size()) {
        handed.get(released++).close();
      } else if (step % 4 == 2) {
        int had = handed.size();
        watched.settle(handed::add);
        if (handed.size() > had) {
          contents.add(Files.readAllBytes(file));
        }
      } else {
        change(watched, file, step);
      }
      check(handed, contents, released);
    }
    for (SettledContent each : handed.subList(released, handed.size())) {
      each.close();
    }
    watched.close();
    assertThat(store.counts().watchedFiles()).isZero();
    assertThat(store.counts().keptBytes()).isZero();
    store.close();
    Files.delete(directory.resolve("kept"));
    Files.delete(file);
    Files.delete(directory);
  }

  private static void change(WatchedFile watched, Path file, int step) throws IOException {
    int offset = step / 4 % 30;
    watched.beginChange(offset);
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      if (step % 4 == 0) {
        out.setLength(offset);
      } else {
        out.seek(offset);
        out.write(Integer.toString(step).getBytes());
      }
    } finally {
      watched.endChange();
    }
  }

  private static void check(List<SettledContent> handed, List<byte[]> contents, int released)
      throws IOException {
    for (int i = released; i < handed.size(); i++) {
      SettledContent each = handed.get(i);
      assertThat(each.before().bytes(1_000)).isEqualTo(contents.get(i));
      assertThat(each.after().bytes(1_000)).isEqualTo(contents.get(i + 1));
      int equal = (int) each.equalPrefixBytes();
      assertThat(Arrays.copyOf(contents.get(i), equal))
          .isEqualTo(Arrays.copyOf(contents.get(i + 1), equal));
    }
  }
}
