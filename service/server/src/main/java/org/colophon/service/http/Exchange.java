package org.colophon.service.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.audit.ControlCall;
import org.colophon.service.config.LimitsConfig;
import org.colophon.service.json.AnswerJson;
import org.colophon.service.protocol.MediaTypes;
import org.colophon.service.protocol.ServiceHeaders;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** One request and its answer, on the thread that works on it. */
public final class Exchange {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Request request;
  private final Response response;
  private final Callback callback;
  private final Parameters parameters;
  private final Map<String, String> pathParts;
  private final LimitsConfig limits;
  private final RequestSlots places;
  private final Consumer<Exchange> beforeLastByte;
  private final List<Runnable> atEnd = new ArrayList<>();
  private boolean isDetached;
  private ColophonException lateFailure;
  private ControlCall controlCall;

  /**
   * @param places where the request has its place; null if it needs none
   * @param beforeLastByte called before the end of a complete answer is sent
   */
  public Exchange(
      Request request,
      Response response,
      Callback callback,
      Parameters parameters,
      Map<String, String> pathParts,
      LimitsConfig limits,
      RequestSlots places,
      Consumer<Exchange> beforeLastByte) {
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.parameters = parameters;
    this.pathParts = pathParts;
    this.limits = limits;
    this.places = places;
    this.beforeLastByte = beforeLastByte;
  }

  public Parameters parameters() {
    return parameters;
  }

  public LimitsConfig limits() {
    return limits;
  }

  /** What stands in the path for {@code {name}}. */
  public String pathPart(String name) {
    return pathParts.get(name);
  }

  /** A header of the request, or null. */
  public String header(String name) {
    return request.getHeaders().get(name);
  }

  /** The body, which ends with LIMIT_REACHED where it is too long or comes too slowly. */
  public InputStream body(long limitBytes) {
    return new PacedInput(Content.Source.asInputStream(request), limitBytes);
  }

  /** The body as a JSON object; an empty one if there is no body. */
  public JsonNode jsonBody(JsonMapper mapper) throws IOException {
    byte[] bytes = body(limits.requestBytes()).readAllBytes();
    try {
      JsonNode node = bytes.length == 0 ? mapper.createObjectNode() : mapper.readTree(bytes);
      if (!node.isObject()) {
        throw new ColophonException(ErrorCode.BAD_REQUEST, "the body is a JSON object");
      }
      refuseHalves(node);
      return node;
    } catch (JsonProcessingException e) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the body is no JSON: "
              + e.getOriginalMessage()
              + (e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr()),
          e);
    }
  }

  private static void refuseHalves(JsonNode node) {
    if (node.isTextual() && !Surrogates.arePaired(node.textValue())) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "the body has a string with a surrogate without its pair");
    }
    node.forEach(Exchange::refuseHalves);
  }

  /** Tells a person something beside the answer; before the answer's first byte. */
  public void remark(String text) {
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    response.getHeaders().add(ServiceHeaders.REMARK, encoded);
  }

  /** Says whether anything was found; before the answer's first byte. */
  public void found(boolean found) {
    response.getHeaders().put(ServiceHeaders.FOUND, Boolean.toString(found));
  }

  /** What writes an answer's body; leaves the stream open. */
  @FunctionalInterface
  public interface Body {
    void write(OutputStream out) throws IOException;
  }

  /** Answers. */
  public void write(int status, String mediaType, Body body) throws IOException {
    OutputStream out = answer(status, mediaType);
    body.write(out);
    out.flush();
    out.close(); // not after a failure, which would make half an answer look whole
  }

  /** Begins an answer. Closing the stream ends it, so it is closed only when it is whole. */
  public OutputStream answer(int status, String mediaType) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, mediaType);
    if (request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_1_1) {
      // Else an answer may end where the connection does, and one cut off would look whole.
      response.getHeaders().put(HttpHeader.TRANSFER_ENCODING, "chunked");
    }
    Runnable cutOff = () -> request.getConnectionMetaData().getConnection().getEndPoint().close();
    OutputStream paced =
        new PacedOutput(response, cutOff, places, limits.answerBytes(), Pace.DEFAULT);
    return new BufferedOutputStream(paced, BUFFER_BYTES) {
      @Override
      public void close() throws IOException {
        flush();
        beforeLastByte.accept(Exchange.this);
        super.close();
      }
    };
  }

  /** Answers with a record or map as JSON. */
  public void json(int status, Object value) throws IOException {
    write(status, MediaTypes.JSON, out -> AnswerJson.write(value, out));
  }

  /** Answers with a text. */
  public void text(int status, String mediaType, String text) throws IOException {
    write(status, mediaType, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Answers with a problem. */
  public void problem(Problem problem) throws IOException {
    write(problem.status(), MediaTypes.PROBLEM, out -> out.write(problem.toJson()));
  }

  /**
   * Keeps the answer open after the endpoint returned, as a stream of events that others write.
   *
   * @param onClose called once when the caller is gone or the stream was closed
   */
  public EventStream events(Runnable onClose) {
    isDetached = true;
    response.setStatus(200);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, MediaTypes.EVENTS);
    return new EventStream(response, callback, onClose);
  }

  /** Has this request written to the audit log, with its outcome; the last call holds. */
  public void control(String action, Map<String, String> details) {
    controlCall = new ControlCall(action, details);
  }

  /** Null unless the request is to be written to the audit log. */
  public ControlCall controlCall() {
    return controlCall;
  }

  /** Notes a failure that a begun answer reports in its body. */
  public void failedLate(ColophonException failure) {
    lateFailure = failure;
  }

  /** Null if there was none. */
  public ColophonException lateFailure() {
    return lateFailure;
  }

  /** Has something done once the endpoint has returned, or failed. */
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
