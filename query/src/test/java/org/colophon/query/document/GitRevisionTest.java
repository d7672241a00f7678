// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.colophon.query.document.Surroundings.Revision;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GitRevisionTest {
  private static final Instant COMMITTED = Instant.parse("2020-01-01T00:00:00Z");

  @TempDir private Path directory;

  private String sh(String script) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-ec", script).directory(directory.toFile());
    builder.environment().put("GIT_COMMITTER_DATE", COMMITTED.toString());
    Path out = Files.createTempFile("colophon", ".out");
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    int status = process.waitFor();
    String said = Files.readString(out).strip();
    Files.delete(out);
    assertThat(status).as(said).isZero();
    return said;
  }

  private void commit() throws IOException, InterruptedException {
    sh(
        "git init -q . && git config user.name n && git config user.email n@example.org && mkdir d && echo a > d/a && git add . && git commit -qm a");
  }

  private Revision revision(Instant begin) {
    return GitRevision.of(directory.resolve("d"), begin);
  }

  @Test
  void findsCommitOfTheTreeAboveTheDirectory() throws Exception {
    commit();

    assertThat(revision(COMMITTED.plusSeconds(1)))
        .isEqualTo(
            new Revision(
                directory.toRealPath().toString(), "", sh("git rev-parse HEAD"), false, false));
  }

  @Test
  void reportsFilesThatAreNotCommitted() throws Exception {
    commit();
    sh("echo b > b");

    assertThat(revision(COMMITTED.plusSeconds(1)).dirty()).isTrue();
  }

  @Test
  void reportsMovesAfterTheBeginAndFailsClosed() throws Exception {
    commit();

    assertThat(revision(COMMITTED.minusSeconds(1)).moved()).isTrue();
    assertThat(revision(COMMITTED).moved()).as("within the same second").isTrue();
    assertThat(revision(null).moved()).as("unknown begin").isTrue();
    sh("rm .git/logs/HEAD");
    assertThat(revision(COMMITTED.plusSeconds(1)).moved()).as("no reflog").isTrue();
  }

  @Test
  void findsNothingWithoutTreeOrCommit() throws Exception {
    sh("mkdir d");
    assertThat(revision(COMMITTED)).isNull();
    sh("git init -q .");
    assertThat(revision(COMMITTED)).isNull();
    assertThat(GitRevision.of(directory.resolve("none"), COMMITTED)).isNull();
  }

  @Test
  void runsNoProgramOfTheRepository() throws Exception {
    commit();
    sh("git config core.fsmonitor \"touch $PWD/ran; true\"; git config core.hooksPath .");

    revision(COMMITTED);

    assertThat(directory.resolve("ran")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "https://me:secret@example.org/r.git, https://example.org/r.git",
    "https://token@example.org:8443/r, https://example.org:8443/r",
    "ssh://git@example.org/r, ssh://example.org/r",
    "git@example.org:r.git, git@example.org:r.git",
    "https://example.org/r@2, https://example.org/r@2",
    "/srv/r, /srv/r"
  })
  void removesCredentialsFromRemotes(String remote, String shown) {
    assertThat(GitRevision.withoutCredentials(remote)).isEqualTo(shown);
  }
}
