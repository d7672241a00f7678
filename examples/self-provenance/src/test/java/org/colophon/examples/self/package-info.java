// SPDX-License-Identifier: Apache-2.0
/** Tests that run the examples. */
package org.colophon.examples.self;
