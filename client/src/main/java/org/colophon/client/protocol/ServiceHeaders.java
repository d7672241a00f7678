// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.protocol;

/** Names of the HTTP headers that the service defines. */
public final class ServiceHeaders {
  /** {@code false} if a query found nothing. Commands then end with exit code 1. */
  public static final String FOUND = "Colophon-Found";

  /** True if an answer needed data that the store lost; else absent. */
  public static final String DAMAGED = "Colophon-Damaged";

  /** A remark in addition to the answer, percent-encoded; may be repeated. */
  public static final String REMARK = "Colophon-Remark";

  /**
   * Host whose store a request concerns: a name or machine id. If absent, the service's own store.
   */
  public static final String HOST = "Colophon-Host";

  /** Display name of a reporting host. */
  public static final String HOST_NAME = "Colophon-Host-Name";

  /** Boot id of a reporting host, by which the service detects cloned machine ids. */
  public static final String BOOT = "Colophon-Boot";

  /**
   * Time at which a reporting host sent the request, by its own clock, in milliseconds since 1970.
   */
  public static final String CLOCK = "Colophon-Clock";

  /**
   * Ids of the services that a feed has passed through, from the answering service to the recording
   * one. An id is a random text.
   */
  public static final String CHAIN = "Colophon-Chain";

  /** Generations of the store that a feed comes from: {@code ID@LSN}, separated by commas. */
  public static final String GENERATIONS = "Colophon-Generations";

  /**
   * Last LSNs of the history that answers: on the disk of the answering service, on brokers, and at
   * the source. For example: {@code host=web; durable=274; shipped=274; source=300}. Absent for a
   * history that is neither shipped nor a copy.
   */
  public static final String STATE = "Colophon-State";

  /** Newest signed state of the certified log for the history of a feed, in Base64. */
  public static final String CHECKPOINT = "Colophon-Checkpoint";

  /**
   * Marks a request that another node of the cluster forwarded, so that the receiver does not
   * forward it again.
   */
  public static final String FORWARDED = "Colophon-Forwarded";

  private ServiceHeaders() {}
}
