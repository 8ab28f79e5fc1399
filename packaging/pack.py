#!/usr/bin/env python3
"""Packs a folder: packaging/pack.py FOLDER ARCHIVE, an archive .tar.gz, .tgz or .zip whose first folder is FOLDER's name.

The bytes follow from the contents alone: names are sorted, owners are 0, times are SOURCE_DATE_EPOCH, modes are 755 or 644.
"""
import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

EPOCH = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))


def mode_of(path: Path) -> int:
    # Windows keeps no such bits.
    return 0o755 if path.is_dir() or os.access(path, os.X_OK) and os.name != "nt" else 0o644


def tar(files: list[tuple[str, Path]], archive: str) -> None:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, EPOCH) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as out:
        for name, path in files:
            entry = tarfile.TarInfo(name)
            entry.mtime, entry.mode = EPOCH, mode_of(path)
            entry.size = path.stat().st_size
            with path.open("rb") as content:
                out.addfile(entry, content)


def zipped(files: list[tuple[str, Path]], archive: str) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for name, path in files:
            entry = zipfile.ZipInfo(name, time.gmtime(EPOCH)[:6])
            entry.external_attr = (0o100000 | mode_of(path)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            out.writestr(entry, path.read_bytes())


def main(folder: str, archive: str) -> None:
    top = Path(folder).resolve()
    files = sorted((path.relative_to(top.parent).as_posix(), path) for path in top.rglob("*") if path.is_file())
    (zipped if archive.endswith(".zip") else tar)(files, archive)
    print(f"{archive}: {len(files)} files, {os.path.getsize(archive):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
