// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.procedures;

import java.util.List;
import org.colophon.storage.neo4j.cypher.ProcedureProvider;

/** The procedures and functions of this module. */
public final class ColophonProcedures implements ProcedureProvider {
  /** Constructor for {@link java.util.ServiceLoader}. */
  public ColophonProcedures() {}

  @Override
  public List<Class<?>> procedures() {
    return List.of(LineageProcedures.class);
  }

  @Override
  public List<Class<?>> functions() {
    return List.of(HistoryFunctions.class);
  }
}
