package org.colophon.storage.neo4j.access;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
   * To be called once Neo4j runs. Until then its first password holds, which is good for nothing
   * but being changed, and {@link GuardedLogin} does not let clients do even that.
   *
   * @param folder where the password is kept
   * @return empty if Bolt is off
   */
  public static Optional<BoltEndpoint> open(
      DatabaseManagementService management, Path folder, BoltAddress bolt) {
    if (!bolt.isOn()) {
      return Optional.empty();
    }
    BoltPassword password = new BoltPassword(folder);
    GraphDatabaseService system = management.database(GraphDatabaseSettings.SYSTEM_DATABASE_NAME);
    setPassword(system, password);
    int port =
        ((GraphDatabaseAPI) system)
            .getDependencyResolver()
            .resolveDependency(ConnectorPortRegister.class)
            .getLocalAddress(ConnectorType.BOLT)
            .getPort();
    return Optional.of(new BoltEndpoint(bolt.uri(port), USER, password.file()));
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
