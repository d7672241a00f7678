// SPDX-License-Identifier: Apache-2.0
/** Tests of the parameters of requests. */
package org.colophon.query.parameter;
