package org.colophon.storage.neo4j.access;

import java.util.Map;
import org.neo4j.internal.kernel.api.connectioninfo.ClientConnectionInfo;
import org.neo4j.internal.kernel.api.security.LoginContext;
import org.neo4j.kernel.api.security.AuthManager;
import org.neo4j.kernel.api.security.exception.InvalidAuthTokenException;

/** Lets Neo4j check passwords, and returns a {@link GuardedLogin} for correct ones. */
final class GuardedAuthManager extends AuthManager {
  private final AuthManager manager;
  private final boolean mayWrite;
  private final UserNamespace namespace;

  /**
   * @param manager Neo4j's, which starts and stops it
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
    return new GuardedLogin(manager.login(token, connection), mayWrite, namespace);
  }

  @Override
  public LoginContext impersonate(LoginContext login, String user) {
    return manager.impersonate(login, user); // the community edition refuses it
  }
}
