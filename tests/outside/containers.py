"""Checks the compose files and the Dockerfile; standard input is the server's --help."""

import re
import sys
from pathlib import Path

from compose_spec import PyCompose

DEPLOY = Path("server/deploy")


def read(name):
    """A compose file as it is after checking what the specification asks for."""
    compose = PyCompose.from_yaml((DEPLOY / name).read_text())
    compose.to_spec()
    compose = compose.to_dict()
    for name, service in compose["services"].items():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            is_there = source in compose["volumes"] or (DEPLOY / source).is_file()
            assert is_there, f"{name}: there is no volume or file {source}"
        for network in service["networks"]:
            assert network in compose["networks"], f"{name}: there is no network {network}"
    return compose["services"]


def main():
    settings = set(re.findall(r"\bNIM_[A-Z_]+", sys.stdin.read()))
    assert "NIM_LISTEN" in settings, "the help names no variables"
    services, cluster = read("compose.yaml"), read("compose.cluster.yaml")
    nim = services["nim"]
    check_server(nim, services["caddy"], settings)
    check_server(cluster["nim1"], cluster["caddy"], settings)
    check_server(cluster["nim2"], cluster["caddy"], settings)
    check_members(cluster["nim1"], cluster["nim2"])
    named = re.findall(r"@([a-z0-9,]+)/", cluster["nim1"]["environment"]["NIM_DATABASE"])
    assert set(named[0].split(",")) <= set(cluster), named

    dockerfile = (DEPLOY / "Dockerfile").read_text()
    assert re.search(r"^USER nonroot$", dockerfile, re.MULTILINE), "the image runs as root"
    named = set(re.findall(r"\bNIM_[A-Z_]+", dockerfile))
    assert named <= settings, f"no settings: {named - settings}"


def check_members(*members):
    """Each is reached at an address of its own; else one of them can take the other's place."""
    for nim in members:
        address = nim.pop("networks")["inside"]["ipv4_address"]
        assert nim["environment"].pop("NIM_LINK") == f"{address}:7071", nim
    assert members[0] == members[1], members


def check_server(nim, caddy, settings):
    # Read-only and without rights.
    assert nim["read_only"] is True and nim["cap_drop"] == ["ALL"], nim
    build = nim["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file(), build
    # The server trusts exactly its proxy, which finds the server.
    assert nim["environment"]["NIM_PROXIES"] == caddy["networks"]["inside"]["ipv4_address"]
    assert "NIM_SERVER" in (DEPLOY / "Caddyfile").read_text()
    assert set(nim["environment"]) <= settings, nim["environment"]


main()
