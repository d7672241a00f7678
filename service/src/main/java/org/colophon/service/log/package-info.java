// SPDX-License-Identifier: Apache-2.0
/** Bridge from Jetty's log to the platform's loggers. */
@NullMarked
package org.colophon.service.log;

import org.jspecify.annotations.NullMarked;
