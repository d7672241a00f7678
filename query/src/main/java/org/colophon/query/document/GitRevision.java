// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.document;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.query.document.Surroundings.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Asks the program {@code git} about a working tree. Runs no hook of the repository. One thread.
 */
public final class GitRevision {
  private static final Pattern CREDENTIALS = Pattern.compile("^([a-z+]+://)[^/]*@");
  private static final Pattern REFLOG_SECONDS =
      Pattern.compile("> ([0-9]{1,18}) [-+][0-9]{4}(?:\t|$)");

  private final Path directory;

  private GitRevision(Path directory) {
    this.directory = directory;
  }

  /**
   * Returns the state of the working tree that contains a directory; null without git, a working
   * tree or a commit.
   *
   * @param begin time at which the run began; null if unknown
   */
  public static @Nullable Revision of(Path directory, @Nullable Instant begin) {
    GitRevision git = new GitRevision(directory);
    boolean isAsked = isInstalled() && Files.isDirectory(directory);
    String top = isAsked ? git.ask("rev-parse", "--show-toplevel") : "";
    String commit = top.isEmpty() ? "" : git.ask("rev-parse", "--verify", "HEAD");
    if (commit.isEmpty()) {
      return null;
    }
    String remote = git.ask("config", "--get", "remote.origin.url");
    return new Revision(
        top, withoutCredentials(remote), commit, git.isDirty(), git.isMovedSince(begin));
  }

  static String withoutCredentials(String remote) {
    return CREDENTIALS.matcher(remote).replaceFirst("$1");
  }

  private boolean isDirty() {
    Answer answer = run("status", "--porcelain");
    return answer.status() != 0 || !answer.text().isEmpty();
  }

  /** Returns true also if the reflog does not tell. It counts whole seconds. */
  private boolean isMovedSince(@Nullable Instant begin) {
    Path reflog = directory.resolve(ask("rev-parse", "--git-path", "logs/HEAD"));
    if (begin == null || !Files.isRegularFile(reflog)) {
      return true;
    }
    try {
      List<String> lines = Files.readAllLines(reflog, StandardCharsets.ISO_8859_1);
      Matcher last = REFLOG_SECONDS.matcher(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
      return !last.find() || Long.parseLong(last.group(1)) >= begin.getEpochSecond();
    } catch (IOException e) {
      throw IoFailure.of("read", reflog, e);
    }
  }

  private static boolean isInstalled() {
    return Pattern.compile(File.pathSeparator)
        .splitAsStream(System.getenv().getOrDefault("PATH", ""))
        .anyMatch(each -> Files.isExecutable(Path.of(each, "git")));
  }

  /** Exit status and standard output of git. */
  private record Answer(int status, String text) {}

  private String ask(String... words) {
    Answer answer = run(words);
    return answer.status() == 0 ? answer.text() : "";
  }

  private Answer run(String... words) {
    List<String> command = new ArrayList<>(List.of("git", "--no-optional-locks"));
    command.addAll(List.of("-c", "core.fsmonitor=", "-c", "core.hooksPath=/dev/null"));
    command.addAll(List.of("-C", directory.toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().keySet().removeIf(each -> each.startsWith("GIT_"));
    try {
      Process process = builder.start();
      process.getOutputStream().close();
      String text =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new Answer(process.waitFor(), text);
    } catch (IOException e) {
      throw ErrorCode.TOOL_MISSING.exception("git cannot be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ErrorCode.INTERRUPTED.exception("interrupted while git ran", e);
    }
  }
}
