// SPDX-License-Identifier: Apache-2.0
/** Tests of the commands. They run in this process, on stores that a kernel filled. */
package org.colophon.cli.command;
