/** The inspector of texts: changes as a unified diff. */
package org.colophon.inspectors.text;
