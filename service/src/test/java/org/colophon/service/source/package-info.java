// SPDX-License-Identifier: Apache-2.0
/** Tests of sources with numbered lines. */
package org.colophon.service.source;
