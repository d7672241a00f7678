package org.colophon.core.plugin;

/**
 * An option of a plug-in, as help shows it.
 *
 * @param name as in {@code name=value}
 * @param description what it does, with its unit
 * @param defaultValue what holds if it is not given; empty if it must be given or has no value
 */
public record PluginOption(String name, String description, String defaultValue) {}
