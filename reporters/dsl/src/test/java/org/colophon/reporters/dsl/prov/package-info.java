// SPDX-License-Identifier: Apache-2.0
/** Tests of PROV-JSON documents. */
package org.colophon.reporters.dsl.prov;
