// SPDX-License-Identifier: Apache-2.0
/** Tests of a kernel with real adapters after a very long recording. */
package org.colophon.cli.soak;
