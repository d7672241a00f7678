package org.colophon.storage.neo4j.access;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import org.neo4j.bolt.BoltServer;
import org.neo4j.common.DependencyResolver;
import org.neo4j.configuration.Config;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilderImplementation;
import org.neo4j.graphdb.factory.module.GlobalModule;
import org.neo4j.graphdb.factory.module.edition.AbstractEditionModule;
import org.neo4j.graphdb.factory.module.edition.CommunityEditionModule;
import org.neo4j.kernel.api.security.AuthManager;
import org.neo4j.kernel.lifecycle.Lifecycle;

/**
 * Starts Neo4j's community edition with two changes: statements read no files, and Bolt, where it
 * is on, wants a password and gives guarded rights.
 */
public final class GuardedBuilder extends DatabaseManagementServiceBuilderImplementation {
  private final BoltAddress bolt;
  private GlobalModule module;

  /**
   * @param folder Neo4j's own
   * @param listens whether Bolt, where it is on, listens from the start on; else from {@link
   *     #listen} on
   */
  public GuardedBuilder(Path folder, BoltAddress bolt, boolean listens) {
    super(folder);
    this.bolt = bolt;
    setConfig(GraphDatabaseSettings.allow_file_urls, false);
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
      return new Edition(given, bolt.mayWrite());
    };
  }

  /**
   * Has what was built listen. Neo4j reads whether it is to at each step, and ends with itself what
   * listens then.
   */
  public void listen() {
    module.getGlobalConfig().set(BoltConnector.enabled, true);
    for (Lifecycle each : module.getGlobalLife().getLifecycleInstances()) {
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
      throw new IllegalStateException("Bolt does not listen", e);
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
      return new GuardedAuthManager(super.getBoltAuthManager(dependencies), mayWrite);
    }
  }
}
