// SPDX-License-Identifier: Apache-2.0
/** Tests against a kernel with a store in memory, and real servers. */
package org.colophon.testing.servers;
