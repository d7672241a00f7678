# SPDX-License-Identifier: Apache-2.0
"""Compares PROV-O with PROV-JSON: prov_rdf.py JSON TURTLE JSONLD. Prints a JSON object of numbers.

The libraries prov and rdflib read all three. The library writes the PROV-JSON as RDF, and leaves out
triples that a qualified relation implies; they are added before graphs are compared.
"""
import json
import sys

import rdflib
from prov.model import ProvDocument, ProvRelation
from prov.serializers.provjsonld import load_vendored_context
from rdflib.compare import graph_diff, to_isomorphic
from rdflib.namespace import PROV, RDF

# PROV-O, table 7: a property, the property of its qualified form, and that of the influencer
IMPLIED = [
    (PROV.used, PROV.qualifiedUsage, PROV.entity),
    (PROV.wasGeneratedBy, PROV.qualifiedGeneration, PROV.activity),
    (PROV.wasInvalidatedBy, PROV.qualifiedInvalidation, PROV.activity),
    (PROV.wasInformedBy, PROV.qualifiedCommunication, PROV.activity),
    (PROV.wasStartedBy, PROV.qualifiedStart, PROV.entity),
    (PROV.wasEndedBy, PROV.qualifiedEnd, PROV.entity),
    (PROV.wasDerivedFrom, PROV.qualifiedDerivation, PROV.entity),
    (PROV.wasAssociatedWith, PROV.qualifiedAssociation, PROV.agent),
    (PROV.wasAttributedTo, PROV.qualifiedAttribution, PROV.agent),
    (PROV.actedOnBehalfOf, PROV.qualifiedDelegation, PROV.agent),
    (PROV.wasInfluencedBy, PROV.qualifiedInfluence, PROV.influencer),
]


def with_implied(graph):
    for plain, qualified, influencer in IMPLIED:
        for effect, node in list(graph.subject_objects(qualified)):
            for cause in graph.objects(node, influencer):
                graph.add((effect, plain, cause))
    return graph


def plain(graph):
    return {(s, p, o) for p, _, _ in IMPLIED for s, o in graph.subject_objects(p)}


def as_prov_o(graph):
    """Removes qualified forms that PROV-O does not have, and states a revision as a derivation."""
    for name in ("qualifiedSpecialization", "qualifiedMembership"):
        other = rdflib.URIRef(str(PROV) + name)
        for effect, node in list(graph.subject_objects(other)):
            graph.remove((node, None, None))
            graph.remove((effect, other, node))
    for effect, node in list(graph.subject_objects(PROV.qualifiedRevision)):
        graph.remove((effect, PROV.qualifiedRevision, node))
        graph.add((effect, PROV.qualifiedDerivation, node))
        graph.add((node, RDF.type, PROV.Derivation))
    return with_implied(graph)


def without_empty(graph):
    """Removes qualified relations that have an effect only; the library cannot write them as RDF."""
    empty = [n for n in graph.subjects(RDF.type) if isinstance(n, rdflib.BNode)]
    empty = [n for n in empty if len(list(graph.predicate_objects(n))) == 1]
    for node in empty:
        graph.remove((node, None, None))
        graph.remove((None, None, node))
    return len(empty)


def read(file):
    return open(file, encoding="utf-8").read()


document = ProvDocument.deserialize(content=read(sys.argv[1]), format="json")
rdf = document.serialize(format="rdf", rdf_format="turtle")
expected = as_prov_o(rdflib.Graph().parse(data=rdf, format="turtle"))
turtle = rdflib.Graph().parse(sys.argv[2], format="turtle")
relations = document.get_records(ProvRelation)
if without_empty(turtle) != sum(len(each.attributes) == 1 for each in relations):
    sys.exit("the Turtle lacks a relation without a cause")
if to_isomorphic(expected) != to_isomorphic(turtle):
    _, missing, added = graph_diff(to_isomorphic(expected), to_isomorphic(turtle))
    sys.exit("missing:\n%s\nadded:\n%s" % (missing.serialize(format="nt"), added.serialize(format="nt")))
if ProvDocument.deserialize(content=read(sys.argv[3]), format="jsonld") != document:
    sys.exit("the PROV-JSONLD is another document than the PROV-JSON")
tree = json.loads(read(sys.argv[3]))
tree["@context"][1] = load_vendored_context()
linked = with_implied(rdflib.Graph().parse(data=json.dumps(tree), format="json-ld"))
if plain(linked) != plain(turtle):
    sys.exit("the JSON-LD has other relations: %s" % (plain(linked) ^ plain(turtle)))
print(json.dumps({"triples": len(turtle), "relations": len(plain(turtle))}))
