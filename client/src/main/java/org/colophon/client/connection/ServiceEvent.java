// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.connection;

/**
 * A server-sent event.
 *
 * @param type such as {@code counters}; {@code message} if the service sends none
 * @param data usually a line of JSON
 */
public record ServiceEvent(String type, String data) {}
