/** Follows a feed across rotations and resumes it; see docs/dsl.md. */
package org.colophon.reporters.dsl.follow;
