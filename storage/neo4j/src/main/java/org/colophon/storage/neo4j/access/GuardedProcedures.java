// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.neo4j.internal.kernel.api.procs.ProcedureSignature;
import org.neo4j.internal.kernel.api.procs.QualifiedName;
import org.neo4j.kernel.api.QueryLanguage;
import org.neo4j.kernel.api.procedure.GlobalProcedures;

/**
 * Removes Neo4j's procedures with effects beyond the calling transaction, such as closing
 * connections. Neo4j's allow list applies to plug-ins only.
 */
public final class GuardedProcedures {
  private static final Pattern KEPT =
      Pattern.compile(
          "db\\.(awaitIndex(es)?|info|labels|ping|propertyKeys|relationshipTypes|schema\\..*"
              + "|index\\.(fulltext|vector)\\.(list|query).*)"
              + "|dbms\\.(components|info|(cluster\\.)?routing\\.getRoutingTable)"
              + "|tx\\..*");

  private GuardedProcedures() {}

  /**
   * Removes all but the harmless procedures. Must run before the first statement of a client, and
   * before other procedures register.
   */
  public static void removeOthers(GlobalProcedures procedures) {
    List<QualifiedName> removed =
        Stream.of(QueryLanguage.values())
            .flatMap(language -> procedures.getCurrentView().getAllProcedures(language))
            .map(ProcedureSignature::name)
            .filter(name -> !KEPT.matcher(name.toString()).matches())
            .distinct()
            .toList();
    removed.forEach(procedures::unregister);
  }
}
