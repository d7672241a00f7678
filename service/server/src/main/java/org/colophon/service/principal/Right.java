package org.colophon.service.principal;

/** A right that a route needs. */
public enum Right {
  /** Nothing: anybody may call it. */
  NONE,
  /** To ask questions. */
  READ,
  /** To report operations, for the hosts and sources of the principal. */
  REPORT,
  /** To change the service: reporters, snapshots, pruning. */
  CONTROL
}
