// SPDX-License-Identifier: Apache-2.0
/** Tests of damage detection, and of the watch over the store's disk. */
package org.colophon.service.health;
