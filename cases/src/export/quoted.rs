//! Quoted texts, in which a backslash is before each quote and backslash.

/// Writes a text in double quotes, with a backslash before each quote and backslash.
pub(super) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Reads a quoted text at the start, and returns it with the text after it; `None` where no quoted text begins here.
pub(super) fn unquote(text: &str) -> Option<(String, &str)> {
    let mut letters = text.strip_prefix('"')?.char_indices();
    let mut found = String::new();
    while let Some((at, letter)) = letters.next() {
        match letter {
            // The opening quote is not among the letters that are counted.
            '"' => return Some((found, text.get(at + 2..)?)),
            '\\' => found.push(letters.next()?.1),
            letter => found.push(letter),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_texts_are_read_back() {
        for text in ["", "plain", "a \"quote\"", "\\", "\\\"", "ä ; ]"] {
            let quoted = quote(text);
            let more = format!("{quoted} more");
            assert_eq!(unquote(&more), Some((text.to_owned(), " more")));
        }
        assert_eq!(unquote("\"open"), None);
        assert_eq!(unquote("\"open\\"), None);
        assert_eq!(unquote("bare"), None);
    }
}
