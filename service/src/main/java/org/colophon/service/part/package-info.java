// SPDX-License-Identifier: Apache-2.0
/** The parts of a service, with the one interface that the service uses. */
@NullMarked
package org.colophon.service.part;

import org.jspecify.annotations.NullMarked;
