// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

/** Steps of a transaction that a reporter takes with {@link OperationSink#endUnit}. */
public enum TransactionStep {
  /** Makes the unit durable as prepared: it can be committed or aborted, also after a crash. */
  PREPARE,
  /** Records the writes of a prepared transaction. */
  COMMIT,
  /** Removes a prepared transaction. Its writes never appear. */
  ABORT,
  /**
   * Records the writes of a prepared transaction as attempted, since it will never be known if they
   * took effect.
   */
  ABANDON
}
