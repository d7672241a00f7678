// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.browser;

import java.util.Map;
import java.util.Random;

/**
 * A graph of 10,000 nodes and 22,000 edges that do not fold, and the measurement of its picture.
 *
 * <p>Processes each read outputs of earlier ones and write their own; the last reads the newest.
 */
public final class LargeGraph {
  /** Number of processes; each writes a file. */
  public static final int PROCESSES = 5_000;

  private static final int READS = 4;

  private LargeGraph() {}

  /** Returns the operations, as {@code POST /v1/operations} takes them. */
  public static String lines() {
    Random random = new Random(1);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < PROCESSES; i++) {
      String time =
          ",\"time\":\"2026-11-25T%02d:%02d:%02dZ\"".formatted(i / 3600, i / 60 % 60, i % 60);
      line(lines, "process", i, ",\"executable\":\"/bin/step%d\"".formatted(i % 97) + time);
      for (int read = 0; read < READS - i % 2 && i > 0; read++) {
        int from = read == 0 ? i - 1 : Math.max(0, i - 1 - random.nextInt(200));
        line(lines, "read", i, path(from) + time);
      }
      line(lines, "write", i, path(i) + time);
    }
    return lines.toString();
  }

  private static void line(StringBuilder lines, String operation, int process, String rest) {
    String key = operation.equals("process") ? "id" : "process";
    lines.append("{\"op\":\"%s\",\"%s\":\"p%d\"%s}\n".formatted(operation, key, process, rest));
  }

  private static String path(int number) {
    return ",\"path\":\"/big/%d/out%d\"".formatted(number % 31, number);
  }

  /**
   * Opens the graph of the last output in a page that is open, and pans and zooms in it.
   *
   * @return the numbers of {@code nodes} and {@code edges}; the {@code payload} and its {@code
   *     size} before compression in bytes; the milliseconds to the {@code picture}, of which the
   *     {@code service} takes a part; and those of the longest {@code task} afterwards, 0 if none
   *     takes 50 ms
   */
  @SuppressWarnings("unchecked") // the form of the script's answer is known
  public static Map<String, Number> open(Browser browser) {
    return (Map<String, Number>) browser.driver().executeAsyncScript(OPEN_AND_PAN);
  }

  private static final String OPEN_AND_PAN =
      """
      const done = arguments[arguments.length - 1];
      const frame = () => new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
      (async () => {
        const begin = performance.now();
        location.hash = 'graph?target=%2Fbig%2F8%2Fout4999&limit=20000';
        while (!document.querySelector('canvas.graph')?.dataset.nodes) await frame();
        await frame();
        const picture = performance.now() - begin;
        let task = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
          if (entry.startTime > begin + picture) task = Math.max(task, entry.duration);
        })).observe({ entryTypes: ['longtask'] });
        const canvas = document.querySelector('canvas.graph');
        const key = (name) => canvas.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
        for (let i = 0; i < 20; i++) {
          key(['+', '+', 'ArrowLeft', '-', '0'][i % 5]);
          await frame();
        }
        await new Promise((then) => setTimeout(then, 200));
        const answer = performance.getEntriesByType('resource').filter((each) => each.name.includes('/v1/graph')).pop();
        done({ nodes: Number(canvas.dataset.nodes), edges: Number(canvas.dataset.edges), payload: answer.transferSize,
          size: answer.decodedBodySize, picture, task, service: answer.responseStart - answer.requestStart });
      })();
      """;
}
