// SPDX-License-Identifier: Apache-2.0
/**
 * Cost of reporting to a service, and of queries to it. The service runs in a separate Java
 * process. The client runs in this process or, for queries from the shell, in a new process each
 * time.
 */
@NullMarked
package org.colophon.benchmarks.service;

import org.jspecify.annotations.NullMarked;
