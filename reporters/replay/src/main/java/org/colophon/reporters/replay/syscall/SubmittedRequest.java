// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.syscall;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * A request of a call that submits asynchronous requests.
 *
 * @param kind READ or WRITE; null for other requests
 * @param decoration the name of the descriptor; empty if unknown
 */
public record SubmittedRequest(@Nullable OperationKind kind, int fd, Bytes decoration) {}
