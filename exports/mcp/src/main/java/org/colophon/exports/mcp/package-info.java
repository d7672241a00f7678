// SPDX-License-Identifier: Apache-2.0
/** Questions about a history as tools of the Model Context Protocol. An optional plug-in. */
@NullMarked
package org.colophon.exports.mcp;

import org.jspecify.annotations.NullMarked;
