package org.colophon.reporters.fuse.wire;

import org.colophon.reporters.fuse.mirror.Lane;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;

/** Handles one group of requests of a thread. */
abstract class RequestHandler {
  final Mirror mirror;
  final Lane lane;
  final Frame frame;
  final Attributes attributes;

  RequestHandler(Mirror mirror, Lane lane, Frame frame, Attributes attributes) {
    this.mirror = mirror;
    this.lane = lane;
    this.frame = frame;
    this.attributes = attributes;
  }

  /** Returns the length of the reply's body or a negative error number. */
  abstract int handle(Node node);
}
