// SPDX-License-Identifier: Apache-2.0
/** Builds and loads the BPF programs, and reads their ring buffer. */
@NullMarked
package org.colophon.reporters.ebpf.kernel;

import org.jspecify.annotations.NullMarked;
