/**
 * Marks of recordings that are under way, and the gaps that stand for what they missed when their
 * process died. The kernel keeps a mark as the position of a source while a reporter runs.
 */
package org.colophon.core.recording;
