//! Escapes of formats that several files write: JSON and Markdown. Plain text is made safe by [`crate::visible`]; the other formats
//! have their own escapes beside their writers, which replace the same characters.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::visible::{line, steers};

/// Escapes every character in the strings of finished JSON text that could steer a terminal. The values stay the same; the JSON writer has
/// escaped the control characters below the blank already.
pub fn json(text: &str) -> Cow<'_, str> {
    let is_escaped = |c: char| steers(c) && !matches!(c, '\n' | '\t');
    if !text.contains(is_escaped) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_escaped(c) {
            // All of them are in the first plane, so that one escape is enough.
            let _ = write!(escaped, "\\u{:04x}", u32::from(c));
        } else {
            escaped.push(c);
        }
    }
    Cow::Owned(escaped)
}

/// Escapes a text for a Markdown page: one line in which no character is markup, neither in a paragraph nor in the cell of a table.
pub fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in line(text).chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '#' | '!' | '$'
        ) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Wraps a text in backticks as code of a Markdown page, also safe in the cell of a table; empty for the empty text.
pub fn markdown_code(text: &str) -> String {
    let text = line(text);
    if text.is_empty() {
        return String::new();
    }
    let runs = text.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or(0) + 1);
    // A blank parts the fence from a backtick of the text; a reader of Markdown takes one off at either end.
    let gap = match text.starts_with('`') || text.ends_with('`') {
        true => " ",
        false => "",
    };
    // A bar would end the cell, even in code.
    format!("{fence}{gap}{}{gap}{fence}", text.replace('|', "\\|"))
}

/// Percent-encodes a file's path as the target of a link: everything that could end it, or be read as another kind of address.
pub fn link(path: &str) -> String {
    let mut target = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-~+,=@".contains(&byte) {
            target.push(char::from(byte));
        } else {
            let _ = write!(target, "%{byte:02X}");
        }
    }
    target
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_keeps_its_values() {
        let value = serde_json::json!({ "a\u{9b}": "x\u{202e}\u{1b}\u{2028}y\n", "b": "∅" });
        for written in [value.to_string(), format!("{value:#}")] {
            let escaped = json(&written);
            assert!(!escaped.replace('\n', "").contains(steers), "{escaped:?}");
            let read: serde_json::Value = serde_json::from_str(&escaped).expect("it is JSON");
            assert_eq!(read, value);
        }
        assert!(matches!(json("{\n  \"∅\": 1\n}\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn no_text_is_markup() {
        assert_eq!(markdown("kpk-hold 2"), "kpk-hold 2");
        assert_eq!(markdown("<b>a|b\n"), "\\<b\\>a\\|b\u{fffd}");
        assert_eq!(markdown("[x](y) `c`"), "\\[x\\](y) \\`c\\`");
        assert_eq!(markdown_code("a | b"), "`a \\| b`");
        assert_eq!(markdown_code("`a` ``"), "``` `a` `` ```");
        assert_eq!(markdown_code(""), "");
    }

    #[test]
    fn a_link_leads_to_its_file_only() {
        assert_eq!(link("ends/krk.adv"), "ends/krk.adv");
        assert_eq!(link("a b(1).adv"), "a%20b%281%29.adv");
        assert_eq!(link("javascript:x<y>\n"), "javascript%3Ax%3Cy%3E%0A");
        assert_eq!(link("é"), "%C3%A9");
    }
}
