// SPDX-License-Identifier: Apache-2.0
/**
 * Questions, each a record of its parameters. The service, and commands that open a store
 * themselves, answer the same records.
 */
@NullMarked
package org.colophon.query.question;

import org.jspecify.annotations.NullMarked;
