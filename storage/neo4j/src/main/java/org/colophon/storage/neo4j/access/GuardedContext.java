package org.colophon.storage.neo4j.access;

import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.internal.kernel.api.security.AdminAccessMode;
import org.neo4j.internal.kernel.api.security.AdminActionOnResource;
import org.neo4j.internal.kernel.api.security.AuthSubject;
import org.neo4j.internal.kernel.api.security.PermissionState;
import org.neo4j.internal.kernel.api.security.SecurityContext;

/**
 * A transaction's rights: those of a {@link GuardedMode}, which survive whatever mode Neo4j
 * restricts a procedure to, and no right to administer anything.
 */
public final class GuardedContext extends SecurityContext {
  private final GuardedMode guard;

  private GuardedContext(
      AuthSubject subject,
      GuardedMode guard,
      AccessMode mode,
      ClientConnectionInfo connection,
      String database) {
    super(subject, mode, connection, database);
    this.guard = guard;
  }

  /**
   * Rights for one transaction.
   *
   * @param subject for whom
   * @param mayWrite whether the graph may be changed
   */
  public static GuardedContext of(
      AuthSubject subject, boolean mayWrite, ClientConnectionInfo connection, String database) {
    GuardedMode guard = new GuardedMode(mayWrite);
    return new GuardedContext(subject, guard, guard, connection, database);
  }

  /** Whether the graph may be changed. */
  public boolean mayWrite() {
    return guard.mayWrite();
  }

  /** Whether the transaction tried to have the engine read a file or an address. */
  public boolean triedToLoad() {
    return guard.triedToLoad();
  }

  @Override
  public PermissionState allowExecuteAdminProcedure(int procedure) {
    return PermissionState.EXPLICIT_DENY;
  }

  @Override
  public PermissionState allowsAdminAction(AdminActionOnResource action) {
    return PermissionState.EXPLICIT_DENY;
  }

  @Override
  public SecurityContext withMode(AccessMode mode) {
    return new GuardedContext(subject, guard, mode, connectionInfo(), database());
  }

  @Override
  public SecurityContext withMode(AdminAccessMode mode) {
    return this;
  }
}
