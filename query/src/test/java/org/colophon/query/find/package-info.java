// SPDX-License-Identifier: Apache-2.0
/** Tests of searches. */
package org.colophon.query.find;
