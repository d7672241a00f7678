// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.neo4j.graphdb.security.AuthorizationViolationException;
import org.neo4j.internal.kernel.api.RelTypeSupplier;
import org.neo4j.internal.kernel.api.TokenSet;
import org.neo4j.internal.kernel.api.security.PermissionState;
import org.neo4j.internal.kernel.api.security.PrivilegeAction;
import org.neo4j.kernel.impl.api.security.RestrictedAccessMode;

/**
 * The rights of one transaction: to read everything and, if allowed, write the {@link
 * UserNamespace}. Neo4j checks them before each change by a statement or procedure. Schema changes,
 * files, addresses and administration are forbidden. The first refusal is logged. Any thread.
 */
final class GuardedMode extends RestrictedAccessMode {
  private static final Logger LOG = System.getLogger(GuardedMode.class.getName());

  private final boolean mayWrite;
  private final UserNamespace namespace;
  private final String origin;
  private final AtomicBoolean isLogged = new AtomicBoolean();
  private volatile boolean triedToLoad;

  /**
   * @param mayWrite whether the namespace may be written
   * @param origin names the caller or statement in the log, without control characters
   */
  GuardedMode(boolean mayWrite, UserNamespace namespace, String origin) {
    super(base(mayWrite), base(mayWrite));
    this.mayWrite = mayWrite;
    this.namespace = namespace;
    this.origin = origin;
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

  /** Logs the first refusal. */
  void logRefusal(String what) {
    if (isLogged.compareAndSet(false, true)) {
      LOG.log(Level.WARNING, "refused to {0} for {1}", what, origin);
    }
  }

  /** Creates the failure of a command that would otherwise return an empty table. */
  AuthorizationViolationException administers(String what) {
    logRefusal(what);
    return AuthorizationViolationException.authorizationViolation(
        "Executing admin command is not allowed: " + what);
  }

  private boolean allows(boolean isOwn, String what) {
    if (!isOwn) {
      logRefusal(what);
    }
    return isOwn;
  }

  private PermissionState deny(String what) {
    logRefusal(what);
    return PermissionState.EXPLICIT_DENY;
  }

  @Override
  public boolean allowsCreateNode(int[] labels) {
    return allows(mayWrite && namespace.hasNode(labels), "create a node");
  }

  @Override
  public boolean allowsDeleteNode(Supplier<TokenSet> labels) {
    return allows(mayWrite && namespace.hasNode(labels.get().all()), "delete a node");
  }

  @Override
  public boolean allowsCreateRelationship(int type) {
    return allows(mayWrite && namespace.hasRelationship(type), "create a relationship");
  }

  @Override
  public boolean allowsDeleteRelationship(int type) {
    return allows(mayWrite && namespace.hasRelationship(type), "delete a relationship");
  }

  @Override
  public boolean allowsSetProperty(Supplier<TokenSet> labels, int key) {
    return allows(mayWrite && namespace.hasNode(labels.get().all()), "change a node");
  }

  @Override
  public boolean allowsSetProperty(RelTypeSupplier type, int key) {
    return allows(
        mayWrite && namespace.hasRelationship(type.getRelType()), "change a relationship");
  }

  /** Forbids changes of labels, since labels show who owns a node. */
  @Override
  public boolean allowsSetLabel(int label) {
    return allows(false, "set a label");
  }

  @Override
  public boolean allowsRemoveLabel(int label) {
    return allows(false, "remove a label");
  }

  @Override
  public PermissionState allowsTokenCreates(PrivilegeAction action) {
    return mayWrite ? super.allowsTokenCreates(action) : deny("create a name");
  }

  @Override
  public boolean allowsSchemaWrites() {
    return allows(false, "change the schema");
  }

  @Override
  public PermissionState allowsSchemaWrites(PrivilegeAction action) {
    return deny("change the schema");
  }

  @Override
  public PermissionState allowsLoadAllData() {
    triedToLoad = true;
    return deny("load data");
  }

  @Override
  public PermissionState allowsLoadUri(URI uri, InetAddress address) {
    triedToLoad = true;
    return deny("load data");
  }

  @Override
  public PermissionState allowExecuteAdminProcedures() {
    return PermissionState.EXPLICIT_DENY;
  }

  @Override
  public PermissionState allowsShowSetting(String setting) {
    throw administers("show settings");
  }

  /** Allows statements to read the list of indexes and constraints. */
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
    return mayWrite
        ? "write access to labels and types that begin with " + UserNamespace.PREFIX
        : "read-only access";
  }
}
