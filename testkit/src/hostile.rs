//! Inputs that were made to do harm: bytes and texts changed by chance.
//!
//! Everything comes from [`Numbers`], so that an input can be made again from its seed.

use crate::Numbers;

/// Changes one to four places of some bytes: a bit, a byte, a stretch that is left out, doubled, or put elsewhere.
pub fn change_bytes(numbers: &mut Numbers, bytes: &mut Vec<u8>) {
    for _ in 0..numbers.between(1, 4) {
        if bytes.is_empty() {
            bytes.push(numbers.bits() as u8);
            continue;
        }
        let at = numbers.below(bytes.len());
        let end = (at + numbers.between(1, 16)).min(bytes.len());
        match numbers.below(10) {
            0..3 => bytes[at] ^= 1 << numbers.below(8),
            3..5 => bytes[at] = numbers.one(&[0, 1, 2, 0x7f, 0x80, 0xfe, 0xff]),
            5 => bytes[at] = numbers.bits() as u8,
            6 => bytes[at] = bytes[at].wrapping_add(numbers.one(&[1, 255])),
            7 => drop(bytes.drain(at..end)),
            8 => {
                let part = bytes[at..end].to_vec();
                let to = numbers.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            _ => {
                let to = numbers.below(bytes.len());
                bytes.swap(at, to);
            }
        }
    }
}

/// A text made of one or two others: bytes changed, tokens left out, doubled, exchanged or replaced, lines of another text put in, or
/// cut off. The result is not always UTF-8.
pub fn change_text(numbers: &mut Numbers, texts: &[String], words: &[&str]) -> Vec<u8> {
    let text = part_of(numbers, texts);
    let mut bytes = text.as_bytes().to_vec();
    match numbers.below(16) {
        0 => change_bytes(numbers, &mut bytes),
        1 => bytes.truncate(numbers.below(bytes.len() + 1)),
        2 => {
            let other = part_of(numbers, texts);
            return splice(numbers, text, other).into_bytes();
        }
        _ => return change_tokens(numbers, text, words).into_bytes(),
    }
    bytes
}

/// A text, or some successive lines of a long one: what is short is tried sooner.
fn part_of<'t>(numbers: &mut Numbers, texts: &'t [String]) -> &'t str {
    const LONG: usize = 4_096;
    let text = numbers.pick(texts).as_str();
    if text.len() <= LONG {
        return text;
    }
    let starts: Vec<usize> = [0]
        .into_iter()
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    // The head of a file declares its material.
    let begin = match numbers.percent(60) {
        true => 0,
        false => numbers.one(&starts),
    };
    let ends = starts.iter().rev();
    let end = ends.copied().find(|end| *end <= begin + LONG);
    let end = end.filter(|end| *end > begin).unwrap_or(text.len());
    &text[begin..end]
}

/// Lines of a text with some lines of another put in between.
fn splice(numbers: &mut Numbers, text: &str, other: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let others: Vec<&str> = other.lines().collect();
    let from = numbers.below(others.len());
    let to = (from + numbers.between(1, 12)).min(others.len());
    let at = numbers.below(lines.len() + 1);
    lines.splice(at..at, others[from..to].iter().copied());
    lines.join("\n")
}

/// A text of which one to three tokens are left out, doubled, exchanged, or replaced by a word or by another token of the text.
fn change_tokens(numbers: &mut Numbers, text: &str, words: &[&str]) -> String {
    let mut tokens = tokens(text);
    for _ in 0..numbers.one(&[1, 1, 2, 3]) {
        let real: Vec<usize> = (0..tokens.len())
            .filter(|at| !tokens[*at].trim().is_empty())
            .collect();
        if real.is_empty() {
            break;
        }
        let (at, other) = (numbers.one(&real), numbers.one(&real));
        match numbers.below(9) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at]),
            2 => tokens.swap(at, other),
            3 => tokens[at] = tokens[other],
            4 if !words.is_empty() => tokens[at] = numbers.one(words),
            _ => {
                // Tokens of one shape take each other's place: the text often goes on being a program.
                let same: Vec<usize> = real
                    .iter()
                    .copied()
                    .filter(|to| shape(tokens[*to]) == shape(tokens[at]))
                    .collect();
                tokens[at] = tokens[numbers.one(&same)];
            }
        }
    }
    tokens.concat()
}

/// Names, numbers, texts in quotes, blanks, and single signs, which together are the text.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_name = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
        let length = if first == '"' {
            let body = &rest[1..];
            let end = body.find(['"', '\n']);
            end.map_or(rest.len(), |end| end + 2)
        } else if is_name(first) {
            rest.find(|c| !is_name(c)).unwrap_or(rest.len())
        } else if first.is_whitespace() {
            let end = rest.find(|c: char| !c.is_whitespace());
            end.unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length.min(rest.len()));
        found.push(token);
        rest = after;
    }
    found
}

/// A number that tokens share which may take each other's place.
fn shape(token: &str) -> u8 {
    match token.chars().next() {
        Some('"') => 0,
        Some(c) if c.is_ascii_digit() => 1,
        Some(c) if c.is_uppercase() => 2,
        Some(c) if c.is_alphabetic() && token.contains('.') => 3,
        Some(c) if c.is_alphabetic() => 4,
        Some(_) => 5,
        None => 6,
    }
}

/// A certificate, with sums that are not mended yet, of one layer of a class: its men in counts for each side (the low half of a byte is
/// White's), and entries of which none is a position. Where the men lack a king, all numbers would have to be gone through.
pub fn certificate_of(men: [u8; 6], entries: u64) -> Vec<u8> {
    let mut bytes = b"ADVP\x02\0........".to_vec();
    bytes.extend([0; 45]);
    bytes.extend(men);
    bytes.extend([0; 8]);
    bytes.extend([1, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend(men);
    bytes.extend([0; 2]);
    bytes.extend(entries.to_le_bytes());
    (0..entries).for_each(|_| bytes.extend([0, 16, 0, 0, 0, 0, 1, 0]));
    bytes.extend([0; 8]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_the_whole_text() {
        let text = "advice a-1 \"x y\"\n  better W.K ∈ {e4, d5} // é";
        assert_eq!(tokens(text).concat(), text);
        assert!(tokens(text).contains(&"\"x y\"") && tokens(text).contains(&"W.K"));
        assert_eq!(tokens("\"open").concat(), "\"open");
    }

    #[test]
    fn an_input_comes_back_with_its_seed() {
        let texts = [
            "board b = e4\nboard c = b".to_owned(),
            "moves m = K".to_owned(),
        ];
        let mut different = 0;
        for seed in 0..500 {
            let text = || change_text(&mut Numbers::new(seed), &texts, &["any", "none"]);
            assert_eq!(text(), text());
            different += usize::from(!texts.iter().any(|t| t.as_bytes() == text()));
        }
        assert!(different > 250, "{different}");
    }

    #[test]
    fn empty_inputs_are_changed_too() {
        for seed in 0..200 {
            let mut numbers = Numbers::new(seed);
            let mut bytes = Vec::new();
            change_bytes(&mut numbers, &mut bytes);
            let _ = change_text(&mut numbers, &[String::new()], &[]);
        }
    }
}
