package org.colophon.storage.neo4j.access;

import org.neo4j.internal.kernel.api.security.AbstractSecurityLog;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.internal.kernel.api.security.AuthSubject;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.internal.kernel.api.security.SecurityContext;
import org.neo4j.kernel.database.PrivilegeDatabaseReference;

/** A Bolt client that logged in: gets guarded rights where Neo4j would give it all. */
final class GuardedLogin extends LoginContext {
  private final LoginContext login;
  private final boolean mayWrite;

  GuardedLogin(LoginContext login, boolean mayWrite) {
    super(login.subject(), login.connectionInfo());
    this.login = login;
    this.mayWrite = mayWrite;
  }

  @Override
  public boolean impersonating() {
    return login.impersonating();
  }

  @Override
  public boolean nativelyAuthenticated() {
    return login.nativelyAuthenticated();
  }

  @Override
  public SecurityContext authorize(
      IdLookup ids, PrivilegeDatabaseReference database, AbstractSecurityLog log) {
    SecurityContext given = login.authorize(ids, database, log);
    boolean isGraph = !database.name().equals("system");
    // Nobody in particular, in the system database: users may change their own password there.
    AuthSubject subject = isGraph ? given.subject() : AuthSubject.ANONYMOUS;
    if (given.mode() != AccessMode.Static.FULL) {
      // Less than everything: the password is to be changed first, which is ours to do.
      return new SecurityContext(subject, given.mode(), given.connectionInfo(), given.database());
    }
    return GuardedContext.of(
        subject, mayWrite && isGraph, given.connectionInfo(), given.database());
  }
}
