// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the mirror that matter most, by the transport {@code jnr-fuse}. */
@ExtendWith(TransportLimits.class)
class JnrFuseIT {
  @TempDir Path directory;

  @Nested
  class Mirrors extends MirrorIT {}

  @Nested
  class Lifecycle extends LifecycleIT {}

  @Nested
  class Lineage extends LineageIT {}

  @Nested
  class Processes extends ProcessIT {}

  @Test
  void detachesWhileProgramHasFilesOpen() throws Exception {
    Mounted mounted = new Mounted(directory);
    Process holder =
        new ProcessBuilder(
                "bash", "-c", "exec 3> removed 4> file; rm removed; echo; read; echo >&4")
            .directory(mounted.mount.toFile())
            .start();
    assertThat(holder.getInputStream().read()).isEqualTo('\n');

    mounted.close();

    assertThat(mounted.mount).isEmptyDirectory();
    holder.getOutputStream().close();
    assertThat(holder.waitFor()).isNotZero();
  }

  @Test
  void forgetsUnusedFilesAboveLimit() throws Exception {
    try (Mounted mounted = new Mounted(directory, "most-known", "20")) {
      mounted.run("mkdir -p a/b; exec 3> a/b/open; touch {1..200}; echo text >&3; mv a c; ls -R");

      assertThat(mounted.counters().get("filesKnown")).isLessThan(40);
      assertThat(mounted.run("cat c/b/open")).isEqualTo("text\n");
      assertThat(mounted.object("c/b/open")).isPositive();
      assertThat(mounted.object("a/b/open")).isZero();
    }
  }

  @Test
  void listsOnlyExistingTestsAsLimits() {
    Stream<String> tests =
        Stream.of(
                MirrorIT.class,
                NamesIT.class,
                LifecycleIT.class,
                ProcessIT.class,
                InspectIT.class,
                SuitesIT.class,
                UserMountIT.class)
            .flatMap(each -> Arrays.stream(each.getDeclaredMethods()))
            .map(each -> each.getDeclaringClass().getSimpleName() + "." + each.getName());

    assertThat(tests)
        .containsAll(
            TransportLimits.BY_TEST.keySet().stream()
                .map(name -> name.replaceFirst("\\[.*", ""))
                .toList());
  }
}
