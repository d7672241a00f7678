// SPDX-License-Identifier: Apache-2.0
/** Tests of finding and opening stores, state files and plug-ins. */
package org.colophon.cli.config;
