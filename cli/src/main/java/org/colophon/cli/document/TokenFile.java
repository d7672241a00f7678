// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.document;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.jspecify.annotations.Nullable;

/** A file whose content is sent to a server as a bearer token. */
final class TokenFile {
  private TokenFile() {}

  /**
   * Returns the token.
   *
   * @throws ColophonException BAD_REQUEST if everyone on the way to the server could read it
   */
  static String read(Path file, URI server) {
    if (!"https".equals(server.getScheme()) && !isLoopback(server.getHost())) {
      throw ErrorCode.BAD_REQUEST.exception(
          "--api-key-file needs an https URL, or one of this host such as http://127.0.0.1; %s would get the token unencrypted"
              .formatted(server));
    }
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  /** Looks up no names, since what they mean may change before the token is sent. */
  private static boolean isLoopback(@Nullable String host) {
    if (host == null) {
      return false;
    }
    try {
      boolean isAddress = host.startsWith("[") || host.matches("[0-9.]+");
      return host.equals("localhost")
          || (isAddress && InetAddress.getByName(host).isLoopbackAddress());
    } catch (UnknownHostException e) {
      throw ErrorCode.BAD_REQUEST.exception("'" + host + "' is not an address", e);
    }
  }
}
