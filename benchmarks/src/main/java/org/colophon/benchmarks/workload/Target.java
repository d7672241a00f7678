package org.colophon.benchmarks.workload;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * An object to query, and the right answer.
 *
 * @param path its name.
 * @param object its id in a store that began empty: ids are dense and given in order of first
 *     sight.
 * @param objects ids of the objects that the answer consists of, rising.
 * @param processes ids of the processes in the answer, rising.
 * @param operations how many operations concern the object itself.
 * @param touches how many of them only open or close it; suppression may leave them out.
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
