// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.RequestContext;

/** Handles one group of requests on one thread. */
abstract class RequestHandler {
  final Mirror mirror;
  final RequestContext request;
  final Frame frame;
  final AttributeEncoder attributes;

  RequestHandler(Mirror mirror, RequestContext request, Frame frame, AttributeEncoder attributes) {
    this.mirror = mirror;
    this.request = request;
    this.frame = frame;
    this.attributes = attributes;
  }

  /** Returns the length of the reply's body or a negative error number. */
  abstract int handle(Node node);
}
