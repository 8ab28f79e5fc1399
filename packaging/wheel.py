#!/usr/bin/env python3
"""Adds to a wheel of the extension what maturin does not: packaging/wheel.py WHEEL COMMAND LICENCES SBOM FOLDER

The command goes to its scripts, so that pip puts it on the path; the licences of others and the SBOM beside its metadata. The wheel is written
to FOLDER anew, with the same bytes for the same contents.
"""
import base64
import hashlib
import os
import sys
import time
import zipfile
from pathlib import Path

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))


def main(wheel: str, command: str, licences: str, sbom: str, folder: str) -> None:
    with zipfile.ZipFile(wheel) as read:
        files = {name: (read.read(name), 0o644) for name in read.namelist() if "/sboms/" not in name and not name.endswith("/RECORD")}
    own = next(name.split("/")[0] for name in files if name.endswith(".dist-info/METADATA"))
    binary = Path(command)
    files[f"{own.removesuffix('.dist-info')}.data/scripts/{binary.name}"] = (binary.read_bytes(), 0o755)
    files[f"{own}/licenses/THIRD-PARTY.txt"] = (Path(licences).read_bytes(), 0o644)
    files[f"{own}/sboms/adv.cdx.json"] = (Path(sbom).read_bytes(), 0o644)
    about = files[f"{own}/METADATA"][0].decode()
    said = "License-File: LICENSE\n"
    if said not in about:
        sys.exit("packaging/wheel.py: the metadata names no licence file; python/LICENSE is missing")
    files[f"{own}/METADATA"] = (about.replace(said, f"{said}License-File: THIRD-PARTY.txt\n").encode(), 0o644)
    digest = lambda content: base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    rows = [f"{name},sha256={digest(content)},{len(content)}" for name, (content, _) in sorted(files.items())]
    files[f"{own}/RECORD"] = ("\n".join([*rows, f"{own}/RECORD,,", ""]).encode(), 0o644)
    path = Path(folder) / Path(wheel).name
    # By the rules of wheels the metadata come last.
    order = sorted(files, key=lambda name: (name.startswith(f"{own}/"), name))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name in order:
            content, mode = files[name]
            entry = zipfile.ZipInfo(name, time.gmtime(EPOCH)[:6])
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            out.writestr(entry, content)
    print(f"{path}: {len(files)} files, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
