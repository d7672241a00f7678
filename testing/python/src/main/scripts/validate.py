# SPDX-License-Identifier: Apache-2.0
"""Has validators of other projects check documents: validate.py FORMAT FILE...

FORMAT is cyclonedx, spdx, statement (of in-toto), openlineage (a list of events), or the profile and
severity of a crate, such as process-run-crate:REQUIRED. Prints a line for each file: ok, or invalid and
the errors.
"""
import inspect
import io
import json
import pathlib
import sys
import tempfile


def cyclonedx(file):
    from cyclonedx.schema import SchemaVersion
    from cyclonedx.validation.json import JsonStrictValidator

    return JsonStrictValidator(SchemaVersion.V1_7).validate_str(file.read_text())


def spdx(file):
    """Reads the document into the model and writes it, which checks types, cardinalities and patterns."""
    import spdx_python_model

    model, objects = spdx_python_model.load(file)
    model.JSONLDSerializer().write(objects, io.BytesIO())
    missing = sorted(each for each in objects.link() if not each.startswith("https://spdx.org/"))
    return f"unknown elements {missing}" if missing else None


def statement(file):
    from google.protobuf import json_format
    from in_toto_attestation.predicates.provenance.v1 import provenance_pb2
    from in_toto_attestation.v1 import statement_pb2
    from in_toto_attestation.v1.statement import Statement
    from packageurl import PackageURL

    parsed = json_format.Parse(file.read_text(), statement_pb2.Statement())
    Statement.copy_from_pb(parsed).validate()
    if parsed.predicate_type != "https://slsa.dev/provenance/v1":
        return None
    # Strict: it refuses each field that the specification does not have.
    provenance = json_format.ParseDict(
        json_format.MessageToDict(parsed.predicate), provenance_pb2.Provenance()
    )
    for dependency in provenance.build_definition.resolved_dependencies:
        if dependency.uri.startswith("pkg:"):
            if PackageURL.from_string(dependency.uri).to_string() != dependency.uri:
                return "not in canonical form: " + dependency.uri
    return None


# Facets whose classes have other names than the facets.
FACETS = {"version": "DatasetVersion", "dataSource": "Datasource"}


def openlineage(file):
    """Builds the classes of the client library, which refuse unknown and missing fields."""
    import cattrs
    from openlineage.client import event_v2, facet_v2

    converter = cattrs.Converter(forbid_extra_keys=True)
    modules = [each for each in vars(facet_v2).values() if inspect.ismodule(each)]

    def check(found, suffix):
        for name, value in (found or {}).items():
            fields = {key: field for key, field in value.items() if key not in ("_producer", "_schemaURL")}
            if len(fields) + 2 != len(value) or ":" not in value["_producer"] + value["_schemaURL"]:
                raise ValueError(f"the facet {name} has no producer or schema")
            if name.startswith("colophon_"):
                continue
            words = "".join(each[0].upper() + each[1:] for each in name.split("_"))
            plain = FACETS.get(name, words) + suffix
            converter.structure(fields, next(vars(each)[plain] for each in modules if plain in vars(each)))

    for event in json.loads(file.read_text()):
        check(event["run"].pop("facets", None), "RunFacet")
        check(event["job"].pop("facets", None), "JobFacet")
        for dataset in event.get("inputs", []) + event.get("outputs", []):
            check(dataset.pop("facets", None), "DatasetFacet")
            check(dataset.pop("inputFacets", None), "InputDatasetFacet")
            check(dataset.pop("outputFacets", None), "OutputDatasetFacet")
        if not event.pop("schemaURL").endswith("#/$defs/RunEvent"):
            return "another kind of event"
        converter.structure(event, event_v2.RunEvent)
    return None


def crate(profile, severity):
    """Returns a check without a network: the context of RO-Crate 1.1 is that of the package rocrate."""
    import requests
    import requests_cache
    import rocrate
    import urllib3
    from rocrate_validator import services
    from rocrate_validator.models import Severity, ValidationSettings

    context = "https://w3id.org/ro/crate/1.1/context"
    cache = pathlib.Path(tempfile.mkdtemp()) / "cache"

    class Context(requests.adapters.HTTPAdapter):
        def send(self, request, **_):
            data = (pathlib.Path(rocrate.__file__).parent / "data/ro-crate.jsonld").read_bytes()
            assert json.loads(data)["@id"] == context
            raw = urllib3.HTTPResponse(
                body=io.BytesIO(data),
                headers={"Content-Type": "application/ld+json"},
                status=200,
                preload_content=False,
                request_url=request.url,
            )
            return self.build_response(request, raw)

    with requests_cache.CachedSession(str(cache), backend="sqlite") as session:
        session.mount(context, Context())
        session.get(context)

    def check(directory):
        result = services.validate(
            ValidationSettings(
                rocrate_uri=str(directory),
                profile_identifier=profile,
                requirement_severity=Severity[severity],
                offline=True,
                cache_path=cache,
            )
        )
        return "; ".join(str(each.message) for each in result.get_issues()) or None

    return check


def find_check(form):
    checks = {each.__name__: each for each in (cyclonedx, spdx, statement, openlineage)}
    return checks[form] if form in checks else crate(*form.split(":"))


def main(form, *files):
    check = find_check(form)
    for file in files:
        try:
            error = check(pathlib.Path(file))
        except Exception as e:  # the libraries raise many kinds
            error = e
        print("ok" if error is None else "invalid: " + " ".join(repr(error).split())[:800])


main(*sys.argv[1:])
