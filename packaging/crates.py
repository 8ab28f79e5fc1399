#!/usr/bin/env python3
"""What others have written of the packages: packaging/crates.py licences|sbom TARGET FOLDER MANIFEST…

`licences` writes FOLDER/THIRD-PARTY.txt: every crate that is linked into the binaries of these manifests for a target, with its licence,
and the texts; then those of the studio's page. `sbom` prints the same parts as CycloneDX 1.5. Crates that only run while adv is built are in neither.
"""
import hashlib
import json
import os
import subprocess
import sys
import tomllib
import uuid
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))


def linked(manifest: Path, target: str) -> dict[str, dict]:
    """The foreign crates that a manifest's package is linked with, by name and version; their dependencies as `uses`."""
    known = tomllib.loads(manifest.read_text())["features"]
    features = ",".join(one for one in ("native", "man") if one in known)
    command = ["cargo", "metadata", "--locked", "--format-version", "1", "--filter-platform", target, "--features", features, "--manifest-path", str(manifest)]
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {one["id"]: one for one in told["packages"]}
    nodes = {one["id"]: one for one in told["resolve"]["nodes"]}
    start = next(one["id"] for one in told["packages"] if Path(one["manifest_path"]) == manifest)
    sums = {(one["name"], one["version"]): one.get("checksum") for one in tomllib.loads((Path(told["workspace_root"]) / "Cargo.lock").read_text())["package"]}

    def used(name: str) -> list[str]:
        normal = (one["pkg"] for one in nodes[name]["deps"] if any(kind["kind"] is None for kind in one["dep_kinds"]))
        return sorted(one for one in normal if not any("proc-macro" in made["kind"] for made in packages[one]["targets"]))

    seen, todo = set(), [start]
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += used(name)
    key = lambda name: f"{packages[name]['name']}@{packages[name]['version']}"
    return {
        key(name): packages[name] | {"sum": sums.get((packages[name]["name"], packages[name]["version"])), "uses": [key(one) for one in used(name) if packages[one]["source"]]}
        for name in seen
        if packages[name]["source"]
    }


def gathered(target: str, manifests: list[str]) -> list[dict]:
    found: dict[str, dict] = {}
    for manifest in manifests:
        found |= linked(Path(manifest).resolve(), target)
    return [found[key] for key in sorted(found)]


def licences(target: str, folder: str, manifests: list[str]) -> None:
    crates = gathered(target, manifests)
    texts: dict[str, list[str]] = {}
    lines = [f"adv {VERSION} is licensed under GPL-3.0-or-later; LICENSE has its text. It contains these parts of others, in source form at the addresses named.", "", "Rust's standard library: MIT OR Apache-2.0, https://github.com/rust-lang/rust"]
    for one in crates:
        name = f"{one['name']} {one['version']}"
        where = one["repository"] or f"https://crates.io/crates/{one['name']}"
        lines.append(f"{name}: {one['license']}, {where}")
        own = Path(one["manifest_path"]).parent
        for path in sorted(own.iterdir()):
            if path.is_file() and path.name.lower().startswith(("license", "licence", "copying", "copyright", "notice", "unlicense")):
                text = "\n".join(line.rstrip() for line in path.read_text(errors="replace").strip().splitlines())
                users = texts.setdefault(text, [])
                if name not in users:
                    users.append(name)
    gpl = " ".join((ROOT / "LICENSE").read_text().split())
    for text, users in texts.items():
        if " ".join(text.split()) == gpl:
            text = "The text in LICENSE."
        lines += ["", "=" * 78, ", ".join(users), "=" * 78, text]
    page = (ROOT / "web/vendor/licences.txt").read_text().strip()
    lines += ["", "=" * 78, "The studio's page", "=" * 78, page, ""]
    path = Path(folder) / "THIRD-PARTY.txt"
    path.write_text("\n".join(lines))
    print(f"{path}: {len(crates)} crates, {len(texts)} texts, {path.stat().st_size:,} bytes")


def sbom(target: str, manifests: list[str]) -> None:
    crates = gathered(target, manifests)
    address = lambda key: "pkg:cargo/" + key
    parts = []
    for one in crates:
        key = f"{one['name']}@{one['version']}"
        part = {"type": "library", "bom-ref": address(key), "name": one["name"], "version": one["version"], "purl": address(key), "licenses": [{"expression": one["license"].replace("/", " OR ")}]}
        if one["sum"]:
            part["hashes"] = [{"alg": "SHA-256", "content": one["sum"]}]
        parts.append(part)
    uses = [{"ref": address(f"{one['name']}@{one['version']}"), "dependsOn": [address(key) for key in one["uses"]]} for one in crates]
    for name, version in sorted(json.loads((ROOT / "web/vendor/package.json").read_text())["dependencies"].items()):
        address_of = f"pkg:npm/{name.replace('@', '%40')}@{version}"
        parts.append({"type": "library", "bom-ref": address_of, "name": name, "version": version, "purl": address_of})
    adv = {"type": "application", "bom-ref": f"adv@{VERSION}", "name": "adv", "version": VERSION, "licenses": [{"license": {"id": "GPL-3.0-or-later"}}], "properties": [{"name": "target", "value": target}, {"name": "commit", "value": os.environ.get("ADV_COMMIT", "unknown")}]}
    told = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"timestamp": datetime.fromtimestamp(EPOCH, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), "component": adv},
        "components": parts,
        "dependencies": [{"ref": adv["bom-ref"], "dependsOn": [one["bom-ref"] for one in parts]}, *uses],
    }
    told["serialNumber"] = uuid.UUID(hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32], version=4).urn
    print(json.dumps(told, indent=1))


if __name__ == "__main__":
    kind, target, folder, *manifests = sys.argv[1:]
    licences(target, folder, manifests) if kind == "licences" else sbom(target, manifests)
