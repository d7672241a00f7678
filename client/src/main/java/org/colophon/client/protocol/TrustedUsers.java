// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.protocol;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import jdk.net.ExtendedSocketOptions;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Users whose service a client trusts. After a service was killed, another user could listen at its
 * address, if that is in a shared directory such as {@code /tmp}.
 */
public final class TrustedUsers {
  private TrustedUsers() {}

  /**
   * Returns the names of the trusted users: the user of this process, root, and the owners of the
   * store and of its address file.
   */
  public static Set<String> of(Path store) throws IOException {
    Set<String> users = new TreeSet<>();
    users.add("root");
    users.add(Files.getOwner(Path.of("/proc/self")).getName());
    users.add(Files.getOwner(store).getName());
    Path address = ServiceAddress.file(store);
    if (Files.exists(address)) {
      users.add(Files.getOwner(address).getName());
    }
    return users;
  }

  /**
   * Rejects a connection to a socket of an untrusted user.
   *
   * @throws ColophonException NOT_PERMITTED
   */
  public static void check(SocketChannel channel, Path socket, Path store, Set<String> users)
      throws IOException {
    String listens = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName();
    if (!users.contains(listens)) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "the untrusted user '%3$s' listens on %1$s, the service socket of %2$s; trusted users are %4$s. If no service runs, delete %5$s"
              .formatted(
                  socket, store, listens, String.join(", ", users), ServiceAddress.file(store)));
    }
  }
}
