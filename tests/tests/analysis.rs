//! The analysis of texts that are no programs: one mistake hides no other, and none causes a second one.

use std::collections::BTreeSet;
use std::time::Instant;

use crate::common::{self, examples, libraries};
use adv_compiler::diagnostics::{Code, Diagnostic, Severity};
use adv_compiler::files::NoFiles;
use adv_compiler::source::{Source, Span};
use adv_compiler::syntax::ast::ItemKind;
use adv_compiler::{Analysis, analyse};
use adv_testkit::sized;

fn analysed(text: &str) -> Analysis {
    let source = Source::gather("text.adv", text, &NoFiles, libraries());
    analyse(&source, libraries())
}

fn errors(analysis: &Analysis) -> impl Iterator<Item = &Diagnostic> {
    let diagnostics = analysis.diagnostics.iter();
    diagnostics.filter(|diagnostic| diagnostic.severity == Severity::Error)
}

/// The errors as `code marked-text: help`, in their order.
fn told(text: &str) -> Vec<String> {
    let analysis = analysed(text);
    assert_eq!(
        analysis.checked.is_some(),
        errors(&analysis).next().is_none()
    );
    let source = Source::new("text.adv", text);
    let told = errors(&analysis).map(|error| {
        let marked = error.primary_span().map_or("", |span| source.slice(span));
        format!("{} {marked}: {}", error.code, error.message)
    });
    told.collect()
}

/// Five items, each with a mistake that another stage finds; the rest of the file uses all of them.
const FIVE: &str = "material  W: K, R;  B: K

board WALL = f8..h8 ∪

number room = count(WALLS) + count(WALL)

descriptor small = room < 4 ∧ SQ(R)
descriptor boxed = rank(B.K) ∧ small

board NEAR = AROUND(new.SQ(B.K)) ∩ WALL

advice squeeze
  better   room < root.room ∧ small ∧ boxed
  holding  SQ(R) ⊆ NEAR
  us       R then K
  them     any
  depth    1
end-advice

advice approach
  beter    dist(W.K, B.K) < root.dist(W.K, B.K)
  us       K
  depth    1
end-advice

table krk for W
  if new.small then squeeze
  otherwise         approach, squeeze
end-table

test \"near\" krk position \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\" expect room > 3, small
";

#[test]
fn five_broken_items_give_five_errors_in_the_order_of_the_source() {
    assert_eq!(
        told(FIVE),
        [
            "E0101 ∪: expected an expression, found `number`",
            "E0201 WALLS: unknown name `WALLS`",
            "E0312 rank(B.K): expected a descriptor, found a number",
            "E0101 beter: expected `better`, found `beter`",
            "E0402 new.: `new.` speaks of a new position; a rule has none",
        ]
    );
}

#[test]
fn a_program_without_its_mistakes_has_no_errors() {
    let mended = FIVE
        .replace("∪\n", "∪ a1\n")
        .replace("WALLS", "WALL")
        .replace("rank(B.K) ∧", "rank(B.K) = 0 ∧")
        .replace("beter", "better")
        .replace("new.small", "small")
        .replace("new.SQ", "SQ");
    assert_eq!(told(&mended), Vec::<String>::new());
}

#[test]
fn what_a_broken_item_defines_is_known() {
    // The item in the first line cannot be read; what uses its name has no mistake of its own, and a mistake beside such a use is told.
    for broken in [
        "number room + 3",
        "room = 3 board",
        "foo room = 3",
        "number room(= 3",
        "advice room better mate depth 1 depth end-advice",
        "table room for end-table",
        "Number room = 3",
        "numbr room = = 3",
        "number room = 3 +",
        "number room = )",
        "room : strat ( otherwise ) stop end-strat",
        "moves room = 7",
        "plan room = 7",
    ] {
        let text = format!(
            "material W: K, R;  B: K\n{broken}\nnumber twice = 2 * room + room\n\
             descriptor d = room < twice ∧ nothing\nadvice a better d ∧ room = 3 us room depth 1 end-advice\n\
             table t if room = 2 then a otherwise room, a end-table\n\
             test \"t\" room position \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\" expect room = 1\n\
             prove room reaches mate\n"
        );
        let told = told(&text);
        // A number is no list: what was read is held to what it is.
        let own = |of: &String| !of.starts_with("E0209 room") && !of.starts_with("E0312 room");
        let others: Vec<&String> = told.iter().filter(|of| own(of)).collect();
        assert_eq!(others.len(), 2, "{broken}: {told:#?}");
        assert_eq!(
            others[1], "E0201 nothing: unknown name `nothing`",
            "{broken}"
        );
    }
}

#[test]
fn a_broken_declaration_leaves_what_needs_it_in_silence() {
    for text in [
        "material W: K, R  B: K\ndescriptor d = SQ(R) ⊆ a1..a8",
        "example\nprove true from example reaches true\nadvice a better mate depth 1 end-advice",
        "use std.geometry.\ndescriptor d = between(1, 2, 3)",
        "number a = 3\n/* number b = 4\ndescriptor d = b < a",
        "descriptor d = b < a\nnumber a = 3\n/* number b = 4\n",
    ] {
        let told = told(text);
        let claim = |of: &&String| !of.starts_with("E0533");
        assert_eq!(told.iter().filter(claim).count(), 1, "{text}: {told:#?}");
    }
}

#[test]
fn every_place_of_an_unknown_name_is_known() {
    let text = "descriptor a = shut ∧ b\ndescriptor b = shut ∨ c\ndescriptor c = ¬shut\n";
    let analysis = analysed(text);
    let [error] = analysis.diagnostics.as_slice() else {
        panic!("{:#?}", analysis.diagnostics)
    };
    assert_eq!(error.code, Code::UnknownName);
    assert_eq!(error.primary_span(), Some(Span::new(15, 19)));
    let places: Vec<u32> = error.further.iter().map(|span| span.start).collect();
    assert_eq!(
        places,
        [
            text.find("shut ∨").unwrap() as u32,
            text.rfind("shut").unwrap() as u32
        ]
    );
    let source = Source::new("text.adv", text);
    let shown = common::report(&source, &analysis.diagnostics);
    assert!(
        shown.contains("and in 2 more places, the next in line 2"),
        "{shown}"
    );
}

/// What is put into the middle of every example: two items with a mistake each, on lines of their own.
const MISTAKES: &str =
    "\ndescriptor quite-wrong = rank(a1) ∧ true\nnumber half-wrong = never-defined + 1\n";

/// An error as it is compared between prefixes: whether it may be no error once more of the text is there, and what it says where.
type Told = (Code, Option<Span>, String);

/// The errors of a prefix whose places lie before an offset.
fn before(text: &str, end: u32) -> BTreeSet<Told> {
    let analysis = analysed(text);
    let errors =
        errors(&analysis).filter(|error| error.primary_span().is_none_or(|span| span.start < end));
    errors
        .map(|error| (error.code, error.primary_span(), error.message.clone()))
        .collect()
}

/// Where the items of a text end; those of the modules that it brings stand behind it.
fn own_ends(analysis: &Analysis, text: &str) -> Vec<u32> {
    let ends = analysis.tree.items.iter().map(|item| item.span.end);
    ends.filter(|end| *end as usize <= text.len()).collect()
}

/// Holds the prefixes of a text, one in so many bytes, against the text up to the end of its last whole item.
fn hold_prefixes(name: &str, text: &str, stride: usize) -> usize {
    let at = {
        let whole = analysed(text);
        let ends = own_ends(&whole, text);
        ends[ends.len() / 2] as usize
    };
    let text = format!("{}{MISTAKES}{}", &text[..at], &text[at..]);
    let whole = analysed(&text);
    let wrong: Vec<Code> = errors(&whole).map(|error| error.code).collect();
    assert_eq!(
        wrong,
        [Code::ExpectedDescriptor, Code::UnknownName],
        "{name}"
    );
    let ends = own_ends(&whole, &text);
    let mut held = 0;
    let mut last_whole = (u32::MAX, BTreeSet::new());
    for cut in (0..=text.len())
        .step_by(stride)
        .filter(|cut| text.is_char_boundary(*cut))
    {
        let items = ends.partition_point(|end| *end as usize <= cut);
        let Some(&end) = items.checked_sub(1).and_then(|last| ends.get(last)) else {
            analysed(&text[..cut]);
            continue;
        };
        if last_whole.0 != end {
            last_whole = (end, before(&text[..end as usize], end));
        }
        let wanted = &last_whole.1;
        let found = before(&text[..cut], end);
        let rest = &text[end as usize..cut];
        for error in &found {
            assert!(
                wanted.contains(error),
                "{name}, cut at {cut}: {error:?} is new"
            );
        }
        let is_cut_use = rest.trim_start().starts_with('u');
        for error in wanted.difference(&found) {
            // The beginning of an item may define the name, or bring it with a module.
            let (code, place, _) = error;
            let unknown = matches!(code, Code::UnknownName | Code::UnknownBeyond)
                && place.is_some_and(|span| {
                    let word = &text[span.start as usize..span.end as usize];
                    is_cut_use || word != "never-defined" && rest.contains(word)
                });
            assert!(unknown, "{name}, cut at {cut}: {error:?} is hidden");
        }
        held += 1;
    }
    held
}

/// Every prefix of the smaller examples and some of the others; with `ADV_EVERY_PREFIX` set all of all.
#[test]
fn no_prefix_of_an_example_hides_the_error_of_a_whole_item() {
    use rayon::prelude::*;
    let every = std::env::var_os("ADV_EVERY_PREFIX").is_some();
    let start = Instant::now();
    let examples = examples();
    let held: usize = examples
        .par_iter()
        .map(|(name, text)| {
            let stride = match every || text.len() < 4_500 {
                true if every => 1,
                true => sized(107, 1),
                false => sized(1_409, 13),
            };
            hold_prefixes(name, text, stride)
        })
        .sum();
    println!("{held} prefixes in {:?}", start.elapsed());
    assert!(held > sized(60, 10_000), "{held} prefixes");
}

#[test]
fn an_item_that_cannot_be_read_is_an_error_node() {
    let analysis = analysed("number a = 1\nnumber b = = 2\nnumber c = a + b\n");
    let kinds: Vec<bool> = analysis
        .tree
        .items
        .iter()
        .map(|item| matches!(item.kind, ItemKind::Error(_)))
        .collect();
    assert_eq!(kinds.len(), 3, "{:#?}", analysis.tree.items);
    assert_eq!(analysis.diagnostics.len(), 1);
}
