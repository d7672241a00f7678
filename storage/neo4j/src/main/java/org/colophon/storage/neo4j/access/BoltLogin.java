// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Sets the password of the only user of a running Neo4j, and returns the address for logins. */
public final class BoltLogin {
  private static final String USER = "neo4j";

  private BoltLogin() {}

  /**
   * Sets the password once Neo4j runs, before clients may connect. Until then Neo4j's initial
   * password only allows changing it, and {@link GuardedAuthManager} forbids even that.
   *
   * @param directory the directory of the password file
   */
  public static void setPassword(DatabaseManagementService management, Path directory) {
    setPassword(system(management), new BoltPassword(directory));
  }

  private static GraphDatabaseService system(DatabaseManagementService management) {
    return management.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME);
  }

  /** Returns the address at which a listening Neo4j accepts clients. */
  public static BoltEndpoint endpoint(
      DatabaseManagementService management, Path directory, BoltAddress bolt) {
    int port =
        ((GraphDatabaseAPI) system(management))
            .getDependencyResolver()
            .resolveDependency(ConnectorPortRegister.class)
            .getLocalAddress(ConnectorType.BOLT)
            .getPort();
    return new BoltEndpoint(bolt.uri(port), USER, new BoltPassword(directory).file());
  }

  /** Copies the password from one directory, if it has one, to another. */
  public static void keepPassword(Path from, Path to) {
    new BoltPassword(to).keep(new BoltPassword(from));
  }

  /** Replaces the user, since Neo4j refuses to set an unchanged password. */
  private static void setPassword(GraphDatabaseService system, BoltPassword password) {
    try {
      system.executeTransactionally(
          "CREATE OR REPLACE USER " + USER + " SET PASSWORD $password CHANGE NOT REQUIRED",
          Map.of("password", password.text()));
    } catch (QueryExecutionException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the password in %s cannot be used: %s; delete the file to generate a new one"
              .formatted(password.file(), e.getMessage()),
          e);
    }
  }
}
