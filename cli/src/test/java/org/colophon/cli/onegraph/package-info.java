// SPDX-License-Identifier: Apache-2.0
/** Tests of processes traced below a mount. Two reporters record them into the same graph. */
package org.colophon.cli.onegraph;
