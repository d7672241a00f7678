package org.colophon.benchmarks.service;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.service.client.ServiceConnection;
import org.colophon.service.client.ServiceRequest;
import org.colophon.service.client.ServiceResponse;
import org.colophon.service.client.report.RemoteSink;

/**
 * Reports operations of 100 processes that alternately read and write 1,000 files. All are stored,
 * and the time ends when all are acknowledged.
 */
final class RemoteIngest {
  private static final int PROCESSES = 100;
  private static final int FILES = 1000;

  private final ServedStore served;
  private final int operations;

  RemoteIngest(ServedStore served, int operations) {
    this.served = served;
    this.operations = operations;
  }

  /** Operations in the order in which a client reports them. */
  private interface Accesses {
    void access(int process, int file, boolean isRead, int bytes) throws IOException;
  }

  private void accesses(Accesses each) throws IOException {
    for (int i = 0; i < operations; i++) {
      each.access(i / 7 % PROCESSES, (int) (i * 13L % FILES), i % 3 != 0, i % 4096);
    }
  }

  /** Reports numbered lines with the Java client; returns nanoseconds. */
  long sources(String source) {
    long begin = System.nanoTime();
    try (RemoteSink sink = RemoteSink.to(served.connect(), source).keepAll(true).build()) {
      report(sink);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("a sink does no I/O: " + e, e);
    }
    long nanos = System.nanoTime() - begin;
    check("/v1/sources/" + source, "\"acknowledged\" : " + (PROCESSES + FILES + operations));
    return nanos;
  }

  private void report(OperationSink sink) throws IOException {
    long[] processes = new long[PROCESSES];
    for (int i = 0; i < PROCESSES; i++) {
      processes[i] = sink.process(ProcessDeclaration.of(i, Bytes.of("/bin/tool"), 0), 0);
    }
    long[] files = new long[FILES];
    for (int i = 0; i < FILES; i++) {
      files[i] = sink.objectAt(Bytes.of("/lab/" + i), ObjectKind.FILE, 0);
    }
    accesses(
        (process, file, isRead, bytes) ->
            sink.access(
                isRead ? OperationKind.READ : OperationKind.WRITE,
                Phase.WHOLE,
                processes[process],
                files[file],
                bytes,
                0));
  }

  /** Sends all lines in one request, written while it is sent; returns nanoseconds. */
  long operations() {
    long begin = System.nanoTime();
    ServiceRequest request =
        ServiceRequest.post("/v1/operations")
            .parameter("keep-all", "true")
            .body("application/x-ndjson", this::lines)
            .build();
    String answer;
    try (ServiceConnection connection = served.connect();
        ServiceResponse response = connection.exchange(request)) {
      answer = response.text();
    }
    long nanos = System.nanoTime() - begin;
    String wanted = "\"accepted\" : " + (PROCESSES + FILES + operations);
    if (!answer.contains(wanted)) {
      throw ErrorCode.BAD_INPUT.exception("wanted " + wanted + ", got " + answer);
    }
    return nanos;
  }

  private void lines(OutputStream to) throws IOException {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < PROCESSES; i++) {
      out.append("{\"op\":\"process\",\"id\":\"p").append(i).append("\",\"pid\":").append(i + 1);
      out.append(",\"executable\":\"/bin/tool\"}\n");
    }
    for (int i = 0; i < FILES; i++) {
      out.append("{\"op\":\"object\",\"id\":\"f").append(i).append("\",\"path\":\"/lab/");
      out.append(i).append("\"}\n");
    }
    accesses(
        (process, file, isRead, bytes) -> {
          out.append(
              isRead ? "{\"op\":\"read\",\"process\":\"p" : "{\"op\":\"write\",\"process\":\"p");
          out.append(process).append("\",\"object\":\"f").append(file);
          out.append("\",\"bytes\":").append(bytes).append("}\n");
          if (out.length() > 1 << 16) {
            to.write(out.toString().getBytes(StandardCharsets.ISO_8859_1));
            out.setLength(0);
          }
        });
    to.write(out.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  private void check(String path, String wanted) {
    try (ServiceConnection connection = served.connect();
        ServiceResponse response = connection.exchange(ServiceRequest.get(path).build())) {
      String text = response.text();
      if (!text.contains(wanted)) {
        throw ErrorCode.BAD_INPUT.exception("wanted " + wanted + ", got " + text);
      }
    }
  }
}
