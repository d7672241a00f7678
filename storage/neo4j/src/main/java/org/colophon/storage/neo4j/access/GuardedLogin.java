package org.colophon.storage.neo4j.access;

import org.neo4j.internal.kernel.api.security.AbstractSecurityLog;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.internal.kernel.api.security.AuthSubject;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.internal.kernel.api.security.SecurityContext;
import org.neo4j.kernel.database.PrivilegeDatabaseReference;

/** The login of a Bolt client, with guarded rights instead of full ones. */
final class GuardedLogin extends LoginContext {
  private final LoginContext login;
  private final boolean mayWrite;
  private final UserNamespace namespace;

  GuardedLogin(LoginContext login, boolean mayWrite, UserNamespace namespace) {
    super(login.subject(), login.connectionInfo());
    this.login = login;
    this.mayWrite = mayWrite;
    this.namespace = namespace;
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
    if (given.mode() != AccessMode.Static.FULL) {
      // Restricted: the password must be changed first, and only Colophon may do it.
      return new SecurityContext(
          AuthSubject.ANONYMOUS, given.mode(), given.connectionInfo(), given.database());
    }
    return GuardedContext.of(
        mayWrite && !database.name().equals("system"),
        namespace,
        "the Bolt client " + given.connectionInfo().clientAddress(),
        given.connectionInfo(),
        given.database());
  }
}
