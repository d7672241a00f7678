// SPDX-License-Identifier: Apache-2.0
/** Tests of documents about recorded runs, with verifiers of other projects. */
package org.colophon.cli.document;
