package org.colophon.service.replication;

/**
 * The histories that a service indexes.
 *
 * @param log the shared log that contains them
 * @param group the indexers that share the histories
 * @param name of this indexer, unique in the group and the same after a restart
 */
public record IndexConfig(SharedLogSpec log, String group, String name) {
  public static final String DEFAULT_GROUP = "colophon-index";
}
