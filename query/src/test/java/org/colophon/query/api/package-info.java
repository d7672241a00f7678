// SPDX-License-Identifier: Apache-2.0
/** Tests of queries and of the target parser. */
package org.colophon.query.api;
