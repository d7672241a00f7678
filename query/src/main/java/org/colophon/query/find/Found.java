package org.colophon.query.find;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ProcessInfo;

/**
 * A search result with its details.
 *
 * @param id a target: {@code object:5} or {@code process:7}; a record's owner
 * @param kind kind of an object or agent, or of a record's owner; null for a process
 * @param name name of an object or agent, or a process's executable. May be empty
 * @param process details of a process; null for other types
 * @param user agents of a process and of the processes that started it; may be empty
 * @param timeNanos time of an object's last operation, of a process's start or of a record; 0 if
 *     unknown
 * @param count the number of operations
 * @param bytes number of bytes that they moved, or a record's size
 * @param record the record; null for other types
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
