//! Spellings of earlier versions: `adv run --refute`, `--trace`, `--searched` and `--whole` are commands now.

use std::ffi::OsString;

/// Options of `adv run` that became commands: the option, the command, and the option of that command, where it has one.
const MOVED: [(&str, &str, Option<&str>); 4] = [
    ("--refute", "refute", None),
    ("--whole", "whole", None),
    ("--trace", "trace", Some("--lines")),
    ("--searched", "trace", Some("--attempts")),
];

/// Words of the command line as they are written now. A note on standard error names the command that an old spelling means.
pub fn modern(words: Vec<OsString>) -> Vec<OsString> {
    let text = |word: &OsString| word.to_str().unwrap_or_default().to_owned();
    let texts: Vec<String> = words.iter().map(text).collect();
    let Some(at) = texts.iter().position(|word| word == "run") else {
        return words;
    };
    // Before the command are options with or without a value; anything else is another command with a file named `run`.
    let before = texts.get(1..at).unwrap_or_default();
    let is_option = |word: &String| word.starts_with('-');
    let is_value = |index: usize| index > 0 && before.get(index - 1).is_some_and(is_option);
    let all_options =
        (0..before.len()).all(|index| before.get(index).is_some_and(is_option) || is_value(index));
    if !all_options {
        return words;
    }
    let mut command = None;
    let mut modern = Vec::with_capacity(words.len());
    let mut piece = None;
    for (index, (word, text)) in words.iter().zip(&texts).enumerate() {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text.as_str(), None),
        };
        // A second command stays as it was written, and is refused with its place.
        let moved = MOVED.iter().find(|(old, now, _)| {
            let is_first = command.as_ref().is_none_or(|(_, first)| first == now);
            index > at && *old == name && is_first
        });
        let Some((_, now, option)) = moved else {
            modern.push(word.clone());
            continue;
        };
        command = command.or(Some((name.to_owned(), *now)));
        match (option, value) {
            (Some(option), Some(value)) => modern.push(format!("{option}={value}").into()),
            (Some("--attempts"), None) => modern.push("--attempts".into()),
            (None, Some(value)) => piece = Some(OsString::from(value)),
            _ => {}
        }
    }
    let Some((old, now)) = command else {
        return words;
    };
    if let Some(run) = modern.get_mut(at) {
        *run = now.into();
    }
    modern.extend(piece);
    say!("note: `adv run {old}` is `adv {now}` now");
    modern
}

#[cfg(test)]
mod tests {
    use super::modern;

    #[test]
    fn old_spellings_are_commands() {
        for (old, now) in [
            ("adv run a.adv --refute", "adv refute a.adv"),
            (
                "adv run a.adv --refute=x --fen F",
                "adv refute a.adv --fen F x",
            ),
            (
                "adv --color never run a.adv --whole --once",
                "adv --color never whole a.adv --once",
            ),
            (
                "adv run --trace=9 a.adv --stats",
                "adv trace --lines=9 a.adv --stats",
            ),
            ("adv run a.adv --trace", "adv trace a.adv"),
            ("adv run a.adv --searched", "adv trace a.adv --attempts"),
            (
                "adv run a.adv --trace=4 --searched=5",
                "adv trace a.adv --lines=4 --attempts=5",
            ),
            ("adv run a.adv --why", "adv run a.adv --why"),
            ("adv play run --trace", "adv play run --trace"),
        ] {
            let words = old.split(' ').map(Into::into).collect();
            let found: Vec<_> = modern(words)
                .into_iter()
                .filter_map(|word| word.into_string().ok())
                .collect();
            assert_eq!(found.join(" "), now);
        }
    }
}
