/** The inspector of texts: what changed, as a unified diff. */
package org.colophon.inspectors.text;
