// SPDX-License-Identifier: Apache-2.0
/** Tests of the exports, with hostile names and independent parsers. */
package org.colophon.query.export;
