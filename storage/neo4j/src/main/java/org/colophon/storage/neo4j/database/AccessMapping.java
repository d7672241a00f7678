// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.database;

import org.colophon.core.model.AccessMode;
import org.jspecify.annotations.Nullable;

/** The relationship of each access mode. */
public final class AccessMapping {
  private AccessMapping() {}

  /** Returns the type of the relationships of a mode. */
  public static RelationType type(AccessMode mode) {
    return switch (mode) {
      case READ, CODE -> RelationType.USED;
      case WRITE -> RelationType.WAS_GENERATED_BY;
      case NAME -> RelationType.WAS_NAMED_BY;
      case TOUCH -> RelationType.WAS_INFLUENCED_BY;
      case AGENT -> RelationType.WAS_ASSOCIATED_WITH;
    };
  }

  /** Returns the mode that stands for all modes with the same type of relationship. */
  public static AccessMode representative(AccessMode mode) {
    return mode == AccessMode.CODE ? AccessMode.READ : mode;
  }

  /** Returns the role that distinguishes modes of one type; null if the type is enough. */
  public static @Nullable String role(AccessMode mode) {
    return switch (mode) {
      case READ -> "data";
      case CODE -> "code";
      default -> null;
    };
  }

  /** Returns whether the relationships of a mode point from the process to the object. */
  public static boolean isFromProcess(AccessMode mode) {
    RelationType type = type(mode);
    return type == RelationType.USED || type == RelationType.WAS_ASSOCIATED_WITH;
  }
}
