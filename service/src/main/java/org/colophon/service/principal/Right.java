// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.principal;

/** A right that a route needs. */
public enum Right {
  /** No right: anybody may call the route. */
  NONE,
  /** Right to query. */
  READ,
  /** Right to report operations, for the hosts and sources of the principal. */
  REPORT,
  /** Right to change the service: reporters, snapshots, pruning. */
  CONTROL
}
