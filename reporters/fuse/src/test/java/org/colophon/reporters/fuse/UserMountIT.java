// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a mirror that a user other than root mounts through {@code fusermount3}. The test makes the
 * FUSE device accessible to all users, as on most systems. A capability lets the user's program
 * read the class path; it does not affect the tested operations.
 */
@Timeout(120)
class UserMountIT {
  private static final String SCRIPT =
      """
      mknod -m 666 device c 10 229; mount --bind device /dev/fuse
      chmod 755 .; mkdir source mount store; chown 65534:65534 source mount store; mkfifo said
      cd source; umask 022
      user="setpriv --reuid=65534 --regid=65534 --clear-groups"
      $user --inh-caps +dac_read_search --ambient-caps +dac_read_search \\
          "$0" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$1" "$2" "$PWD/../store" "$PWD" "$PWD/../mount" async > ../said &
      trap "kill $! 2> /dev/null || true" EXIT
      read line < ../said; test "$line" = mounted
      $user sh -ec "cd ../mount; $3"
      cd ..; $user fusermount3 -u "$PWD/mount"
      wait; cat source/file
      """;

  @TempDir Path directory;

  @Test
  void appliesCallersUmaskIfUserMounts() throws Exception {
    String work =
        """
        umask 002; echo text > file; mkdir directory; umask 077; touch own; mkfifo pipe
        python3 -c "import os; os.setxattr('directory', 'system.posix_acl_default', bytes.fromhex(
          '0200000001000700ffffffff04000700ffffffff20000000ffffffff'))"
        touch directory/by-acl
        cat file; stat -c "%n %a %u" file directory own pipe directory/by-acl
        """;
    assertThat(run(work))
        .endsWith(
            """
            text
            file 664 65534
            directory 775 65534
            own 600 65534
            pipe 600 65534
            directory/by-acl 660 65534
            text
            """);
  }

  /**
   * Writes to a mapping of a read-only file, of which the mirror cannot open a second descriptor.
   */
  @Test
  void writesMappingOfReadOnlyFile() throws Exception {
    String work =
        """
        python3 - <<'END'
        import mmap, os
        for flag in os.O_DIRECT, os.O_APPEND:
            fd = os.open('file', os.O_RDWR | os.O_CREAT | flag, 0o444)
            os.ftruncate(fd, 5000)
            with mmap.mmap(fd, 5000) as m:
                m[4990:4994] = b'tail'
                m.flush()
            if flag == os.O_APPEND:
                os.pwrite(fd, b'end', 0)
            os.close(fd)
            print(os.stat('file').st_size, open('file', 'rb').read()[4989:])
            os.unlink('file')
        END
        echo text > file
        """;
    assertThat(run(work))
        .endsWith(
            """
            5000 b'\\x00tail\\x00\\x00\\x00\\x00\\x00\\x00'
            5003 b'\\x00tail\\x00\\x00\\x00\\x00\\x00\\x00end'
            text
            """);
  }

  /**
   * Runs the user's shell in the mount. Returns its output, followed by the content of the file in
   * the source.
   */
  private String run(String work) throws Exception {
    List<String> words =
        List.of(
            "unshare",
            "--mount",
            "--propagation",
            "private",
            "sh",
            "-ec",
            SCRIPT,
            ProcessHandle.current().info().command().orElseThrow(),
            System.getProperty("java.class.path"),
            MountProgram.class.getName(),
            work);
    return Mounted.run(words, directory);
  }
}
