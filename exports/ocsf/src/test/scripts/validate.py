# SPDX-License-Identifier: Apache-2.0
"""Validates JSON: validate.py ocsf|otlp FILE... Prints a line for each line of the files: ok, or the error."""

import json
import sys

from google.protobuf import json_format
from jsonschema import Draft202012Validator
from ocsf_json_schema import OcsfJsonSchemaEmbedded, get_ocsf_schema
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest

schemas = OcsfJsonSchemaEmbedded(get_ocsf_schema(version="1.7.0"))
validators = {}


def ocsf(line):
    event = json.loads(line)
    kind = event["class_uid"]
    if kind not in validators:
        name = schemas.lookup_class_name_from_uid(kind)
        validators[kind] = Draft202012Validator(schemas.get_class_schema(name, event["metadata"]["profiles"]))
    for error in validators[kind].iter_errors(event):
        raise ValueError("/".join(map(str, error.path)) + ": " + error.message)
    if event["type_uid"] != 100 * kind + event["activity_id"]:
        raise ValueError("type_uid is not that of the activity")


def plain(value):
    kind = value.WhichOneof("value")
    if kind == "kvlist_value":
        return {each.key: plain(each.value) for each in value.kvlist_value.values}
    if kind == "array_value":
        return [plain(each) for each in value.array_value.values]
    return getattr(value, kind)


def otlp(line):
    """Every field must be known, and each body must be an event."""
    request = json_format.Parse(line, ExportLogsServiceRequest())
    for logs in request.resource_logs:
        for scope in logs.scope_logs:
            for record in scope.log_records:
                body = plain(record.body)
                ocsf(json.dumps(body))
                uid = {each.key: plain(each.value) for each in record.attributes}["log.record.uid"]
                if uid != body["metadata"]["uid"] or record.time_unix_nano != body["time"] * 1000000:
                    raise ValueError("the record contradicts its body")


CHECKS = {"ocsf": ocsf, "otlp": otlp}
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as text:
        for line in text:
            try:
                CHECKS[sys.argv[1]](line)
                print("ok")
            except Exception as e:  # the parsers raise several kinds
                print("invalid: " + " ".join(str(e).split())[:400])
