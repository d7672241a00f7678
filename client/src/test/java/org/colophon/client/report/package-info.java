// SPDX-License-Identifier: Apache-2.0
/** Tests of reporting to a service. */
package org.colophon.client.report;
