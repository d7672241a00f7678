package org.colophon.service.protocol;

/** Headers of requests and answers that the service defines. */
public final class ServiceHeaders {
  /** {@code false} if a question found nothing, which is exit code 1 of a command. */
  public static final String FOUND = "Colophon-Found";

  /** A remark in addition to the answer, percent-encoded; may be repeated. */
  public static final String REMARK = "Colophon-Remark";

  /** The host whose store a request concerns: a name or machine id; the service's own if absent. */
  public static final String HOST = "Colophon-Host";

  /** Display name of a reporting host. */
  public static final String HOST_NAME = "Colophon-Host-Name";

  /** Boot id of a reporting host, by which the service detects cloned machine ids. */
  public static final String BOOT = "Colophon-Boot";

  /** Time at which a reporting host sent the request, in milliseconds since 1970 by its clock. */
  public static final String CLOCK = "Colophon-Clock";

  /**
   * Ids of the services that a feed has passed, from the answering one to the recording one. An id
   * is a random text.
   */
  public static final String CHAIN = "Colophon-Chain";

  /**
   * The ends of the history that answers: the last LSN on the disk of the answering service, on
   * brokers, and at the source: {@code host=web; durable=274; shipped=274; source=300}. Absent for
   * a history that is neither shipped nor a copy.
   */
  public static final String STATE = "Colophon-State";

  /** The newest signed state of the certified log of a feed's history, in Base64. */
  public static final String CHECKPOINT = "Colophon-Checkpoint";

  /**
   * Marks a request that a node of a cluster forwarded, so that the receiver does not forward it
   * too.
   */
  public static final String FORWARDED = "Colophon-Forwarded";

  private ServiceHeaders() {}
}
