package org.colophon.storage.neo4j.cypher;

import java.util.List;

/**
 * Procedures and functions to be offered in Cypher. List the class in {@code
 * META-INF/services/org.colophon.storage.neo4j.cypher.ProcedureProvider} and it is found when a
 * database is opened. Needs a public constructor without parameters.
 *
 * <p>The classes are as Neo4j's procedure API wants them. They may ask for an {@link OpenGraph}
 * beside Neo4j's own components: {@code @Context public OpenGraph graph}. All must only read.
 */
public interface ProcedureProvider {
  /** Classes with methods annotated as procedures. */
  List<Class<?>> procedures();

  /** Classes with methods annotated as functions. */
  List<Class<?>> functions();
}
