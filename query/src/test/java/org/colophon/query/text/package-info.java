// SPDX-License-Identifier: Apache-2.0
/** Tests of the display of values and lines. */
package org.colophon.query.text;
