// SPDX-License-Identifier: Apache-2.0
/** Metrics of the service in Prometheus format. */
@NullMarked
package org.colophon.service.metrics;

import org.jspecify.annotations.NullMarked;
