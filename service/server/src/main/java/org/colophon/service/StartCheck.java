package org.colophon.service;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.http.server.HttpServer;

/** Looks at the files and directories that a service needs, and changes none. Any thread. */
public final class StartCheck {
  private final List<String> problems = new ArrayList<>();

  private StartCheck() {}

  /**
   * What would keep a service from starting. A store or a port that another process has is not
   * looked at.
   *
   * @return a sentence for each; empty if nothing is wrong
   */
  public static List<String> problems(ServiceConfig config) {
    StartCheck check = new StartCheck();
    check.directory("store", config.store());
    check.socket(config.socket());
    check.attempt(() -> HttpServer.checkFiles(config));
    return check.problems;
  }

  private void socket(Path socket) {
    directory("the directory of listen.socket", socket.toAbsolutePath().getParent());
    if (Files.isRegularFile(socket) || Files.isDirectory(socket, LinkOption.NOFOLLOW_LINKS)) {
      problems.add(socket + " is no socket: choose another listen.socket");
    }
  }

  /** A directory that is missing is made, so the nearest one above it counts. */
  private void directory(String name, Path directory) {
    Path found = directory;
    while (found.getParent() != null && !Files.exists(found)) {
      found = found.getParent();
    }
    if (!Files.isDirectory(found)) {
      problems.add("%s is %s, but %s is no directory".formatted(name, directory, found));
    } else if (!Files.isWritable(found)) {
      problems.add("%s is %s, but %s cannot be written".formatted(name, directory, found));
    }
  }

  private void attempt(Runnable check) {
    try {
      check.run();
    } catch (ColophonException e) {
      problems.add(e.getMessage());
    }
  }
}
