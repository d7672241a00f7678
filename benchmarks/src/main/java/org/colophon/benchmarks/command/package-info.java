/**
 * Parts that benchmark commands share: their options, other programs and Java processes that they
 * run, and the location of the sources.
 */
package org.colophon.benchmarks.command;
