package org.colophon.storage.neo4j;

/**
 * What the {@link FactCache} keeps about an id, one entry for each of these. Accesses are kept by
 * type of relationship, since that is how Neo4j finds them.
 */
final class FactClass {
  /** The first of the accesses of a process; the mode's place is added. */
  static final int PROCESS_ACCESSES = 0;

  static final int CAUSES = 5;
  static final int EFFECTS = 6;
  static final int PROCESS = 7;

  /** The first of the accesses of an object; the mode's place is added. */
  static final int OBJECT_ACCESSES = 8;

  static final int DERIVATIONS_OF = 13;
  static final int DERIVATIONS_FROM = 14;
  static final int CUTS = 15;
  static final int OBJECT = 16;
  static final int NAMES = 17;

  /** A class fits into so many bits. */
  static final int BITS = 5;

  /** How many types of relationships accesses have. */
  static final int ACCESS_TYPES = 5;

  /** The modes of each type, as masks of {@link org.colophon.core.model.AccessMode#bit}. */
  private static final int[] MODES = {0b000101, 0b000010, 0b001000, 0b010000, 0b100000};

  private static final int[] TYPE_OF_MODE = {0, 1, 0, 2, 3, 4};

  private FactClass() {}

  /** The place of a mode's type among the access types. */
  static int typeOf(int mode) {
    return TYPE_OF_MODE[mode];
  }

  /** The modes that a type has, as a mask. */
  static int modes(int type) {
    return MODES[type];
  }
}
