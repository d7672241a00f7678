package org.colophon.service.http.server;

import java.util.List;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.http.Problem;
import org.colophon.service.protocol.MediaTypes;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Tells what the web server itself refuses in the same form as everything else. */
final class ProblemErrorHandler extends ErrorHandler {
  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    int status = response.getStatus();
    Object reason = request.getAttribute(ERROR_MESSAGE);
    String detail = reason == null ? HttpStatus.getMessage(status) : reason.toString();
    boolean isCallers = status < 500;
    ErrorCode code = isCallers ? ErrorCode.BAD_REQUEST : ErrorCode.IO_FAILED;
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, MediaTypes.PROBLEM);
    Problem problem = new Problem(status, code, detail, List.of());
    response.write(true, problem.toBuffer(), callback);
    return true;
  }
}
