// SPDX-License-Identifier: Apache-2.0
/** The long-lived service: one store's kernel, adapters and reporters behind an HTTP API. */
@NullMarked
package org.colophon.service;

import org.jspecify.annotations.NullMarked;
