package org.colophon.storage.neo4j.database;

/** The names of indexes. Durable. */
public final class GraphIndex {
  /** BELOW relationships by the hash of their parent and segment, and when they ended. */
  public static final String BELOW_PLACE = "colophon_BELOW_place";

  /** NAMES relationships by a text path. */
  public static final String NAMES_PATH = "colophon_NAMES_path";

  /** NAMES relationships by the first bytes of other paths. */
  public static final String NAMES_PATH_START = "colophon_NAMES_pathStart";

  /** Clock nodes by their first LSN. */
  public static final String CLOCK_FIRST_LSN = "colophon_Clock_firstLsn";

  private GraphIndex() {}
}
