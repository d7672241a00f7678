// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.dataset;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.DatasetName;
import org.colophon.core.model.fact.NameBinding;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Root;
import org.colophon.query.text.DisplayText;

/**
 * An id of Marquez: {@code dataset:NAMESPACE:NAME} or {@code job:NAMESPACE:NAME}. Namespaces and
 * names may have colons. The longest namespace that leads to something known counts.
 */
public record NodeId(String text) {
  private static final String DATASET = "dataset:";
  private static final String JOB = "job:";

  /** Maximum number of runs of a job that one answer starts from. The newest count. */
  private static final int MAX_RUNS = 1000;

  static String of(DatasetName dataset) {
    return DATASET + dataset.namespace() + ":" + dataset.name();
  }

  static String of(JobName job) {
    return JOB + job.namespace() + ":" + job.name();
  }

  /**
   * Returns the object of a dataset, or the newest runs of a job.
   *
   * @param asOfLsn the LSN as of which names are looked up
   * @param host the name of the reader's host
   * @throws ColophonException NOT_FOUND if it is unknown; BAD_REQUEST if it has another form
   */
  public List<Root> roots(LineageReader reader, long asOfLsn, String host) {
    boolean isJob = text.startsWith(JOB);
    int from = isJob ? JOB.length() : DATASET.length();
    if (!(isJob || text.startsWith(DATASET)) || text.indexOf(':', from) < 0) {
      throw ErrorCode.BAD_REQUEST.exception(
          "nodeId is dataset:NAMESPACE:NAME or job:NAMESPACE:NAME, not " + shown());
    }
    for (int colon = text.lastIndexOf(':');
        colon >= from;
        colon = text.lastIndexOf(':', colon - 1)) {
      String namespace = text.substring(from, colon);
      String name = text.substring(colon + 1);
      List<Root> found =
          isJob
              ? runs(reader, new JobName(namespace, name), asOfLsn, host)
              : object(reader, new DatasetName(namespace, name).stored(host), asOfLsn);
      if (!found.isEmpty()) {
        return found;
      }
    }
    throw ErrorCode.NOT_FOUND.exception("nothing is known of " + shown());
  }

  private String shown() {
    return DisplayText.text(text);
  }

  /** Returns the object with a name, or else the last one that had it. */
  private static List<Root> object(LineageReader reader, Bytes name, long asOfLsn) {
    long object = reader.resolve(name, asOfLsn);
    if (object != 0) {
      return List.of(Root.object(object, asOfLsn));
    }
    List<NameBinding> past =
        reader.bindingsOf(name).stream().filter(each -> each.fromLsn() <= asOfLsn).toList();
    return past.isEmpty()
        ? List.of()
        : List.of(Root.object(past.get(past.size() - 1).object(), asOfLsn));
  }

  private static List<Root> runs(LineageReader reader, JobName job, long asOfLsn, String host) {
    List<Long> found = new ArrayList<>();
    for (long each : reader.processesOf(Bytes.of(job.namespace()))) {
      addIfRun(reader, each, job, asOfLsn, host, found);
    }
    if (found.isEmpty() && job.namespace().equals(host)) {
      LineageReader scan = reader.forScan();
      long last = reader.lastProcess();
      for (long id = 1; id <= last; id++) {
        addIfRun(scan, id, job, asOfLsn, host, found);
      }
    }
    return found.subList(Math.max(0, found.size() - MAX_RUNS), found.size()).stream()
        .map(each -> Root.process(each, asOfLsn))
        .toList();
  }

  private static void addIfRun(
      LineageReader reader, long id, JobName job, long asOfLsn, String host, List<Long> found) {
    ProcessInfo process = reader.process(id);
    if (process != null
        && process.declaredLsn() <= asOfLsn
        && JobName.of(process.declaration(), host).equals(job)) {
      found.add(id);
    }
  }
}
