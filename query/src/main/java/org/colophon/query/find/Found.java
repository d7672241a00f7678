package org.colophon.query.find;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ProcessInfo;

/**
 * A found thing.
 *
 * @param id a target: {@code object:5} or {@code process:7}; of a record, what it belongs to
 * @param kind of an object or agent, or of what a record belongs to; null for a process
 * @param name of an object or agent; of a process its executable. May be empty
 * @param process of a process; null for everything else
 * @param user the agents of a process, also those of the processes that started it; may be empty
 * @param timeNanos of the last operation of an object, the start of a process, the time of a
 *     record; 0 if unknown
 * @param count the number of operations
 * @param bytes the number of bytes that they moved; of a record, its size
 * @param record of a record; null for everything else
 */
public record Found(
    FoundType type,
    String id,
    ObjectKind kind,
    Bytes name,
    ProcessInfo process,
    String user,
    long timeNanos,
    long count,
    long bytes,
    ExtendedRecord record) {}
