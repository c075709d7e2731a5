"""Writes nim_client/messages.py: the types of all messages, from the server's JSON Schemas.

Run it from anywhere after a change of the protocol; test_messages.py says when that is due.
"""

import json
import keyword
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCHEMAS = ROOT / "server" / "schema"
WRITTEN = ROOT / "clients" / "python" / "nim_client" / "messages.py"

HEAD = '''"""The messages of the protocol, as types for checkers: requests, answers and events.

Generated from the server's schemas by tests/generate_messages.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypeAlias
'''
# The field that tells the cases of a choice apart.
TAGS = ("t", "kind", "when", "claim")


class Writer:
    """Writes one schema's types; `renamed` are definitions that another schema has otherwise."""

    def __init__(self, schema, renamed):
        self.definitions = schema["$defs"]
        self.renamed = renamed
        self.text = []

    def name(self, definition):
        return self.renamed.get(definition, definition)

    def define(self, name, schema):
        """A type by a name of its own."""
        cases = schema.get("oneOf") or schema.get("anyOf")
        if "properties" in schema and not cases:
            self.define_object(name, schema)
        else:
            written = self.write(schema, name)
            # The type may be defined further down, so it stays text while the program runs.
            self.text.append(f"{comment(schema)}{name}: TypeAlias = {quoted(written)}")

    def define_object(self, name, schema):
        base = self.name(schema["$ref"].rsplit("/", 1)[-1]) if "$ref" in schema else "TypedDict"
        required = schema.get("required", [])
        fields = []
        for field, of in schema["properties"].items():
            written = self.write(of, name + camel(field))
            needed = field in required
            fields.append((field, written if needed else f"NotRequired[{written}]"))
        if any(keyword.iskeyword(field) for field, _ in fields):
            # Such a field cannot be written in a class.
            body = ", ".join(f"{json.dumps(field)}: {json.dumps(of)}" for field, of in fields)
            self.text.append(f'{comment(schema)}{name} = TypedDict("{name}", {{{body}}})')
            return
        lines = [f"class {name}({base}):"]
        if "description" in schema:
            lines.append(textwrap.indent(docstring(schema["description"]), "    "))
            lines.append("")
        lines += [f"    {field}: {of}" for field, of in fields]
        self.text.append("\n".join(lines))

    def write(self, schema, name):
        """The type as an expression; objects within it are defined under names from `name`."""
        cases = schema.get("oneOf") or schema.get("anyOf")
        if cases:
            return choice(self.case(case, name, n) for n, case in enumerate(cases, 1))
        if "properties" in schema:
            self.define_object(name, schema)
            return name
        if "$ref" in schema:
            return self.name(schema["$ref"].rsplit("/", 1)[-1])
        if "const" in schema:
            return f"Literal[{json.dumps(schema['const'])}]"
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'])}]"
        kinds = schema.get("type")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        return choice(self.kind(kind, schema, name) for kind in kinds)

    def case(self, case, name, number):
        if "properties" not in case:
            return self.write(case, f"{name}{number}")
        tags = [case["properties"].get(tag, {}).get("const") for tag in TAGS]
        tag = next((tag for tag in tags if tag), None)
        own = camel(tag) if tag else str(number)
        own = own + name if name in ("Request", "Message") else name + own
        self.define_object(own, case)
        return own

    def kind(self, kind, schema, name):
        if kind == "array" and "prefixItems" in schema:
            items = enumerate(schema["prefixItems"], 1)
            return f"list[{choice(self.write(item, f'{name}{n}') for n, item in items)}]"
        if kind == "array":
            return f"list[{self.write(schema.get('items', {}), name + 'Item')}]"
        simple = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
        simple |= {"null": "None", "object": "dict[str, Any]"}
        return simple.get(kind, "Any")


def quoted(written):
    return "'" + written + "'" if '"' in written else f'"{written}"'


def choice(types):
    """Any of these types, each once; constants together."""
    types = list(dict.fromkeys(types))
    constants = [one for one in types if one.startswith("Literal[") and one.count("Literal[") == 1]
    if len(constants) > 1:
        values = ", ".join(one.removeprefix("Literal[").removesuffix("]") for one in constants)
        types = [f"Literal[{values}]"] + [one for one in types if one not in constants]
    return " | ".join(types)


def camel(text):
    return "".join(part[:1].upper() + part[1:] for part in text.replace("-", "_").split("_"))


def plain(description):
    return " ".join(description.split())


def comment(schema):
    if "description" not in schema:
        return ""
    lines = textwrap.wrap(plain(schema["description"]), 96)
    return "".join(f"# {line}\n" for line in lines)


def docstring(description):
    text = plain(description).replace("\\", "\\\\")
    text = "\n".join(textwrap.wrap(text, 92))
    return f'"""{text[:-1]}\\""""' if text.endswith('"') else f'"""{text}"""'


def generate():
    """The text of the module."""
    asked = json.loads((SCHEMAS / "client.json").read_text())
    said = json.loads((SCHEMAS / "server.json").read_text())
    known = said["$defs"]
    renamed = {
        name: f"Requested{name}"
        for name, schema in asked["$defs"].items()
        if name in known and schema != known[name]
    }
    server, client = Writer(said, {}), Writer(asked, renamed)
    for name, schema in sorted(known.items()):
        server.define(name, schema)
    for name, schema in sorted(asked["$defs"].items()):
        if name not in known or name in renamed:
            client.define(client.name(name), schema)
    server.define("Message", said)
    client.define("Request", asked)
    return HEAD + "".join(f"\n\n{text}\n" for text in ordered(server.text + client.text))


def ordered(texts):
    """The same definitions, each class after the one that it extends."""
    # Only classes are looked up while the program runs; what extends another comes last.
    return sorted(texts, key=lambda text: text.startswith("class ") and "(TypedDict)" not in text)


if __name__ == "__main__":
    WRITTEN.write_text(generate())
