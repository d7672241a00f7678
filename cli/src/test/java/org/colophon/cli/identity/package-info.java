// SPDX-License-Identifier: Apache-2.0
/** Tests the identity of files with random scripts, whose truth a model of the files knows. */
package org.colophon.cli.identity;
