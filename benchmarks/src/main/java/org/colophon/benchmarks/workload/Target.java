package org.colophon.benchmarks.workload;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * An object to query, and the right answer.
 *
 * @param path its name.
 * @param object its id in a store that began empty, where ids are dense and in order of first use.
 * @param objects ids of the objects that the answer consists of, rising.
 * @param processes ids of the processes in the answer, rising.
 * @param operations number of operations on the object itself.
 * @param touches number of these that only open or close it, which suppression may leave out.
 */
public record Target(
    Bytes path,
    long object,
    List<Long> objects,
    List<Long> processes,
    long operations,
    long touches) {
  public Target {
    objects = List.copyOf(objects);
    processes = List.copyOf(processes);
  }
}
