// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.answer.Answer;
import org.colophon.query.parameter.Parameters;
import org.colophon.service.audit.ControlCall;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.json.RequestJson;
import org.colophon.service.json.ServiceJson;
import org.colophon.service.principal.Principal;
import org.colophon.service.principal.Right;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A request and its answer. One thread. */
public final class Exchange {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String GZIP = "gzip";
  private static final int MAX_REMARK = 600;
  private static final int MAX_REMARKS_BYTES = 5500;
  private static final String MORE_REMARKS =
      "further%20remarks%20are%20left%20out;%20--json%20has%20them";

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Parameters parameters;
  private final Map<String, String> pathParts;
  private final LimitsConfig limits;
  private final @Nullable RequestSlots slots;
  private final Principal caller;
  private final Consumer<Exchange> beforeLastByte;
  private final List<Runnable> atEnd = new ArrayList<>();
  private int remarkBytes;
  private boolean isDetached;
  private boolean isCompressed;
  private @Nullable ColophonException lateFailure;
  private @Nullable ControlCall controlCall;
  private @Nullable AnswerLimit limit;

  /**
   * Begins an exchange.
   *
   * @param slots slots for concurrent requests; null if the request needs none
   * @param beforeLastByte called before the end of a complete answer is sent
   */
  public Exchange(
      Request request,
      Response response,
      Callback callback,
      Parameters parameters,
      Map<String, String> pathParts,
      LimitsConfig limits,
      @Nullable RequestSlots slots,
      Principal caller,
      Consumer<Exchange> beforeLastByte) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.parameters = parameters;
    this.pathParts = pathParts;
    this.limits = limits;
    this.slots = slots;
    this.caller = caller;
    this.beforeLastByte = beforeLastByte;
  }

  public Parameters parameters() {
    return parameters;
  }

  public LimitsConfig limits() {
    return limits;
  }

  /** Begins a computation with limits.request-time. Its answer is cut off if the service stops. */
  public AnswerLimit beginComputation() {
    limit = new AnswerLimit(this, request, limits.requestTime());
    return limit;
  }

  /** Returns whether the service is stopping. Any thread. */
  public boolean isStopping() {
    return request.getConnectionMetaData().getConnector().isShutdown();
  }

  /**
   * Checks that the service is not stopping. Any thread.
   *
   * @throws ColophonException INTERRUPTED
   */
  public void checkRunning() {
    if (isStopping()) {
      throw ErrorCode.INTERRUPTED.exception("the service is stopping: ask again after its start");
    }
  }

  /** Requires a right in addition to the right of the route. */
  public void require(Right right) {
    caller.require(right);
  }

  /**
   * Requires the owner of the service, since no configuration permits others.
   *
   * @param key the configuration key that permits others
   */
  public void requireOwner(String key) {
    if (!caller.equals(Principal.OWNER)) {
      throw ErrorCode.NOT_PERMITTED.exception(
          "only the owner of the service may do this, until %s in its configuration names directories for %s"
              .formatted(key, caller.name()));
    }
  }

  /** Returns the value of a path variable {@code {name}}. */
  public String pathPart(String name) {
    return Objects.requireNonNull(pathParts.get(name), name);
  }

  public String method() {
    return request.getMethod();
  }

  /** Returns the path and query of the request, unchanged. */
  public String target() {
    return request.getHttpURI().getPathQuery();
  }

  /** Returns the media type of the request's body; JSON if it is not specified. */
  public String mediaType() {
    String given = header("Content-Type");
    return given == null ? MediaTypes.JSON : given;
  }

  /** Returns a header of the request, or null. */
  public String header(String name) {
    return request.getHeaders().get(name);
  }

  /** Returns whether the request came over TLS. */
  public boolean isSecure() {
    return request.isSecure();
  }

  /** Sets a header of the answer. Called before the first byte of the answer. */
  public void setHeader(String name, String value) {
    response.getHeaders().put(name, value);
  }

  /** Answers without a body. */
  public void empty(int status) {
    response.setStatus(status);
  }

  /**
   * Returns the request's body. Reading fails with LIMIT_REACHED if the body is too long or arrives
   * too slowly.
   */
  public InputStream body(long limitBytes) {
    return new PacedInput(Content.Source.asInputStream(request), limitBytes);
  }

  /** Returns the request's body as a record. Without a body, the record has the default values. */
  public <T> T jsonBody(Class<T> type) throws IOException {
    return RequestJson.read(body(limits.requestBytes()).readAllBytes(), type);
  }

  /**
   * Adds a remark for the user. Must be called before the first byte of the answer. Callers accept
   * only some KiB of headers, so long and numerous remarks are shortened; JSON answers have the
   * content.
   */
  public void remark(String text) {
    boolean isLong = text.length() > MAX_REMARK;
    String shown = isLong ? text.substring(0, MAX_REMARK) + "... (--json has the rest)" : text;
    String encoded = URLEncoder.encode(shown, StandardCharsets.UTF_8).replace("+", "%20");
    int left = MAX_REMARKS_BYTES - remarkBytes;
    remarkBytes += encoded.length();
    if (encoded.length() <= left) {
      response.getHeaders().add(ServiceHeaders.REMARK, encoded);
    } else if (left >= 0) {
      response.getHeaders().add(ServiceHeaders.REMARK, MORE_REMARKS);
    }
  }

  /** Sets whether anything was found. Must be called before the first byte of the answer. */
  public void found(boolean found) {
    response.getHeaders().put(ServiceHeaders.FOUND, Boolean.toString(found));
  }

  /**
   * Compresses the answer if the caller accepts gzip. Must be called immediately before the answer
   * is written.
   */
  public void compress() {
    String accepted = header("Accept-Encoding");
    isCompressed = accepted != null && accepted.contains(GZIP);
    if (isCompressed) {
      response.getHeaders().put(HttpHeader.CONTENT_ENCODING, GZIP);
    }
  }

  /** Compresses fast rather than well, since most callers are on this host. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  public void write(int status, String mediaType, Answer.Body body) throws IOException {
    OutputStream plain = answer(status, mediaType);
    OutputStream out = isCompressed ? new FastGzip(plain) : plain;
    body.write(out);
    out.flush();
    out.close(); // skipped after a failure: a partial answer must not look complete
  }

  /** Begins an answer. The caller closes the stream only if the answer is complete. */
  public OutputStream answer(int status, String mediaType) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
    if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
      // Without chunks, an answer that was cut off would look complete.
      response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
    }
    Runnable cutOff = () -> request.getConnectionMetaData().getConnection().getEndPoint().close();
    OutputStream paced =
        new PacedOutput(this::send, cutOff, slots, limits.answerBytes(), Pace.DEFAULT);
    return new BufferedOutputStream(paced, BUFFER_BYTES) {
      @Override
      public void close() throws IOException {
        flush();
        beforeLastByte.accept(Exchange.this);
        super.close();
      }
    };
  }

  private void send(boolean isLast, ByteBuffer piece, Callback written) {
    if (limit != null && response.isCommitted() && piece.hasRemaining()) {
      checkRunning(); // an answer of one piece is always sent
    }
    response.write(isLast, piece, written);
  }

  /** Answers with a record or map as JSON. */
  public void json(int status, Object value) throws IOException {
    write(status, MediaTypes.JSON, out -> ServiceJson.write(value, out));
  }

  public void text(int status, String mediaType, String text) throws IOException {
    write(status, mediaType, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Answers with a stream of events, which stays open.
   *
   * @param onClose called once when the stream ends
   */
  public EventStream events(Runnable onClose) {
    isDetached = true;
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, MediaTypes.EVENTS);
    return new EventStream(response, callback, onClose);
  }

  /**
   * Requests an audit log line with the outcome of this call. If called several times, the last
   * call counts.
   */
  public void control(String action, Map<String, String> details) {
    controlCall = new ControlCall(action, details);
  }

  /** Returns the audited call; null if the request is not audited. */
  public @Nullable ControlCall controlCall() {
    return controlCall;
  }

  /** Records a failure that occurred after the answer began. The answer reports it in its body. */
  public void failedLate(ColophonException failure) {
    lateFailure = failure;
  }

  /** Returns the failure that occurred after the answer began; null if there was none. */
  public @Nullable ColophonException lateFailure() {
    return lateFailure;
  }

  public void atEnd(Runnable action) {
    atEnd.add(action);
  }

  public void end() {
    atEnd.forEach(Runnable::run);
  }

  public boolean isDetached() {
    return isDetached;
  }
}
