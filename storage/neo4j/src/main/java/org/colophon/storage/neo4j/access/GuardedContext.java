// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.internal.kernel.api.security.AdminAccessMode;
import org.neo4j.internal.kernel.api.security.AdminActionOnResource;
import org.neo4j.internal.kernel.api.security.AuthSubject;
import org.neo4j.internal.kernel.api.security.PermissionState;
import org.neo4j.internal.kernel.api.security.PrivilegeAction;
import org.neo4j.internal.kernel.api.security.SecurityContext;
import org.neo4j.internal.kernel.api.security.UserSegment;

/**
 * The rights of a transaction: those of a {@link GuardedMode} without administration. Neo4j
 * restricts the rights of procedures, but these checks remain.
 */
public final class GuardedContext extends SecurityContext {
  private static final AdminActionOnResource TRANSACTIONS =
      new AdminActionOnResource(
          PrivilegeAction.TRANSACTION_MANAGEMENT,
          AdminActionOnResource.DatabaseScope.ALL,
          UserSegment.ALL);

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
   * Creates the rights of one transaction. The transaction is anonymous, since a named user may end
   * all transactions of that user.
   *
   * @param mayWrite whether the namespace may be written
   * @param origin names the caller or statement in the log, without control characters
   */
  public static GuardedContext of(
      boolean mayWrite,
      UserNamespace namespace,
      String origin,
      ClientConnectionInfo connection,
      String database) {
    GuardedMode guard = new GuardedMode(mayWrite, namespace, origin);
    return new GuardedContext(AuthSubject.ANONYMOUS, guard, guard, connection, database);
  }

  /** Returns whether the {@link UserNamespace} may be written. */
  public boolean mayWrite() {
    return guard.mayWrite();
  }

  /** Logs a refusal that was decided elsewhere, unless one was logged before. */
  public void logRefusal(String what) {
    guard.logRefusal(what);
  }

  /** Returns whether the transaction tried to load a file or an address. */
  public boolean triedToLoad() {
    return guard.triedToLoad();
  }

  /**
   * Denies silently: Neo4j asks before every procedure, and {@link GuardedProcedures} keeps none.
   */
  @Override
  public PermissionState allowExecuteAdminProcedure(int procedure) {
    return PermissionState.EXPLICIT_DENY;
  }

  @Override
  public PermissionState allowsAdminAction(AdminActionOnResource action) {
    if (TRANSACTIONS.matches(action)) {
      throw guard.administers("show or terminate transactions");
    }
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
