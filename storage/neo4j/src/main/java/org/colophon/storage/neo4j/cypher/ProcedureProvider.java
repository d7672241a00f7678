// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import java.util.List;

/**
 * Provides procedures and functions for Cypher. Providers are listed in {@code
 * META-INF/services/org.colophon.storage.neo4j.cypher.ProcedureProvider} and found when a database
 * is opened. They need a public constructor without parameters.
 *
 * <p>The classes follow Neo4j's procedure API, and may have a field {@code @Context public
 * OpenGraph graph}. They must only read.
 */
public interface ProcedureProvider {
  /** Returns the classes with methods annotated as procedures. */
  List<Class<?>> procedures();

  /** Returns the classes with methods annotated as functions. */
  List<Class<?>> functions();
}
