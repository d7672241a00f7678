// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.colophon.cli.config.StateDirectory;
import org.colophon.core.files.PrivateFiles;

/**
 * Opens a link in the browser of a graphical session. Passes the link in a private file, because
 * other users can see the arguments of a process.
 */
final class BrowserLink {
  private static final String OPENER = "xdg-open";

  private BrowserLink() {}

  /** Opens the link. Returns false without a graphical display or without xdg-open. */
  static boolean open(String link, UnaryOperator<String> environment) throws IOException {
    boolean hasDisplay =
        Stream.of("DISPLAY", "WAYLAND_DISPLAY").anyMatch(each -> environment.apply(each) != null);
    Optional<Path> opener = hasDisplay ? find(environment.apply("PATH")) : Optional.empty();
    if (opener.isEmpty()) {
      return false;
    }
    Path page = StateDirectory.file("explorer.html", environment);
    PrivateFiles.write(page, page(link).getBytes(StandardCharsets.US_ASCII));
    new ProcessBuilder(opener.get().toString(), page.toUri().toString())
        .redirectOutput(Redirect.DISCARD)
        .redirectError(Redirect.DISCARD)
        .start();
    return true;
  }

  private static Optional<Path> find(String path) {
    return Stream.of(path == null ? new String[0] : path.split(":", -1))
        .map(each -> Path.of(each, OPENER))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Returns a page that redirects to the link. The link is percent-encoded, so only {@code &} needs
   * escaping.
   */
  static String page(String link) {
    return "<!doctype html><meta charset=\"utf-8\"><title>Colophon</title>"
        + "<meta http-equiv=\"refresh\" content=\"0; url="
        + link.replace("&", "&amp;").replace("\"", "%22")
        + "\">\n";
  }
}
