// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.host;

import java.util.HashSet;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.host.StoreHost;

/**
 * Boot ids reported with the same machine id. A machine never returns to an earlier boot id. So if
 * an earlier boot id occurs again, two machines have this machine id. One thread.
 */
final class BootIds {
  /** Maximum number of earlier boot ids, which limits the memory for a host that boots often. */
  private static final int MAX_EARLIER = 1000;

  private final Set<String> earlier = new HashSet<>();
  private String current = "";
  private String currentName = "";

  /**
   * Checks the boot id of a request.
   *
   * @throws ColophonException NOT_PERMITTED if two machines have the machine id
   */
  void check(StoreHost host, String name, String boot) {
    if (boot.isEmpty() || boot.equals(current)) {
      return;
    }
    if (earlier.contains(boot)) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "two machines, %s and %s, report as %s: give one a machine id of its own with: rm /etc/machine-id; systemd-machine-id-setup"
              .formatted(name.isEmpty() ? "this one" : name, currentName, host.id()));
    }
    if (!current.isEmpty() && earlier.size() < MAX_EARLIER) {
      earlier.add(current);
    }
    current = boot;
    currentName = name.isEmpty() ? "another" : name;
  }
}
