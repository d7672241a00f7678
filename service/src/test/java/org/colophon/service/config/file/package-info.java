// SPDX-License-Identifier: Apache-2.0
/** Tests that read, reject and print configurations. */
package org.colophon.service.config.file;
