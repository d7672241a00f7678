package org.colophon.storage.neo4j.database;

/** The relationship of each access mode, by the code of the mode. */
public final class AccessMapping {
  private static final RelationType[] TYPES = {
    RelationType.USED,
    RelationType.WAS_GENERATED_BY,
    RelationType.USED,
    RelationType.WAS_NAMED_BY,
    RelationType.WAS_INFLUENCED_BY,
    RelationType.WAS_ASSOCIATED_WITH
  };
  private static final String[] ROLES = {"data", null, "code", null, null, null};

  private AccessMapping() {}

  /** The type of the relationships of a mode. */
  public static RelationType type(int mode) {
    return TYPES[mode];
  }

  /** The role that distinguishes modes of one type, null where the type is enough. */
  public static String role(int mode) {
    return ROLES[mode];
  }

  /** Returns whether the relationships of a mode point from the process to the object. */
  public static boolean isFromProcess(int mode) {
    RelationType type = TYPES[mode];
    return type == RelationType.USED || type == RelationType.WAS_ASSOCIATED_WITH;
  }
}
