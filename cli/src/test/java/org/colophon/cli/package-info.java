// SPDX-License-Identifier: Apache-2.0
/** Tests of the launcher and of the dependency directions among all modules. */
package org.colophon.cli;
