// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ProcessInfo;
import org.jspecify.annotations.Nullable;

/**
 * A search result with its details.
 *
 * @param id the result as a target, {@code object:5} or {@code process:7}; for a record, its owner
 * @param kind kind of the object or agent; for a record, of its owner; null for a process
 * @param name name of an object or agent, or executable of a process. May be empty
 * @param process details of a process; null for other types
 * @param user agents of a process and of the processes that started it; may be empty
 * @param timeNanos time of an object's last operation, start time of a process, or time of a
 *     record; 0 if unknown
 * @param count the number of operations
 * @param bytes number of bytes that the operations moved; for a record, its size
 * @param record the record; null for other types
 */
public record Found(
    FoundType type,
    String id,
    @Nullable ObjectKind kind,
    Bytes name,
    @Nullable ProcessInfo process,
    String user,
    long timeNanos,
    long count,
    long bytes,
    @Nullable ExtendedRecord record) {}
