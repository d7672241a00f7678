# SPDX-License-Identifier: Apache-2.0
"""Reads PROV-JSON with the independent library, writes it, reads it again, and says what it saw."""
import collections
import io
import json
import sys

from prov.model import ProvDocument, ProvElement

text = open(sys.argv[1], encoding="utf-8").read()
document = ProvDocument.deserialize(content=text, format="json")
again = ProvDocument.deserialize(content=document.serialize(format="json"), format="json")
if document != again:
    sys.exit("the document changed on its way through the library")
counts = collections.Counter(type(record).__name__ for record in document.get_records())
labels = {
    str(record.identifier): str(record.label)
    for record in document.get_records(ProvElement)
}
print(json.dumps({"counts": counts, "labels": labels}))
