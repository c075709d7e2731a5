"""Checks compose.yaml and the Dockerfile; standard input is the server's --help."""

import re
import sys
from pathlib import Path

from compose_spec import PyCompose

DEPLOY = Path("server/deploy")


def main():
    text = (DEPLOY / "compose.yaml").read_text()
    compose = PyCompose.from_yaml(text)
    compose.to_spec()
    compose = compose.to_dict()
    settings = set(re.findall(r"\bNIM_[A-Z_]+", sys.stdin.read()))
    assert "NIM_LISTEN" in settings, "the help names no variables"

    services = compose["services"]
    nim, caddy = services["nim"], services["caddy"]
    # Read-only and without rights, with one folder to write to.
    assert nim["read_only"] is True and nim["cap_drop"] == ["ALL"], nim
    for name, service in services.items():
        for volume in service["volumes"]:
            source = volume.split(":")[0]
            is_there = source in compose["volumes"] or (DEPLOY / source).is_file()
            assert is_there, f"{name}: there is no volume or file {source}"
        for network in service["networks"]:
            assert network in compose["networks"], f"{name}: there is no network {network}"
    build = nim["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file(), build
    # The server trusts exactly its proxy, which finds the server.
    assert nim["environment"]["NIM_PROXIES"] == caddy["networks"]["inside"]["ipv4_address"]
    assert "NIM_SERVER" in (DEPLOY / "Caddyfile").read_text()

    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert re.search(r"^USER nonroot$", dockerfile, re.MULTILINE), "the image runs as root"
    named = set(re.findall(r"\bNIM_[A-Z_]+", dockerfile)) | set(nim["environment"])
    assert named <= settings, f"no settings: {named - settings}"


main()
