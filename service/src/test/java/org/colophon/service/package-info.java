// SPDX-License-Identifier: Apache-2.0
/** Tests of the whole service through its socket. */
package org.colophon.service;
