// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.protocol;

/** Media types of requests and answers. */
public final class MediaTypes {
  public static final String EVENTS = "text/event-stream";
  public static final String JSON = "application/json";
  public static final String OPERATIONS = "application/x-ndjson";
  public static final String HTML = "text/html; charset=utf-8";
  public static final String PROBLEM = "application/problem+json";
  public static final String TEXT = "text/plain; charset=utf-8";

  /** Frames of a journal. A prefix precedes each frame. */
  public static final String JOURNAL = "application/vnd.colophon.journal";

  private MediaTypes() {}
}
