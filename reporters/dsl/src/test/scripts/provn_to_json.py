# SPDX-License-Identifier: Apache-2.0
"""Reads PROV-N with the independent PROV library, and writes it as PROV-JSON."""
import sys

from prov.model import ProvDocument

print(ProvDocument.deserialize(source=sys.argv[1], format="provn").serialize(format="json"))
