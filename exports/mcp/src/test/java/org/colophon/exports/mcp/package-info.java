// SPDX-License-Identifier: Apache-2.0
/** Tests of the MCP server against the SDK's client. */
@NullMarked
package org.colophon.exports.mcp;

import org.jspecify.annotations.NullMarked;
