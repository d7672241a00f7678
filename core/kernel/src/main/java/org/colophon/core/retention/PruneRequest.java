package org.colophon.core.retention;

import java.util.Objects;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * What to prune, and how.
 *
 * @param adapter the adapter's name; null for the first that can be read
 * @param policy what may go
 * @param isDryRun whether only to say what would go
 * @param leastShare nothing is done unless about this share of the store goes, from 0 to 1: all
 *     that stays is written anew
 * @param maxShare how much of the machine, of all its cores together, it may take: above 0, at most
 *     1
 * @param graceMillis so long those who are reading the old content may go on, at most
 */
public record PruneRequest(
    String adapter,
    RetentionPolicy policy,
    boolean isDryRun,
    double leastShare,
    double maxShare,
    long graceMillis) {
  public PruneRequest {
    Objects.requireNonNull(policy, "policy");
    if (!(leastShare >= 0 && leastShare <= 1 && maxShare > 0 && maxShare <= 1)) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "a share is from 0 to 1, and that of the machine is above 0: not %s and %s"
              .formatted(leastShare, maxShare));
    }
  }
}
