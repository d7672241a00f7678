/**
 * Follows log files through rotation and truncation, and splits them into lines. Used by reporters
 * of logs and feeds.
 */
package org.colophon.reporters.common.follow;
