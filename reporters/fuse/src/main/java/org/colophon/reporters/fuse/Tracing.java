// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

/** Choice of tracing the programs that use a mount. */
enum Tracing {
  /** Trace if kernel events are available and the mount records all files and users. */
  AUTO,
  /** Trace, or fail. */
  YES,
  /** Record only what happens in the mount. */
  NO
}
