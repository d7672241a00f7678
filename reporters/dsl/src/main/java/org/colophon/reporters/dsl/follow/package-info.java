/** Follows a feed across rotations and resumes it; see docs/reference/dsl.md. */
package org.colophon.reporters.dsl.follow;
