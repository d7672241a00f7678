// SPDX-License-Identifier: Apache-2.0
/** Tests of OCSF events and their delivery. */
@NullMarked
package org.colophon.exports.ocsf;

import org.jspecify.annotations.NullMarked;
