// SPDX-License-Identifier: Apache-2.0
/** Tests of the prompt: completion, detection of complete statements, and commands. */
package org.colophon.cli.prompt;
