package org.colophon.storage.neo4j.facts;

/**
 * The classes of facts in the {@link FactCache}. Accesses are split by type of relationship, since
 * Neo4j finds them by type.
 */
public final class FactClass {
  /** The first access type of a process; {@link #typeOf} is added. */
  public static final int PROCESS_ACCESSES = 0;

  public static final int CAUSES = 5;
  public static final int EFFECTS = 6;
  public static final int PROCESS = 7;

  /** The first access type of an object; {@link #typeOf} is added. */
  public static final int OBJECT_ACCESSES = 8;

  public static final int DERIVATIONS_OF = 13;
  public static final int DERIVATIONS_FROM = 14;
  public static final int CUTS = 15;
  public static final int OBJECT = 16;
  public static final int NAMES = 17;

  /** The bits of a class. */
  public static final int BITS = 5;

  /** The number of relationship types of accesses. */
  public static final int ACCESS_TYPES = 5;

  /** The modes of each type, as masks of {@link org.colophon.core.model.AccessMode#bit}. */
  private static final int[] MODES = {0b000101, 0b000010, 0b001000, 0b010000, 0b100000};

  private static final int[] TYPE_OF_MODE = {0, 1, 0, 2, 3, 4};

  private FactClass() {}

  /** Returns the index of a mode's type among the access types. */
  public static int typeOf(int mode) {
    return TYPE_OF_MODE[mode];
  }

  /** Returns the modes of a type as a mask. */
  public static int modes(int type) {
    return MODES[type];
  }
}
