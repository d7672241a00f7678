// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.store;

import org.colophon.cli.base.Confirmation;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.Store;
import org.colophon.core.adapters.AttachedAdapter;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterStatus;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Opens a store although a part of its journal is lost and no adapter has that part. */
@Command(
    name = "accept-loss",
    description = "Continue without a lost part of the journal, and leave a gap in the record.",
    footer = {
      "",
      "Opens a store whose journal is lost, or whose adapter lacks records that the",
      "journal no longer holds. This happens if parts of a store are restored from",
      "backups of different age. First try to catch up an adapter that has the lost",
      "part, or to restore a newer backup. Lineage reports the gap.",
      "",
      "Examples:",
      "  colophon adapters accept-loss rocksdb",
      "  colophon adapters accept-loss rocksdb --yes       without asking"
    })
public final class AcceptLossCommand extends StoreCommand {
  @Parameters(paramLabel = "NAME", description = "The adapter's name in this store.")
  private String name;

  @Mixin private Confirmation confirmation;

  public AcceptLossCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Store store = store();
    store.requireToExist();
    AttachedAdapter adapter = store.attached(name);
    ColophonException refusal = refusal(store, adapter);
    if (refusal == null) {
      console().remark("nothing is lost: " + name + " has everything recorded");
      return ExitCode.NOTHING;
    }
    console().remark(refusal.getMessage());
    if (!confirmation.isGiven(
        invocation(),
        "accept-loss leaves a gap in the record",
        "Continue without the lost part?")) {
      console().remark("nothing was changed");
      return ExitCode.NOTHING;
    }
    AdapterStatus status = store.acceptLoss(adapter);
    console()
        .remark(
            "%s continues with a gap, and holds the rest up to LSN %d"
                .formatted(name, status.heldLsn()));
    return ExitCode.FOUND;
  }

  private static @Nullable ColophonException refusal(Store store, AttachedAdapter adapter) {
    try {
      store.catchUp(adapter, 1);
      return null;
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.PART_LOST) {
        throw e;
      }
      return e;
    }
  }
}
