// SPDX-License-Identifier: Apache-2.0
/** Client views of a running service, read from its JSON. */
@NullMarked
package org.colophon.cli.served;

import org.jspecify.annotations.NullMarked;
