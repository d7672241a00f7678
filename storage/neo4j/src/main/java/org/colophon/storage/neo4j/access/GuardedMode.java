package org.colophon.storage.neo4j.access;

import java.net.InetAddress;
import java.net.URI;
import org.neo4j.internal.kernel.api.security.PermissionState;
import org.neo4j.kernel.impl.api.security.RestrictedAccessMode;

/**
 * What a statement may do to the graph: read it, or read and write it. In neither case may it have
 * the engine read files or addresses for it, or administer the database. One for each transaction.
 */
final class GuardedMode extends RestrictedAccessMode {
  private final boolean mayWrite;
  private volatile boolean triedToLoad;

  GuardedMode(boolean mayWrite) {
    super(base(mayWrite), base(mayWrite));
    this.mayWrite = mayWrite;
  }

  private static Static base(boolean mayWrite) {
    return mayWrite ? Static.FULL : Static.READ;
  }

  boolean mayWrite() {
    return mayWrite;
  }

  boolean triedToLoad() {
    return triedToLoad;
  }

  @Override
  public PermissionState allowsLoadAllData() {
    triedToLoad = true;
    return PermissionState.EXPLICIT_DENY;
  }

  @Override
  public PermissionState allowsLoadUri(URI uri, InetAddress address) {
    triedToLoad = true;
    return PermissionState.EXPLICIT_DENY;
  }

  @Override
  public PermissionState allowExecuteAdminProcedures() {
    return PermissionState.EXPLICIT_DENY;
  }

  /** What indexes and constraints there are is part of what a statement may read. */
  @Override
  public boolean allowsShowIndex() {
    return true;
  }

  @Override
  public boolean allowsShowConstraint() {
    return true;
  }

  @Override
  public String name() {
    return mayWrite ? "write access" : "read-only access";
  }
}
