// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.host;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The unique names of this machine and of its current boot.
 *
 * @param hostId the machine id, or the host name without one.
 * @param bootId empty if the system gives none.
 */
public record HostInfo(String hostId, String bootId) {
  public static HostInfo ofThisMachine() {
    String host = firstLine(Path.of("/etc/machine-id"));
    String boot = firstLine(Path.of("/proc/sys/kernel/random/boot_id"));
    return new HostInfo(host.isEmpty() ? hostName() : host, boot);
  }

  /**
   * Returns this host as the owner of a store. Without a machine id, as in many containers, the id
   * is derived from the host name.
   */
  public StoreHost owner() {
    String name = hostName().replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[._-]+", "");
    String shortName = name.substring(0, Math.min(64, name.length()));
    String id =
        StoreHost.isId(hostId)
            ? hostId
            : UUID.nameUUIDFromBytes(hostId.getBytes(StandardCharsets.UTF_8))
                .toString()
                .replace("-", "");
    return shortName.isEmpty() ? StoreHost.withoutName(id) : new StoreHost(id, shortName);
  }

  /**
   * Returns the first line of a file, or an empty string without the file: containers often have no
   * machine id.
   */
  private static String firstLine(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns Linux's name of this host, which need not resolve to an address. */
  private static String hostName() {
    String name = firstLine(Path.of("/proc/sys/kernel/hostname"));
    if (!name.isEmpty()) {
      return name;
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "localhost";
    }
  }
}
