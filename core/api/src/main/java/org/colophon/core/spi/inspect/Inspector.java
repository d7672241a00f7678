package org.colophon.core.spi.inspect;

import java.io.IOException;
import java.util.List;

/**
 * Says what a change to a file's content amounts to.
 *
 * <p>What holds for an implementation:
 *
 * <ul>
 *   <li><b>Thread.</b> One call at a time, always from the thread it was made for. State between
 *       calls is allowed and must stay small.
 *   <li><b>Time.</b> At its time limit the thread is interrupted and reading content fails with an
 *       {@link java.io.InterruptedIOException}; an inspector that computes for long looks at {@link
 *       Thread#interrupted} now and then. One that goes on regardless is left behind on a daemon
 *       thread, its findings are thrown away, and after a few of these it is not asked any more. A
 *       worker JVM is killed.
 *   <li><b>Memory.</b> The bytes that may differ are at most {@link InspectorTraits#maxBytes}. Use
 *       a small multiple of that at most. What is fed by a hostile format (archives, documents,
 *       images) asks for isolation, where memory is bounded by a JVM of its own.
 *   <li><b>Errors.</b> Anything thrown means that nothing could be found out; its message is kept
 *       with the file as {@code inspector/failed}. Content that is not of the expected kind after
 *       all is no error: return an empty list.
 *   <li><b>Hostile input.</b> Whoever can write a file chooses what is inspected. Resolve no
 *       external references, start no programs, write no files outside {@code java.io.tmpdir}.
 * </ul>
 */
@FunctionalInterface
public interface Inspector {
  /**
   * What the change amounts to; empty if there is nothing to say.
   *
   * @param change valid during the call only
   * @throws IOException if the content cannot be read or makes no sense
   */
  List<Finding> inspect(Change change) throws IOException;
}
