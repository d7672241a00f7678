// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration file. Reads YAML, with file and line in every message, and prints it with
 * comments.
 */
@NullMarked
package org.colophon.service.config.file;

import org.jspecify.annotations.NullMarked;
