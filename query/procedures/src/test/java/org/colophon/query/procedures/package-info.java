// SPDX-License-Identifier: Apache-2.0
/** Tests of the procedures and functions, each class over one open database. */
package org.colophon.query.procedures;
