// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import java.util.Arrays;
import java.util.function.Supplier;
import org.neo4j.common.TokenNameLookup;

/**
 * The labels and relationship types that statements may write: those whose names begin with {@value
 * #PREFIX}. The adapter uses no such name, so recorded nodes and relationships never belong to it.
 */
public final class UserNamespace {
  /** The beginning of each name. */
  public static final String PREFIX = "x_";

  private final Supplier<TokenNameLookup> names;

  /**
   * @param names the names in the graph's database by id, requested at the first write
   */
  public UserNamespace(Supplier<TokenNameLookup> names) {
    this.names = names;
  }

  /** Returns whether a node with exactly these labels belongs to the namespace. */
  boolean hasNode(int[] labels) {
    return labels != null
        && labels.length > 0
        && Arrays.stream(labels).allMatch(id -> isOwn(names.get().labelGetName(id)));
  }

  /** Returns whether a relationship of this type belongs to the namespace. */
  boolean hasRelationship(int type) {
    return isOwn(names.get().relationshipTypeGetName(type));
  }

  private static boolean isOwn(String name) {
    return name.startsWith(PREFIX);
  }
}
