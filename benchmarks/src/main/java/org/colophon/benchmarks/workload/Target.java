// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.workload;

import java.util.List;
import org.colophon.core.model.Bytes;

/**
 * An object to query, with the expected answer.
 *
 * @param path name of the object.
 * @param object id of the object in a store that was empty before, where ids are dense and in order
 *     of first use.
 * @param objects ids of the objects in the answer, in ascending order.
 * @param processes ids of the processes in the answer, in ascending order.
 * @param operations number of operations on the object itself.
 * @param touches number of these operations that only open or close the object, which suppression
 *     may omit.
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
