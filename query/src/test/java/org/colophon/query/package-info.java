// SPDX-License-Identifier: Apache-2.0
/** Small stores that the tests of this module share. */
package org.colophon.query;
