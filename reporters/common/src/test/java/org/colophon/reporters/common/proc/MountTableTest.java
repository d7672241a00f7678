// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.proc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;

/** Tests the parser of Linux's list of mounts. */
class MountTableTest {
  private final MountTable table =
      MountTable.parse(
          """
          28 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
          40 28 0:61 / /mnt/a\\040b rw master:1 - fuse.colophon /lab\\040x rw,user_id=0
          41 28 0:62 / /cover rw - fuse.colophon /cover rw,user_id=0
          42 28 0:63 / /other rw - fuse.other /elsewhere rw,user_id=0
          """
              .getBytes(UTF_8));

  private static Bytes path(String text) {
    return Bytes.of(text);
  }

  @Test
  void findsPathOfFileByItsPathInFileSystem() {
    MountTable mounts =
        MountTable.parse(
            """
            28 1 8:1 / / rw - ext4 /dev/sda1 rw
            40 28 8:2 /home /home rw - btrfs /dev/sda2 rw
            41 28 8:3 /sub /covered/sub rw - ext4 /dev/sda3 rw
            42 28 0:50 / /covered rw - tmpfs tmpfs rw
            43 28 8:3 / /mnt rw - ext4 /dev/sda3 rw
            """
                .getBytes(UTF_8));
    assertThat(mounts.pathOf("8:1", path("/etc/x"))).isEqualTo(path("/etc/x"));
    assertThat(mounts.pathOf("8:1", path("/home/x"))).isNull();
    assertThat(mounts.pathOf("8:2", path("/home/x"))).isEqualTo(path("/home/x"));
    assertThat(mounts.pathOf("8:2", path("/other/x"))).isNull();
    assertThat(mounts.pathOf("8:3", path("/sub/x"))).isEqualTo(path("/mnt/sub/x"));
    assertThat(mounts.pathOf("0:51", path("/x"))).isNull();
  }

  @Test
  void findsMirrorBelowDirectory() {
    assertThat(table.oursBelow(path("/mnt")).target()).isEqualTo(path("/mnt/a b"));
    assertThat(table.oursBelow(path("/"))).isNotNull();
    assertThat(table.oursBelow(path("/mnt/a b"))).isNull();
    assertThat(table.oursBelow(path("/other"))).isNull();
  }

  @Test
  void findsMirrorThatShowsDirectory() {
    assertThat(table.oursShowing(path("/lab x/sub")).target()).isEqualTo(path("/mnt/a b"));
    assertThat(table.oursShowing(path("/lab x"))).isNull();
    assertThat(table.oursShowing(path("/cover/sub"))).isNull();
    assertThat(table.oursShowing(path("/elsewhere/sub"))).isNull();
  }

  @Test
  void ignoresCoveredMounts() {
    MountTable hidden =
        MountTable.parse(
            """
            40 28 0:61 / /top/inside rw - fuse.colophon /lab/a rw
            41 28 0:62 / /mnt/b rw - fuse.colophon /data/b rw
            50 28 0:63 / /top rw - tmpfs tmpfs rw
            51 28 0:64 / /data rw - tmpfs tmpfs rw
            """
                .getBytes(UTF_8));
    assertThat(hidden.oursBelow(path("/top"))).isNull();
    assertThat(hidden.oursBelow(path("/mnt"))).isNotNull();
    assertThat(hidden.oursShowing(path("/data/b/sub"))).isNull();
    assertThat(hidden.oursShowing(path("/lab/a/sub"))).isNotNull();
  }

  @Test
  void recognizesMirrorByDevice() {
    assertThat(table.isSeenThroughOurs(61)).isTrue();
    assertThat(table.isSeenThroughOurs(63)).isFalse();
    assertThat(table.isSeenThroughOurs(8 << 8 | 61)).isFalse();
  }

  /** Uses a minor number above 255, which the device number splits into two fields. */
  @Test
  void recognizesMirrorByLargeDeviceNumber() {
    MountTable many = MountTable.parse("9 1 0:300 / /m rw - fuse.colophon /s rw".getBytes(UTF_8));
    assertThat(many.isSeenThroughOurs(0x10002c)).isTrue();
    assertThat(many.isSeenThroughOurs(0x2c)).isFalse();
  }
}
