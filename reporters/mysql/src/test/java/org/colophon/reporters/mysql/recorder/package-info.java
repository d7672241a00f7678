// SPDX-License-Identifier: Apache-2.0
/** Tests the recording of statements. */
package org.colophon.reporters.mysql.recorder;
