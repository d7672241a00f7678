// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.stale;

import org.colophon.query.api.LineageNode;

/**
 * A change of an input after it was used.
 *
 * @param input the version that was used
 * @param what the rest of a sentence that begins with the input's name, as terminal-safe text
 * @param lsn LSN of the change; 0 if it was not recorded
 */
public record InputChange(LineageNode input, String what, long lsn) {}
