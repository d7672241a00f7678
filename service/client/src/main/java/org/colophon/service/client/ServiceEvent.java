package org.colophon.service.client;

/**
 * One server-sent event.
 *
 * @param type such as {@code counters}; {@code message} if the service gives none
 * @param data mostly one line of JSON
 */
public record ServiceEvent(String type, String data) {}
