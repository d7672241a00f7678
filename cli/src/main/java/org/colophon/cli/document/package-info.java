// SPDX-License-Identifier: Apache-2.0
/** Commands that turn recorded runs into documents for other tools. */
@NullMarked
package org.colophon.cli.document;

import org.jspecify.annotations.NullMarked;
