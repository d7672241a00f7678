// SPDX-License-Identifier: Apache-2.0
/** Documents generated from picocli's model of the commands: Markdown and man pages. */
@NullMarked
package org.colophon.cli.docs;

import org.jspecify.annotations.NullMarked;
