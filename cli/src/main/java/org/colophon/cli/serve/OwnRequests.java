// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.serve;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.util.List;
import org.colophon.service.ExplorerServer;

/**
 * Requests of the explorer's first page, made by the process that serves it. They load and compile
 * the code that a browser's requests need. Any thread.
 */
final class OwnRequests {
  private static final Logger LOG = System.getLogger(OwnRequests.class.getName());

  private OwnRequests() {}

  /** Makes requests on a thread of its own, while a browser starts. Ignores failures. */
  static void startFor(ExplorerServer server, List<String> paths) {
    Thread thread = new Thread(() -> tryFor(server, paths), "colophon-first-requests");
    thread.setDaemon(true);
    thread.start();
  }

  private static void tryFor(ExplorerServer server, List<String> paths) {
    try {
      makeFor(server, paths);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the first requests are slower, because one in advance failed", e);
    }
  }

  /** Makes requests one after the other, in a session of their own. */
  static void makeFor(ExplorerServer server, List<String> paths) throws IOException {
    URI link = URI.create(server.newLink());
    HttpURLConnection login = (HttpURLConnection) link.toURL().openConnection();
    login.setInstanceFollowRedirects(false);
    String cookie = login.getHeaderField("Set-Cookie").replaceFirst(";.*", "");
    for (String path : paths) {
      URLConnection request = link.resolve(path).toURL().openConnection();
      request.setRequestProperty("Cookie", cookie);
      request.setRequestProperty("Accept-Encoding", "gzip");
      try (InputStream answer = request.getInputStream()) {
        answer.transferTo(OutputStream.nullOutputStream());
      }
    }
  }
}
