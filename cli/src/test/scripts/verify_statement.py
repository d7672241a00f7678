# SPDX-License-Identifier: Apache-2.0
"""Verifies a signed statement with independent libraries, and compares its subjects with files.

usage: verify_statement.py ENVELOPE PUBLIC_KEY DIRECTORY
"""
import hashlib
import json
import pathlib
import sys

from cryptography.hazmat.primitives import serialization
from google.protobuf import json_format
from in_toto_attestation.predicates.provenance.v1 import provenance_pb2
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from packageurl import PackageURL
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey

envelope = Envelope.from_dict(json.loads(pathlib.Path(sys.argv[1]).read_bytes()))
public = serialization.load_pem_public_key(pathlib.Path(sys.argv[2]).read_bytes())
der = public.public_bytes(
    serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
)
envelope.verify([SSlibKey.from_crypto(public, hashlib.sha256(der).hexdigest())], 1)
if envelope.payload_type != "application/vnd.in-toto+json":
    sys.exit("unexpected type of payload " + envelope.payload_type)

parsed = json_format.Parse(envelope.payload, statement_pb2.Statement())
Statement.copy_from_pb(parsed).validate()
if parsed.predicate_type == "https://slsa.dev/provenance/v1":
    # Strict: it refuses each field that the specification does not have.
    provenance = json_format.ParseDict(
        json_format.MessageToDict(parsed.predicate), provenance_pb2.Provenance()
    )
    for dependency in provenance.build_definition.resolved_dependencies:
        if dependency.uri.startswith("pkg:"):
            if PackageURL.from_string(dependency.uri).to_string() != dependency.uri:
                sys.exit("not in canonical form: " + dependency.uri)
for subject in parsed.subject:
    content = pathlib.Path(sys.argv[3], subject.name).read_bytes()
    if hashlib.sha256(content).hexdigest() != subject.digest["sha256"]:
        sys.exit("another content: " + subject.name)
print(len(parsed.subject))
