// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.fake.FailingFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests recording into a store with a failing adapter. */
class FailedAdapterTest {
  @TempDir private Path directory;

  @Test
  void exitsWithThreeWhenAnAdapterFailsDuringAnImport() throws IOException {
    CommandTester tester = new CommandTester(directory);
    Path saved = directory.resolve("saved.strace");
    Files.writeString(
        saved,
        """
        100 execve("/bin/cp", ["cp", "/w/a", "/w/b"], 0x7ffd /* 9 vars */) = 0
        100 openat(AT_FDCWD, "/w/a", O_RDONLY) = 3
        100 openat(AT_FDCWD, "/w/b", O_WRONLY|O_CREAT|O_TRUNC, 0644) = 4
        100 read(3, "", 131072) = 5
        100 write(4, "", 5) = 5
        100 +++ exited with 0 +++
        """);

    Outcome outcome = tester.run("import", "--also-into", FailingFactory.NAME, saved.toString());

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("adapter failing failed: the tape is torn");
    assertThat(tester.run("lineage", "/w/b").out()).as("other adapter works").contains("/w/a");
  }
}
