package org.colophon.storage.neo4j.access;

import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.ConnectorPortRegister;
import org.neo4j.configuration.connectors.ConnectorType;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.QueryExecutionException;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Gives the one user of a running Neo4j its password, and says where to log in. */
public final class BoltLogin {
  private static final String USER = "neo4j";

  private BoltLogin() {}

  /**
   * To be called once Neo4j runs, if it can before clients may come. Until then its first password
   * holds, which is good for nothing but being changed, and {@link GuardedLogin} does not let
   * clients do even that.
   *
   * @param folder where the password is kept
   */
  public static void setPassword(DatabaseManagementService management, Path folder) {
    setPassword(system(management), new BoltPassword(folder));
  }

  private static GraphDatabaseService system(DatabaseManagementService management) {
    return management.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME);
  }

  /** Where Neo4j, which listens by now, lets clients in. */
  public static BoltEndpoint endpoint(
      DatabaseManagementService management, Path folder, BoltAddress bolt) {
    int port =
        ((GraphDatabaseAPI) system(management))
            .getDependencyResolver()
            .resolveDependency(ConnectorPortRegister.class)
            .getLocalAddress(ConnectorType.BOLT)
            .getPort();
    return new BoltEndpoint(bolt.uri(port), USER, new BoltPassword(folder).file());
  }

  /** Makes the password in a folder, if there is one, the one in another folder. */
  public static void keepPassword(Path from, Path to) {
    new BoltPassword(to).keep(new BoltPassword(from));
  }

  /** Replaces the user: Neo4j would not give it the password that it has from the last start. */
  private static void setPassword(GraphDatabaseService system, BoltPassword password) {
    try {
      system.executeTransactionally(
          "CREATE OR REPLACE USER " + USER + " SET PASSWORD $password CHANGE NOT REQUIRED",
          Map.of("password", password.text()));
    } catch (QueryExecutionException e) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the password in %s cannot be used: %s; delete the file to have one made up"
              .formatted(password.file(), e.getMessage()),
          e);
    }
  }
}
