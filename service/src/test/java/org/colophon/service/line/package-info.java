// SPDX-License-Identifier: Apache-2.0
/** Tests of parsing lines. */
package org.colophon.service.line;
