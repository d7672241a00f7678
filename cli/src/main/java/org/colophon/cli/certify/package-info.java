// SPDX-License-Identifier: Apache-2.0
/** Commands for certified history: keys, witnesses, proofs. */
@NullMarked
package org.colophon.cli.certify;

import org.jspecify.annotations.NullMarked;
