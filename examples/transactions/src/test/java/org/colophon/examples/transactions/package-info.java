// SPDX-License-Identifier: Apache-2.0
/** Tests that kill the example and compare. */
package org.colophon.examples.transactions;
