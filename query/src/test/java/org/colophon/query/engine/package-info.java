// SPDX-License-Identifier: Apache-2.0
/** Tests that compare the engine with hand-made cases and with a slow reference. */
package org.colophon.query.engine;
