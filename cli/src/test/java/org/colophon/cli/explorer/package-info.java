// SPDX-License-Identifier: Apache-2.0
/** Tests of the explorer in a browser, with data of real reporters. */
package org.colophon.cli.explorer;
