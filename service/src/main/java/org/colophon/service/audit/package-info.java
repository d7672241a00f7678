// SPDX-License-Identifier: Apache-2.0
/** Log of the calls that change the service. */
@NullMarked
package org.colophon.service.audit;

import org.jspecify.annotations.NullMarked;
