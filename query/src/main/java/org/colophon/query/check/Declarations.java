// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.check;

import java.util.List;
import java.util.stream.Stream;
import org.colophon.core.error.ErrorCode;

/**
 * The files that a run may use. Immutable.
 *
 * @param inputs files that the run may read
 * @param outputs files that the run may write; if there are none, it may write all
 * @param accepted files and connections whose findings are not reported
 * @param isNetworkAllowed false if the run must not use the network
 */
public record Declarations(
    List<Declaration> inputs,
    List<Declaration> outputs,
    List<Declaration> accepted,
    boolean isNetworkAllowed) {
  /** Declares nothing, and allows the network. */
  public static final Declarations NONE = new Declarations(List.of(), List.of(), List.of(), true);

  public Declarations {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    accepted = List.copyOf(accepted);
  }

  /** Returns the declarations of both. The network is allowed if both allow it. */
  public Declarations with(Declarations other) {
    return new Declarations(
        Stream.concat(inputs.stream(), other.inputs.stream()).toList(),
        Stream.concat(outputs.stream(), other.outputs.stream()).toList(),
        Stream.concat(accepted.stream(), other.accepted.stream()).toList(),
        isNetworkAllowed && other.isNetworkAllowed);
  }

  /**
   * Rejects declarations without inputs and outputs.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST
   */
  public void requireAny() {
    ErrorCode.BAD_REQUEST.require(
        !inputs.isEmpty() || !outputs.isEmpty(),
        "nothing is declared, so nothing can be checked; use --inputs, --outputs, --declared or"
            + " --depfile (--inputs '/**' allows every file)");
  }
}
