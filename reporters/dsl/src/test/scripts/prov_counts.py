# SPDX-License-Identifier: Apache-2.0
"""Says what the independent PROV library reads of its own PROV-JSON samples: where they lie, and how
many records of which kind each file has, or the error that it meets."""
import collections
import json
import pathlib
import warnings

import prov.tests
from prov.constants import PROV_N_MAP
from prov.model import ProvDocument

warnings.simplefilter("ignore")
directory = pathlib.Path(prov.tests.__file__).parent
files = {}
for file in sorted(directory.rglob("*.json")):
    try:
        document = ProvDocument.deserialize(source=str(file), format="json")
    except Exception as error:
        files[str(file.relative_to(directory))] = {"error": str(error)}
        continue
    counts = collections.Counter()
    for bundle in [document, *document.bundles]:
        counts.update(PROV_N_MAP[record.get_type()] for record in bundle.get_records())
    files[str(file.relative_to(directory))] = {"counts": counts}
print(json.dumps({"directory": str(directory), "files": files}))
