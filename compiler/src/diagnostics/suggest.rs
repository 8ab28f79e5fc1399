//! "Did you mean": the names in scope that come nearest to one that is not.
//!
//! Five ways in which people miss a name, from the surest to the vaguest:
//!
//! | way | written | meant |
//! | --- | --- | --- |
//! | capitals, hyphens, underscores | `Rook_Lost`, `edge` | `rook-lost`, `EDGE` |
//! | the words in another order | `lost-rook` | `rook-lost` |
//! | one word run into another | `okedge` | `not-ok-edge` |
//! | slips of the keyboard | `exopsed` | `exposed` |
//! | another word before or after the right one | `okedge` | `king-on-edge`, `EDGE` |
//!
//! The kind that the place wants (a descriptor, a board) moves a candidate up and never decides alone.

/// How many candidates a message names at most.
const MOST: usize = 3;
/// Names longer than this, in characters, are only looked up without regard to capitals and hyphens: no person typed them.
const LONGEST: usize = 64;

/// The up to three names of `scope` nearest to `name`, best first; equally near ones in the order of the scope.
///
/// `scope` gives every candidate with its kind, of which `K` is whatever the caller calls a kind. `wanted` is the kind that the
/// place expects, a preference only. The name itself and repeated candidates are left out.
///
/// ```
/// use adv_compiler::diagnostics::suggest::suggest;
/// let scope = [("EDGE", "board"), ("rook-lost", "descriptor"), ("king-on-edge", "descriptor")];
/// assert_eq!(suggest("okedge", Some("descriptor"), scope), ["king-on-edge", "EDGE"]);
/// ```
pub fn suggest<'s, K: PartialEq>(
    name: &str,
    wanted: Option<K>,
    scope: impl IntoIterator<Item = (&'s str, K)>,
) -> Vec<&'s str> {
    let name = FoldedName::new(name);
    let mut found: Vec<(usize, &'s str)> = Vec::new();
    for (candidate, kind) in scope {
        if candidate == name.text || found.iter().any(|&(_, other)| other == candidate) {
            continue;
        }
        let Some(distance) = distance(&name, &FoldedName::new(candidate)) else {
            continue;
        };
        let other_kind = wanted.as_ref().is_some_and(|wanted| *wanted != kind);
        // The same letters in another kind are still nearer than other letters in the right one.
        let penalty = if distance == 0 { 1 } else { 2 };
        let score = distance + if other_kind { penalty } else { 0 };
        // Only the best few are kept, in order; the later of two equals goes after the earlier.
        let place = found.partition_point(|&(other, _)| other <= score);
        found.insert(place, (score, candidate));
        found.truncate(MOST);
    }
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

/// The candidates as a help line: "did you mean `a`, `b` or `c`?"; `None` without candidates.
pub fn did_you_mean(candidates: &[&str]) -> Option<String> {
    let (last, rest) = candidates.split_last()?;
    let rest: Vec<String> = rest.iter().map(|name| format!("`{name}`")).collect();
    Some(match rest.as_slice() {
        [] => format!("did you mean `{last}`?"),
        rest => format!("did you mean {} or `{last}`?", rest.join(", ")),
    })
}

/// The subtraction that a hyphenated name was probably meant for: `room-1` gives `room - 1` where `room` is known and the
/// last part is a number or known too. The longest known beginning is taken: `mate-room-1` gives `mate-room - 1`.
pub fn subtraction(name: &str, is_known: impl Fn(&str) -> bool) -> Option<String> {
    let hyphens = name.char_indices().rev().filter(|&(_, c)| c == '-');
    hyphens
        .map(|(at, _)| (&name[..at], &name[at + 1..]))
        .find_map(|(left, right)| {
            let is_number = !right.is_empty() && right.bytes().all(|byte| byte.is_ascii_digit());
            (is_known(left) && (is_number || is_known(right))).then(|| format!("{left} - {right}"))
        })
}

/// A name in the forms in which it is compared.
struct FoldedName<'n> {
    text: &'n str,
    /// In small letters, without hyphens and underscores.
    plain: String,
    /// The words between hyphens and underscores, in small letters.
    words: Vec<String>,
}

impl<'n> FoldedName<'n> {
    fn new(text: &'n str) -> FoldedName<'n> {
        let words: Vec<String> = text
            .split(['-', '_'])
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect();
        FoldedName {
            text,
            plain: words.concat(),
            words,
        }
    }

    fn len(&self) -> usize {
        self.plain.chars().count()
    }
}

/// How far the candidate is from the name, 0 for the nearest; `None` where it is no candidate.
fn distance(name: &FoldedName<'_>, candidate: &FoldedName<'_>) -> Option<usize> {
    if name.plain == candidate.plain {
        return Some(0);
    }
    let (shorter, longer) = {
        let (a, b) = (name.len(), candidate.len());
        (a.min(b), a.max(b))
    };
    if longer > LONGEST {
        return None;
    }
    if same_words(name, candidate) {
        return Some(2);
    }
    let by_keyboard = edits(name, candidate, shorter, longer).map(|edits| edits + 2);
    let by_word = whole_inside(name, candidate).or_else(|| shared_word(name, candidate));
    match (by_keyboard, by_word) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Two words or more, the same in both, in another order.
fn same_words(name: &FoldedName<'_>, candidate: &FoldedName<'_>) -> bool {
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort();
        words
    };
    name.words.len() > 1 && sorted(&name.words) == sorted(&candidate.words)
}

/// Letters put in, left out, changed or exchanged with the next, if they are few for the length of the names.
fn edits(
    name: &FoldedName<'_>,
    candidate: &FoldedName<'_>,
    shorter: usize,
    longer: usize,
) -> Option<usize> {
    let allowed = match longer {
        0..=2 => 0,
        3..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    if longer - shorter > allowed {
        return None;
    }
    let edits = strsim::damerau_levenshtein(&name.plain, &candidate.plain);
    (edits <= allowed).then_some(edits)
}

/// The whole name at the beginning or the end of the candidate: `okedge` in `not-ok-edge`.
fn whole_inside(name: &FoldedName<'_>, candidate: &FoldedName<'_>) -> Option<usize> {
    let inside = candidate.plain.starts_with(&name.plain) || candidate.plain.ends_with(&name.plain);
    (name.len() >= 3 && inside).then_some(3)
}

/// A word of the candidate that the name begins or ends with, or a word of both, if it is at least half of the name.
fn shared_word(name: &FoldedName<'_>, candidate: &FoldedName<'_>) -> Option<usize> {
    let best = candidate
        .words
        .iter()
        .filter(|word| {
            name.plain.starts_with(word.as_str())
                || name.plain.ends_with(word.as_str())
                || name.words.contains(word)
        })
        .map(|word| word.chars().count())
        .max()?;
    (best >= 3 && 2 * best >= name.len()).then_some(5)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The suggestions without kinds.
    fn near<'s>(name: &str, scope: &[&'s str]) -> Vec<&'s str> {
        suggest(name, None, scope.iter().map(|&name| (name, ())))
    }

    #[test]
    fn capitals_and_hyphens_do_not_matter() {
        assert_eq!(near("edge", &["rook", "EDGE"]), ["EDGE"]);
        assert_eq!(
            near("Rook_Lost", &["rook-safe", "rook-lost"])[0],
            "rook-lost"
        );
        assert_eq!(near("rooklost", &["rook-lost"]), ["rook-lost"]);
    }

    #[test]
    fn words_in_another_order_are_found() {
        assert_eq!(near("lost-rook", &["room", "rook-lost"]), ["rook-lost"]);
        assert_eq!(near("edge-on-king", &["king-on-edge"]), ["king-on-edge"]);
    }

    #[test]
    fn slips_of_the_keyboard_are_found() {
        assert_eq!(near("exopsed", &["rook-lost", "exposed"]), ["exposed"]);
        assert_eq!(near("romo", &["room"]), ["room"]);
        assert_eq!(
            near("critical-distence", &["critical-distance"]),
            ["critical-distance"]
        );
        assert_eq!(near("manhatten", &["manhattan"]), ["manhattan"]);
    }

    #[test]
    fn the_undefined_name_of_the_book_finds_its_like() {
        let base = ["EDGE", "rook-lost", "room", "exposed", "divides", "squeeze"];
        assert_eq!(near("okedge", &base), ["EDGE"]);
        let with = |extra: &'static str| {
            let scope: Vec<&'static str> = base.into_iter().chain([extra]).collect();
            near("okedge", &scope)
        };
        assert!(with("king-on-edge").contains(&"king-on-edge"));
        assert_eq!(with("ok-edge")[0], "ok-edge");
        assert_eq!(with("not-ok-edge")[0], "not-ok-edge");
    }

    #[test]
    fn the_wanted_kind_is_a_preference_only() {
        let scope = [("EDGE", 'b'), ("king-on-edge", 'd'), ("room", 'n')];
        assert_eq!(
            suggest("okedge", Some('d'), scope),
            ["king-on-edge", "EDGE"]
        );
        assert_eq!(
            suggest("okedge", Some('b'), scope),
            ["EDGE", "king-on-edge"]
        );
        assert_eq!(suggest("okedge", None, scope), ["EDGE", "king-on-edge"]);
        // An exact match of the letters wins against the right kind.
        let scope = [("edges", 'd'), ("EDGE", 'b')];
        assert_eq!(suggest("edge", Some('d'), scope), ["EDGE", "edges"]);
    }

    #[test]
    fn far_names_are_not_suggested() {
        assert!(near("squeeze", &["approach", "room", "K"]).is_empty());
        assert!(near("a", &["b", "c", "x1"]).is_empty());
        assert!(near("x", &[]).is_empty());
        assert!(near("", &["room", ""]).is_empty());
        assert!(
            near("room", &["room"]).is_empty(),
            "the name itself is no suggestion"
        );
        let long = "z".repeat(100_000);
        assert!(near(&long, &["room"]).is_empty());
    }

    #[test]
    fn at_most_three_in_a_stable_order() {
        assert_eq!(
            near("roon", &["rook", "room", "root", "roof"]),
            ["rook", "room", "root"]
        );
        assert_eq!(
            near("roon", &["root", "room", "root", "rook"]),
            ["root", "room", "rook"]
        );
    }

    #[test]
    fn help_lines_read_as_sentences() {
        assert_eq!(did_you_mean(&[]), None);
        assert_eq!(did_you_mean(&["a"]).as_deref(), Some("did you mean `a`?"));
        assert_eq!(
            did_you_mean(&["a", "b"]).as_deref(),
            Some("did you mean `a` or `b`?")
        );
        assert_eq!(
            did_you_mean(&["a", "b", "c"]).as_deref(),
            Some("did you mean `a`, `b` or `c`?")
        );
    }

    #[test]
    fn hyphens_may_have_been_subtractions() {
        let known = |name: &str| ["room", "wall", "mate-room"].contains(&name);
        assert_eq!(subtraction("room-1", known).as_deref(), Some("room - 1"));
        assert_eq!(
            subtraction("room-wall", known).as_deref(),
            Some("room - wall")
        );
        assert_eq!(
            subtraction("mate-room-1", known).as_deref(),
            Some("mate-room - 1")
        );
        assert_eq!(subtraction("room-x", known), None);
        assert_eq!(subtraction("hall-1", known), None);
        assert_eq!(subtraction("room", known), None);
    }
}
