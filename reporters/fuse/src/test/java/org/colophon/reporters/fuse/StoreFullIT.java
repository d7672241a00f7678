// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.model.GapCause;
import org.colophon.core.state.KernelState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fills the disk of the store while programs use the mount. */
@Timeout(120)
class StoreFullIT {
  @TempDir Path directory;
  private Path store;

  @BeforeEach
  void mountASmallDiskForTheStore() throws Exception {
    store = Files.createDirectories(directory.resolve("store"));
    Mounted.run(
        List.of("mount", "-t", "tmpfs", "-o", "size=8m", "none", store.toString()), directory);
  }

  @AfterEach
  void unmount() throws Exception {
    Mounted.run(List.of("umount", "-l", store.toString()), directory);
  }

  private Path fill() throws IOException {
    Path filler = store.resolve("filler");
    try (OutputStream out = Files.newOutputStream(filler)) {
      byte[] bytes = new byte[4096];
      while (true) {
        out.write(bytes);
      }
    } catch (IOException e) {
      return filler; // the disk is full
    }
  }

  private void makeFilesUntilRecordingFails(Mounted mounted) throws Exception {
    String script = "for i in $(seq 200); do echo $i > $1.$i; done; rm $1.*";
    for (int round = 0; mounted.kernel.status().state() == KernelState.RUNNING; round++) {
      mounted.run(script.replace("$1", "f" + round));
    }
  }

  @Test
  void continuesOnFullDiskAndRecordsGapLater() throws Exception {
    Mounted full = new Mounted(directory);
    full.run("echo before > before");
    full.kernel.drain();
    Path filler = fill();
    makeFilesUntilRecordingFails(full);

    assertThat(full.run("cat before > after; sync after; mv after after2; cat after2; ls"))
        .isEqualTo("before\nafter2\nbefore\n");
    assertThat(full.handle().isRunning()).isTrue();
    assertThat(full.counters().get("unrecorded")).isPositive();
    Files.delete(filler);
    Mounted.run(List.of("cp", "-r", store.toString(), directory + "/kept"), directory);
    full.kernel.close();
    assertThat(full.handle().failure().orElseThrow()).hasMessageContaining("disk is full");
    // The memory store is empty after a close. So continue with the journal, as after a crash.
    Mounted.run(List.of("sh", "-c", "rm -r store/*; mv kept/* store/"), directory);

    try (Mounted mounted = new Mounted(directory)) {
      mounted.run("cat after2 > copy");

      assertThat(mounted.object("before")).isNotZero();
      assertThat(mounted.losses()).containsExactly(GapCause.LOST_SIGHT);
      assertThat(mounted.counters().get("unrecorded")).isZero();
    }
  }

  @Test
  void rejectsWriteOnFullDiskIfStrict() throws Exception {
    Mounted mounted = new Mounted(directory, "ordering", "strict");
    mounted.run("echo before > before");
    fill();
    String script =
        "i=0; while echo more >> before; do i=$((i+1)); done 2>&1; cat before | tail -n1";
    String said = Mounted.run(List.of("bash", "-c", script + " || true"), mounted.mount);

    assertThat(said).contains("Input/output error");
    mounted.handle().await();
    assertThat(mounted.handle().failure()).isPresent();
    mounted.kernel.close();
  }
}
