// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.retention;

import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Parameters of a pruning.
 *
 * @param adapter the adapter's name; null for the first that can be read.
 * @param policy the rules of removal.
 * @param isDryRun true to report the removal without executing it.
 * @param minShare the minimum share of the store to remove, from 0 to 1, since the rest is
 *     rewritten.
 * @param maxShare the maximum share of the machine, of all its cores together: above 0, at most 1.
 * @param graceMillis the time limit for readers of the old content.
 */
public record PruneRequest(
    @Nullable String adapter,
    RetentionPolicy policy,
    boolean isDryRun,
    double minShare,
    double maxShare,
    long graceMillis) {
  public PruneRequest {
    Objects.requireNonNull(policy, "policy");
    if (!(minShare >= 0 && minShare <= 1 && maxShare > 0 && maxShare <= 1)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a share is from 0 to 1, and that of the machine is above 0: not %s and %s"
              .formatted(minShare, maxShare));
    }
  }
}
