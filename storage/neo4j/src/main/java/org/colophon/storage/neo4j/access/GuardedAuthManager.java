// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.util.Map;
import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.AbstractSecurityLog;
import org.neo4j.internal.kernel.api.security.AccessMode;
import org.neo4j.internal.kernel.api.security.AuthSubject;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.internal.kernel.api.security.SecurityContext;
import org.neo4j.kernel.api.security.AuthManager;
import org.neo4j.kernel.api.security.exception.InvalidAuthTokenException;
import org.neo4j.kernel.database.PrivilegeDatabaseReference;

/** Lets Neo4j check passwords, and returns a {@link GuardedLogin} for correct ones. */
final class GuardedAuthManager extends AuthManager {
  private final AuthManager manager;
  private final boolean mayWrite;
  private final UserNamespace namespace;

  /**
   * @param manager Neo4j's own manager, which Neo4j starts and stops
   * @param mayWrite whether clients may write the namespace
   */
  GuardedAuthManager(AuthManager manager, boolean mayWrite, UserNamespace namespace) {
    this.manager = manager;
    this.mayWrite = mayWrite;
    this.namespace = namespace;
  }

  @Override
  public LoginContext login(Map<String, Object> token, ClientConnectionInfo connection)
      throws InvalidAuthTokenException {
    return new GuardedLogin(manager.login(token, connection));
  }

  @Override
  public LoginContext impersonate(LoginContext login, String user) {
    return manager.impersonate(login, user); // the community edition refuses it
  }

  /** The login of a Bolt client, with guarded rights instead of full ones. */
  private final class GuardedLogin extends LoginContext {
    private final LoginContext login;

    GuardedLogin(LoginContext login) {
      super(login.subject(), login.connectionInfo());
      this.login = login;
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
}
