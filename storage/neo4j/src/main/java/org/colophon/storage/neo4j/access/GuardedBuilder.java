// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.neo4j.bolt.BoltServer;
import org.neo4j.common.DependencyResolver;
import org.neo4j.common.TokenNameLookup;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilderImplementation;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.factory.module.GlobalModule;
import org.neo4j.graphdb.factory.module.edition.AbstractEditionModule;
import org.neo4j.graphdb.factory.module.edition.CommunityEditionModule;
import org.neo4j.kernel.api.security.AuthManager;
import org.neo4j.kernel.internal.GraphDatabaseAPI;
import org.neo4j.kernel.lifecycle.Lifecycle;
import org.neo4j.token.TokenHolders;

/**
 * Starts Neo4j's community edition with two changes: statements read no files, and Bolt requires a
 * password and grants guarded rights.
 */
public final class GuardedBuilder extends DatabaseManagementServiceBuilderImplementation {
  /** Bounds how long open transactions can block the writer. */
  private static final Duration MAX_TRANSACTION = Duration.ofMinutes(5);

  private final boolean mayWrite;
  private @Nullable GlobalModule module;

  /**
   * @param directory Neo4j's directory
   * @param listens whether Bolt, if it is on, listens at once rather than after {@link #listen}
   * @param mayWrite whether Bolt clients may write the {@link UserNamespace}
   */
  public GuardedBuilder(Path directory, BoltAddress bolt, boolean listens, boolean mayWrite) {
    super(directory);
    this.mayWrite = mayWrite;
    setConfig(GraphDatabaseSettings.allow_file_urls, false);
    // No lockout: it would lock out the owner, and the long random password is safe.
    setConfig(GraphDatabaseSettings.auth_max_failed_attempts, 0);
    setConfig(GraphDatabaseSettings.transaction_timeout, MAX_TRANSACTION);
    setConfigRaw(Map.of("client.allow_telemetry", "false"));
    setConfig(BoltConnector.enabled, bolt.isOn() && listens);
    setConfig(GraphDatabaseSettings.auth_enabled, bolt.isOn());
    if (bolt.isOn()) {
      SocketAddress address = new SocketAddress(bolt.host(), bolt.port());
      setConfig(BoltConnector.listen_address, address);
      setConfig(BoltConnector.encryption_level, BoltConnector.EncryptionLevel.DISABLED);
    }
  }

  @Override
  protected Function<GlobalModule, AbstractEditionModule> getEditionFactory(Config config) {
    return given -> {
      module = given;
      return new Edition(given, mayWrite);
    };
  }

  /**
   * Makes the built server listen. Neo4j reads the setting at each step of the start. When Neo4j
   * stops, it stops the listener, too.
   */
  public void listen() {
    GlobalModule built = Objects.requireNonNull(module);
    built.getGlobalConfig().set(BoltConnector.enabled, true);
    for (Lifecycle each : built.getGlobalLife().getLifecycleInstances()) {
      if (each instanceof BoltServer server) {
        start(server);
      }
    }
  }

  private static void start(BoltServer server) {
    try {
      server.init();
      server.start();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("cannot listen for Bolt clients", e);
    }
  }

  @SuppressWarnings("unchecked") // a generic method that the community edition itself narrows
  private static final class Edition extends CommunityEditionModule {
    private final boolean mayWrite;

    Edition(GlobalModule module, boolean mayWrite) {
      super(module);
      this.mayWrite = mayWrite;
    }

    @Override
    public AuthManager getBoltAuthManager(DependencyResolver dependencies) {
      return new GuardedAuthManager(
          super.getBoltAuthManager(dependencies),
          mayWrite,
          new UserNamespace(() -> graphNames(dependencies)));
    }

    private static TokenNameLookup graphNames(DependencyResolver dependencies) {
      DatabaseManagementService management =
          dependencies.resolveDependency(DatabaseManagementService.class);
      GraphDatabaseService graph = management.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME);
      return ((GraphDatabaseAPI) graph)
          .getDependencyResolver()
          .resolveDependency(TokenHolders.class);
    }
  }
}
