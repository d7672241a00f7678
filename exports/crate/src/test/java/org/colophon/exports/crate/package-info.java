// SPDX-License-Identifier: Apache-2.0
@NullMarked
package org.colophon.exports.crate;

import org.jspecify.annotations.NullMarked;
