/** Exports lineages as in-toto statements, for software that checks supply chains. */
package org.colophon.query.attest;
