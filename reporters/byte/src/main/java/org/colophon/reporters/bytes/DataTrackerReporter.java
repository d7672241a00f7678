// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.bytes;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;

/**
 * Reports raw output of DataTracker (Stamatogiannakis and others, IPAW 2014), a text with these
 * lines:
 *
 * <ul>
 *   <li>{@code x:PROGRAM}: the following lines belong to this program
 *   <li>{@code o:UFD:FILE} and {@code c:UFD}: a file is opened under the number UFD, and closed
 *   <li>{@code u:PROGRAM:FILE} and {@code g:MODE:PROGRAM:FILE}: a file is read, or opened for
 *       writing
 *   <li>{@code w:SEQ|REP:UFD:OFFSET:UFD:OFFSET:LENGTH}: bytes are written; their origins are
 *       consecutive bytes (SEQ) or a single byte (REP)
 * </ul>
 */
final class DataTrackerReporter implements Reporter {
  private static final int WRITE_PARTS = 6;

  private final Path from;
  private final Path directory;
  private final Map<String, Long> files = new HashMap<>();
  private volatile boolean isStopped;
  private long process;

  /**
   * Creates a reporter.
   *
   * @param directory base of relative names
   */
  DataTrackerReporter(Path from, Path directory) {
    this.from = from;
    this.directory = directory;
  }

  @Override
  public void run(ReporterContext context) {
    OperationSink sink = context.newSink();
    try (BufferedReader lines = Files.newBufferedReader(from, StandardCharsets.ISO_8859_1)) {
      int number = 0;
      for (String line = lines.readLine(); line != null && !isStopped; line = lines.readLine()) {
        number++;
        try {
          line(line.strip(), sink);
        } catch (IllegalArgumentException e) {
          sink.refuse(from + ":" + number, String.valueOf(e.getMessage()));
        }
      }
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception("there is no file " + from + "; check its path", e);
    } catch (IOException e) {
      throw IoFailure.of("read", from, e);
    }
    if (process != 0) {
      sink.exit(process, 0, 0);
    }
    sink.flush();
  }

  private void line(String line, OperationSink sink) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    String[] parts = line.split(":", 2);
    if (parts.length < 2) {
      throw new IllegalArgumentException("is not a line of DataTracker's raw output");
    }
    String rest = parts[1];
    switch (parts[0]) {
      case "x" -> begin(rest, sink);
      case "o" -> files.put(before(rest), object(behind(rest), sink));
      case "c" -> files.remove(rest);
      case "u" -> access(OperationKind.READ, behind(rest), sink);
      case "g" -> access(OperationKind.OPEN, behind(behind(rest)), sink);
      case "w" -> write(rest.split(":", -1), sink);
      default -> throw new IllegalArgumentException("has an unknown kind '" + parts[0] + "'");
    }
  }

  private void begin(String program, OperationSink sink) {
    if (process != 0) {
      sink.exit(process, 0, 0);
    }
    files.clear();
    process = sink.process(ProcessDeclaration.of(0, Bytes.of(program), 0), 0);
  }

  private static String before(String text) {
    return text.substring(0, colon(text));
  }

  private static String behind(String text) {
    return text.substring(colon(text) + 1);
  }

  private static int colon(String text) {
    int at = text.indexOf(':');
    if (at < 0) {
      throw new IllegalArgumentException("has too few parts");
    }
    return at;
  }

  private long object(String name, OperationSink sink) {
    byte[] bytes = name.getBytes(StandardCharsets.ISO_8859_1);
    String path = new String(bytes, StandardCharsets.UTF_8);
    return sink.objectAt(
        Bytes.of(directory.resolve(path).normalize().toString()),
        ObjectDeclaration.of(ObjectKind.FILE),
        0);
  }

  private void access(OperationKind kind, String name, OperationSink sink) {
    sink.access(kind, Phase.WHOLE, program(), object(name, sink), 0, 0);
  }

  private long program() {
    if (process == 0) {
      throw new IllegalArgumentException("belongs to no program: no line x:PROGRAM precedes it");
    }
    return process;
  }

  private void write(String[] parts, OperationSink sink) {
    if (parts.length != WRITE_PARTS || !(parts[0].equals("SEQ") || parts[0].equals("REP"))) {
      throw new IllegalArgumentException("is not w:SEQ|REP:UFD:OFFSET:UFD:OFFSET:LENGTH");
    }
    long output = file(parts[1]);
    long input = file(parts[3]);
    long offset = number(parts[2]);
    long length = number(parts[5]);
    boolean isCopy = parts[0].equals("SEQ");
    ByteMap.Part part = new ByteMap.Part(input, number(parts[4]), isCopy ? length : 1);
    ByteMap.Origin origin = isCopy ? ByteMap.Origin.COPIED : ByteMap.Origin.COMPUTED;
    ByteMap map = new ByteMap(offset, List.of(new ByteMap.Segment(length, origin, List.of(part))));
    ByteMap.Encoded encoded = map.encode();
    sink.access(OperationKind.READ, Phase.WHOLE, program(), input, 0, 0);
    sink.extend(program(), output, ByteMap.TYPE, encoded.data(), encoded.idsAt(), 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, program(), output, length, 0);
  }

  private long file(String number) {
    Long object = files.get(number);
    if (object == null) {
      throw new IllegalArgumentException("names a file " + number + " that is not open");
    }
    return object;
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("has '" + text + "' in place of a number", e);
    }
  }

  @Override
  public void stop() {
    isStopped = true;
  }
}
