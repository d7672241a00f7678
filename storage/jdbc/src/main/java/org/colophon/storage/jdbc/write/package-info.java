// SPDX-License-Identifier: Apache-2.0
/** The write path: collects rows and writes them as one transaction. One thread. */
@NullMarked
package org.colophon.storage.jdbc.write;

import org.jspecify.annotations.NullMarked;
