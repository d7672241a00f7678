// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

/** Lifecycle state of a kernel. */
public enum KernelState {
  RUNNING,
  /** A fatal failure has stopped recording. */
  FAILED,
  CLOSED
}
