// SPDX-License-Identifier: Apache-2.0
/** Tests of recordings. */
package org.colophon.cli.recording;
