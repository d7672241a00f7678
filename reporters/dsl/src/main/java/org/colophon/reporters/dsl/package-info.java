/** Reporters of provenance in text form: feeds in SPADE's DSL, and PROV-JSON documents. */
package org.colophon.reporters.dsl;
