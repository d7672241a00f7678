// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.history.certified.CertifyConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.http.server.HttpServer;

/** Checks the files and directories that a service needs. Changes nothing. Any thread. */
public final class StartCheck {
  private final List<String> problems = new ArrayList<>();

  private StartCheck() {}

  /**
   * Finds problems that would prevent a start. Does not check whether another process uses the
   * store or port.
   *
   * @return a sentence for each problem
   */
  public static List<String> problems(ServiceConfig config) {
    StartCheck check = new StartCheck();
    check.directory("store", config.store());
    check.socket(config.socket());
    check.attempt(() -> HttpServer.checkFiles(config));
    config.replication().certify().ifPresent(check::certify);
    return check.problems;
  }

  private void certify(CertifyConfig certify) {
    attempt(certify::signer);
    attempt(certify::readPolicy);
  }

  private void socket(Path socket) {
    directory("the directory of listen.socket", ServiceConfig.socketDirectory(socket));
    if (Files.isRegularFile(socket) || Files.isDirectory(socket, LinkOption.NOFOLLOW_LINKS)) {
      problems.add(socket + " is not a socket: choose another listen.socket");
    }
  }

  /**
   * Checks a directory. If it does not exist, checks its nearest existing parent, since the start
   * creates missing directories.
   */
  private void directory(String name, Path directory) {
    Path found = directory;
    for (Path up = found.getParent(); up != null && !Files.exists(found); up = up.getParent()) {
      found = up;
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
