/** Rules that decide which facts a pruning keeps. */
package org.colophon.core.retention.rule;
