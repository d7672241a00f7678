// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.util.ServiceLoader;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.neo4j.internal.kernel.api.exceptions.ProcedureException;
import org.neo4j.kernel.api.procedure.GlobalProcedures;
import org.neo4j.kernel.internal.GraphDatabaseAPI;

/** Registers the procedures of all {@link ProcedureProvider}s with a database. */
public final class Procedures {
  private Procedures() {}

  /**
   * Registers everything once. Must run after each opening of a database.
   *
   * @param reader the reader of all procedures; used while the database is open
   */
  public static void offer(GraphDatabase database, LineageReader reader) {
    database.shared(Procedures.class, opened -> register(opened, reader));
  }

  private static Procedures register(GraphDatabase database, LineageReader reader) {
    GlobalProcedures procedures =
        ((GraphDatabaseAPI) database.service())
            .getDependencyResolver()
            .resolveDependency(GlobalProcedures.class);
    procedures.registerComponent(OpenGraph.class, OpenGraph.in(database, reader), true);
    for (ProcedureProvider provider :
        ServiceLoader.load(ProcedureProvider.class, Procedures.class.getClassLoader())) {
      register(procedures, provider);
    }
    return new Procedures();
  }

  private static void register(GlobalProcedures procedures, ProcedureProvider provider) {
    try {
      for (Class<?> each : provider.procedures()) {
        procedures.registerProcedure(each);
      }
      for (Class<?> each : provider.functions()) {
        procedures.registerFunction(each);
      }
    } catch (ProcedureException e) {
      throw ErrorCode.ADAPTER_FAILED.exception(
          "cannot register the procedures of "
              + provider.getClass().getName()
              + ": "
              + e.getMessage(),
          e);
    }
  }
}
