package org.colophon.service.protocol;

/** Headers of answers that the service defines. */
public final class ServiceHeaders {
  /** {@code false} if a question found nothing, which is exit code 1 of a command. */
  public static final String FOUND = "Colophon-Found";

  /** A remark for people in addition to the answer, percent-encoded; may be repeated. */
  public static final String REMARK = "Colophon-Remark";

  private ServiceHeaders() {}
}
