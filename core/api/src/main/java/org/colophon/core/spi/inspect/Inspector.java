// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import java.io.IOException;
import java.util.List;

/**
 * Describes a change to a file's content.
 *
 * <p>Rules for implementations:
 *
 * <ul>
 *   <li><b>Thread.</b> Calls come one at a time, from the thread for which the inspector was
 *       created. State between calls is allowed and must stay small.
 *   <li><b>Time.</b> At its time limit the thread is interrupted and reading content fails with an
 *       {@link java.io.InterruptedIOException}. An inspector that computes for long checks {@link
 *       Thread#interrupted} regularly. If it continues, it is abandoned on a daemon thread and its
 *       findings are discarded. After a few abandoned calls it is not called any more. If the
 *       inspector runs in a worker JVM, the worker is killed instead.
 *   <li><b>Memory.</b> The bytes that may differ are at most {@link InspectorTraits#maxBytes}. Use
 *       at most a small multiple of this size. Inspectors of formats that may be hostile (archives,
 *       documents, images) request isolation in a JVM with a memory limit of its own.
 *   <li><b>Errors.</b> An exception means that the inspection failed. Its message is stored with
 *       the file as {@code inspector/failed}. Content of an unexpected kind is not an error: return
 *       an empty list.
 *   <li><b>Hostile input.</b> Every writer of a file controls the inspected content. Resolve no
 *       external references, start no programs, write no files outside {@code java.io.tmpdir}.
 * </ul>
 */
@FunctionalInterface
public interface Inspector {
  /**
   * Returns the findings about a change; empty if there are none.
   *
   * @param change valid during the call only
   * @throws IOException if the content cannot be read or parsed
   */
  List<Finding> inspect(Change change) throws IOException;
}
