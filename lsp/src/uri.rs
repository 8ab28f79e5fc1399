//! Addresses and paths: `file:///games/a%20b/krk.adv` is `/games/a b/krk.adv`.
//!
//! A path here has `/` between its parts, on every system; that of a drive is `C:/games/krk.adv`. A document that is in no file keeps its
//! whole address as its path.

use std::fmt::Write as _;
use std::str::FromStr as _;

use lsp_types::Uri;

/// The path of an address.
pub fn path_of(uri: &Uri) -> String {
    let text = uri.as_str();
    let Some(rest) = text.strip_prefix("file://") else {
        return text.to_owned();
    };
    // An authority such as `localhost` is passed over.
    let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("");
    let path = decoded(path);
    let mut chars = path.chars();
    let is_drive = matches!(
        (chars.next(), chars.next(), chars.next()),
        (Some('/'), Some(letter), Some(':')) if letter.is_ascii_alphabetic()
    );
    let path = match path.get(1..) {
        Some(drive) if is_drive => drive.to_owned(),
        _ => path,
    };
    normal(&path)
}

/// The address of a path; `None` where it can have none.
pub fn uri_of(path: &str) -> Option<Uri> {
    let is_drive = path.as_bytes().get(1) == Some(&b':');
    if !path.starts_with('/') && !is_drive {
        return Uri::from_str(path).ok();
    }
    let mut text = String::from(if is_drive { "file:///" } else { "file://" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                text.push(char::from(byte));
            }
            b':' if is_drive => text.push(':'),
            other => {
                let _ = write!(text, "%{other:02X}");
            }
        }
    }
    Uri::from_str(&text).ok()
}

/// The folder of a path, without the last `/`.
pub fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path beside a file: `relative` is read from the folder of `file`.
pub fn beside(file: &str, relative: &str) -> String {
    normal(&format!("{}/{relative}", folder_of(file)))
}

/// A path without `.`, `..` and empty parts.
pub fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    let root = if path.starts_with('/') { "/" } else { "" };
    format!("{root}{}", parts.join("/"))
}

/// Percent signs resolved; what is no UTF-8 then stays as it is.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let byte = match (first, after) {
            (b'%', [high, low, ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                digit(high)
                    .zip(digit(low))
                    .map(|(high, low)| high * 16 + low)
            }
            _ => None,
        };
        match byte.and_then(|byte| u8::try_from(byte).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = after.get(2..).unwrap_or(&[]);
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_addresses_go_both_ways() {
        for (address, path) in [
            ("file:///games/a%20b/krk.adv", "/games/a b/krk.adv"),
            ("file:///C:/games/krk.adv", "C:/games/krk.adv"),
            ("file:///t%C3%BCrme.adv", "/türme.adv"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
        ] {
            let uri = Uri::from_str(address).expect("an address");
            assert_eq!(path_of(&uri), path);
            let back = uri_of(path).expect("it has one");
            assert_eq!(back.as_str(), address);
        }
        let drive = Uri::from_str("file:///c%3A/x/../krk.adv").expect("an address");
        assert_eq!(path_of(&drive), "c:/krk.adv");
        let odd = Uri::from_str("file:///a%FFb").expect("an address");
        assert_eq!(path_of(&odd), "/a%FFb");
    }

    #[test]
    fn a_relative_path_begins_beside_its_file() {
        assert_eq!(beside("/x/krk.adv", "lib/rook.adv"), "/x/lib/rook.adv");
        assert_eq!(beside("/x/y/krk.adv", "../rook.adv"), "/x/rook.adv");
        assert_eq!(beside("/krk.adv", "../../rook.adv"), "/rook.adv");
    }
}
