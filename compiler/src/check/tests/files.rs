//! Programs of several files.

use super::GEOMETRY;
use crate::diagnostics::render::{Format, render};
use crate::diagnostics::style::complaint;
use crate::index::Origin;
use crate::library::{Libraries, LibrarySet};
use crate::source::{Source, Span};
use crate::{Compilation, analyse, compile};

/// A program of these files; the first is its own.
fn gathered(files: &[(&str, &str)], libraries: Libraries<'_>) -> Source {
    let (name, text) = files[0];
    Source::gather(name, text, files, libraries)
}

fn compiled(files: &[(&str, &str)]) -> (Compilation, Source) {
    let set = LibrarySet::new("1", [("std.geometry", GEOMETRY)]);
    let source = gathered(files, set.libraries());
    let compilation = compile(&source, "program", "", set.libraries());
    for diagnostic in &compilation.diagnostics {
        assert_eq!(
            complaint(&diagnostic.message),
            None,
            "{}",
            diagnostic.message
        );
        for help in &diagnostic.help {
            assert_eq!(complaint(help), None, "{help}");
        }
    }
    (compilation, source)
}

/// What is said, one line each.
fn told(files: &[(&str, &str)]) -> String {
    let (compilation, source) = compiled(files);
    render(&compilation.diagnostics, &source, Format::Short)
}

const ROOK: &str = "//! Common advice with the rook.
material W: K, R;  B: K
default holding SQ(R) ≠ ∅
use std.geometry

/// The squares that the king can reach.
number room = count(MV(B.K)) + count(EDGE)
number _spare = 7
moves quiet = R where not new.in-check(B)

/// The room shrinks.
advice squeeze(n: number)
  better   room ≤ n
  us       quiet then K
  depth    1
end-advice squeeze

advice wait
  better dist(W.K, R) = 1
  us     R then K
  depth  1
end-advice

plan both = squeeze(40), wait

table other (W: K, Q; B: K) for W
  otherwise wait
end-table

test \"a test of the used file\" position \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\" expect room = 0
prove room = 3
";

#[test]
fn a_file_brings_its_definitions_with_their_material_and_default() {
    let files = [
        (
            "krk.adv",
            "material W: K, R;  B: K
use \"lib/rook.adv\"
table krk for W
  if room > 30 then squeeze(10), both
  otherwise wait
end-table
prove krk from all positions reaches mate
",
        ),
        ("lib/rook.adv", ROOK),
    ];
    let (compilation, source) = compiled(&files);
    let said = render(&compilation.diagnostics, &source, Format::Plain);
    assert_eq!(said, "", "{said}");
    let module = compilation.module.expect("no error").into_program();
    let advice: Vec<&str> = module.advice.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(advice, ["wait", "squeeze(10)", "squeeze(40)"]);
    for piece in &module.advice {
        assert!(piece.holding.test.is_some(), "the default of its file");
        assert_eq!(source.file_at(piece.place.start), 1);
    }
    let tables: Vec<&str> = module.tables.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(tables, ["krk"], "nothing comes to the other table");
    assert_eq!((module.tests.len(), module.claims.len()), (0, 1));
    assert_eq!(module.doc, "", "the text of the used file stays with it");
    let exports: Vec<&str> = module.exports.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(exports, ["room"]);
    // What the module keeps compiles to the module.
    let kept = module.source.clone().expect("its source");
    assert_eq!(kept.used.len(), 1);
    let set = LibrarySet::new("1", [("std.geometry", GEOMETRY)]);
    let again = Source::gather("krk.adv", kept.text_of(None), &kept, set.libraries());
    let again = compile(&again, "program", "", set.libraries()).module;
    assert_eq!(again.map(adv_module::Module::into_program), Some(module));
}

#[test]
fn an_error_in_a_used_file_is_told_once_at_its_place() {
    let broken = "number near = dist(W.K, B.K)\nadvice a better nearr < 3 depth 1 end-advice\nnumber far = near +\n";
    let said = told(&[
        (
            "p.adv",
            "use \"a.adv\"\nuse \"b.adv\"\nnumber x = far + near + y\ntable t for W otherwise a end-table",
        ),
        ("a.adv", "use \"c.adv\"\nnumber y = far\n"),
        ("b.adv", "use \"c.adv\"\nnumber z = near\n"),
        ("c.adv", broken),
    ]);
    let lines: Vec<&str> = said.lines().collect();
    assert!(
        lines
            .iter()
            .all(|line| line.starts_with("c.adv:") || line.starts_with("p.adv:")),
        "{said}"
    );
    let of_c: Vec<&&str> = lines
        .iter()
        .filter(|line| line.starts_with("c.adv:"))
        .collect();
    assert_eq!(of_c.len(), 2, "{said}");
    assert!(of_c[0].starts_with("c.adv:2:17: error[E0201]"), "{said}");
    // `far` and `near` are not of the files that `p.adv` uses.
    let of_p: Vec<&&str> = lines
        .iter()
        .filter(|line| line.starts_with("p.adv:"))
        .collect();
    let unknown = ["`far`", "`near`", "`a`"];
    assert_eq!(of_p.len(), unknown.len(), "{said}");
    for (line, name) in of_p.iter().zip(unknown) {
        assert!(line.contains(name), "{said}");
    }
}

#[test]
fn a_file_that_cannot_be_read_silences_its_names() {
    let said = told(&[("p.adv", "use \"rook.adv\"\nnumber x = room + 1\n")]);
    assert_eq!(
        said,
        "p.adv:1:5: error[E0214]: `rook.adv` cannot be used: there is no such file\n"
    );
    for (path, code) in [
        ("", "E0214"),
        ("rook", "E0214"),
        ("a\\\\b.adv", "E0214"),
        ("std.geometry", "E0214"),
        ("/etc/rook.adv", "E0215"),
    ] {
        let text = format!("use \"{path}\"\nnumber x = room + 1\n");
        let said = told(&[("p.adv", &text)]);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.contains(code), "{said}");
    }
}

#[test]
fn rings_of_files_are_refused() {
    let itself = told(&[("a.adv", "use \"a.adv\"\nnumber a = 1\n")]);
    assert_eq!(itself, "a.adv:1:5: error[E0216]: `a.adv` uses itself\n");
    let two = told(&[
        ("x/a.adv", "use \"b.adv\"\nnumber a = b\n"),
        ("b.adv", "use \"a.adv\"\nnumber b = 1\nnumber c = a\n"),
    ]);
    assert_eq!(
        two,
        "x/b.adv:1:5: error[E0216]: the files use one another: `x/a.adv` → `x/b.adv` → `x/a.adv`\n"
    );
    let three = told(&[
        ("a.adv", "use \"b.adv\"\n"),
        ("b.adv", "use \"c.adv\"\n"),
        ("c.adv", "number c = 1\nuse \"b.adv\"\n"),
    ]);
    assert_eq!(
        three,
        "c.adv:2:5: error[E0216]: the files use one another: `b.adv` → `c.adv` → `b.adv`\n"
    );
}

#[test]
fn a_name_of_two_files_is_an_error_where_it_is_used() {
    let two = [
        ("a.adv", "number near = 1\n"),
        ("b.adv", "number near = 2\n"),
    ];
    let with = |text| {
        let mut files = vec![("p.adv", text)];
        files.extend(two);
        told(&files)
    };
    let unused = with("use \"a.adv\"\nuse \"b.adv\"\nnumber x = 1\n");
    assert_eq!(unused.matches("W0203").count(), 2, "{unused}");
    let used = with("use \"a.adv\"\nuse \"b.adv\"\nnumber x = near\nnumber y = near\n");
    assert_eq!(
        used,
        "p.adv:3:12: error[E0212]: `near` is defined by `a.adv` and by `b.adv`\n"
    );
    let own = with("use \"a.adv\"\nnumber near = 3\n");
    assert!(
        own.contains("p.adv:2:8: warning[W0206]: `near` hides the definition of `a.adv`"),
        "{own}"
    );
    // A library module and a file.
    let library = told(&[
        ("p.adv", "use std.geometry\nuse \"a.adv\"\nboard x = EDGE\n"),
        ("a.adv", "board EDGE = a1\n"),
    ]);
    assert!(library.contains("E0212"), "{library}");
}

#[test]
fn what_is_hidden_keeps_its_meaning_and_gets_the_name_of_its_file() {
    let (compilation, source) = compiled(&[
        (
            "p.adv",
            "material W: K, R;  B: K
use \"a.adv\"
number limit = 5
advice go better limit < 9 ∧ near depth 1 end-advice
table t for W otherwise go end-table
",
        ),
        (
            "a.adv",
            "use \"b.adv\"\nnumber limit = 1\ndescriptor near = dist(W.K, B.K) > limit + deep\n",
        ),
        ("b.adv", "number limit = 2\nnumber deep = limit\n"),
    ]);
    let said = render(&compilation.diagnostics, &source, Format::Short);
    assert_eq!(said.matches("W0206").count(), 2, "{said}");
    let module = compilation.module.expect("no error").into_program();
    let exports: Vec<&str> = module.exports.iter().map(|of| of.name.as_str()).collect();
    assert_eq!(exports, ["limit", "a.limit", "near", "b.limit", "deep"]);
}

#[test]
fn a_definition_of_another_file_is_found_there() {
    let files = [
        ("p.adv", "use \"a.adv\"\nnumber x = near + 1\n"),
        ("a.adv", "\n/// How near.\nnumber near = 2\n"),
    ];
    let source = gathered(&files, Libraries::NONE);
    let analysis = analyse(&source, Libraries::NONE);
    let used = u32::try_from(source.text().find("near").expect("it is used")).expect("short");
    let id = analysis.index.definition_at(used).expect("a reference");
    let near = analysis.index.definition(id).expect("a definition");
    assert_eq!(
        (near.doc.as_str(), &near.origin),
        ("How near.", &Origin::File)
    );
    let file = source.file_at(near.name_span.start);
    let begin = source.file_start(file);
    let span = Span::new(near.name_span.start - begin, near.name_span.end - begin);
    assert_eq!(
        (source.file_path(file), source.file(file).slice(span)),
        ("a.adv", "near")
    );
    assert_eq!(source.line_column(near.name_span.start).line, 3);
}

#[test]
fn a_note_leads_to_the_other_file() {
    let files = [
        ("p.adv", "use \"a.adv\"\nnumber x = count(near)\n"),
        ("a.adv", "\nadvice near better true depth 1 end-advice\n"),
    ];
    let (compilation, source) = compiled(&files);
    let said = render(&compilation.diagnostics, &source, Format::Plain);
    assert!(said.contains("note: defined here: a.adv:2:8"), "{said}");
    let json = render(&compilation.diagnostics, &source, Format::Json);
    assert!(
        json.contains("\"file\":\"a.adv\"") && json.contains("\"file\":\"p.adv\""),
        "{json}"
    );
}

#[test]
fn a_library_module_brings_moves_advice_and_plans() {
    let library = "//! Words and advice.
use std.geometry
/// Whether the king is near.
descriptor close(n: number) = dist(W.K, B.K) ≤ n
/// Every move of the king.
moves paces = K where TO ⊆ ~EDGE
/// Comes nearer.
advice come(n: number)
  better close(n)
  us paces
  depth 1
end-advice
/// Comes as near as it can.
plan come-near = come(2), come(3)
";
    let set = LibrarySet::new("1", [("std.geometry", GEOMETRY), ("std.walk", library)]);
    for line in ["use std.walk", "use std.walk.come-near"] {
        let text = format!("{line}\ntable t for W\n  otherwise come-near\nend-table\n");
        let files = [("p.adv", text.as_str())];
        let source = gathered(&files, set.libraries());
        let compilation = compile(&source, "p", "", set.libraries());
        let said = render(&compilation.diagnostics, &source, Format::Plain);
        let module = compilation.module.expect(&said).into_program();
        assert_eq!(said, "");
        let advice: Vec<&str> = module.advice.iter().map(|of| of.name.as_str()).collect();
        assert_eq!(advice, ["come(2)", "come(3)"]);
        assert!(module.exports.is_empty(), "the words stay in the library");
        let module = adv_module::verify(module).expect("it is sound");
        set.libraries().link(module).expect("it links");
    }
    let forgotten = [("p.adv", "table t for W otherwise come(1) end-table\n")];
    let source = gathered(&forgotten, set.libraries());
    let said = compile(&source, "p", "", set.libraries()).diagnostics;
    assert_eq!(said[0].help, ["add `use std.walk`, which defines it"]);
    let wrong = [(
        "p.adv",
        "use std.walk.run\ntable t for W otherwise come(1) end-table\n",
    )];
    let source = gathered(&wrong, set.libraries());
    let said = compile(&source, "p", "", set.libraries()).diagnostics;
    let said = render(&said, &source, Format::Short);
    assert!(said.contains("E0203") && said.contains("E0201"), "{said}");
}

#[test]
fn many_files_that_use_a_long_one_are_refused_and_cost_little() {
    let long: String = (0..20_000)
        .map(|i| format!("number n{i} = {i}\n"))
        .collect();
    let names: Vec<String> = (0..80).map(|i| format!("f{i}.adv")).collect();
    let uses: String = names
        .iter()
        .map(|name| format!("use \"{name}\"\n"))
        .collect();
    let mut files = vec![("p.adv", uses.as_str()), ("long.adv", long.as_str())];
    files.extend(
        names
            .iter()
            .map(|name| (name.as_str(), "use \"long.adv\"\nnumber x = 1\n")),
    );
    let said = told(&files);
    assert!(said.contains("more than 1000000 names"), "{said}");
    // A program of more files than are allowed says so at the lines that are too many.
    let names: Vec<String> = (0..300).map(|i| format!("g{i}.adv")).collect();
    let uses: String = names
        .iter()
        .map(|name| format!("use \"{name}\"\n"))
        .collect();
    let mut files = vec![("p.adv", uses.as_str())];
    files.extend(names.iter().map(|name| (name.as_str(), "number _x = 1\n")));
    let said = told(&files);
    assert!(
        said.contains(
            "p.adv:256:5: error[E0214]: `g255.adv` cannot be used: a program has at most 256 files"
        ),
        "{said}"
    );
    assert_eq!(said.matches("error[").count(), 45, "{said}");
}

#[test]
fn a_used_file_brings_actions_and_strategies() {
    let rook = "material W: K, R;  B: K
/// The rook goes to a file.
action to-file(n: number) (file(R) ≠ n, new.file(R) = n)
  us       R
  holding  SQ(R) ≠ ∅
  within   3 plies
end-action to-file
action unneeded (any, new.file(R) = 3)
  us       R
end-action
action near (any, new.dist(W.K, B.K) < dist(W.K, B.K))
  us       K
end-action
strat walk for W
  (in-class: figures - W: K, R;  B: K;
   descr - any;
   out-class: new.dist(W.K, B.K) < dist(W.K, B.K))
  action near
end-strat
";
    let files = [
        (
            "p.adv",
            "use \"rook.adv\"
strat to-the-rim for W
  (in-class: figures - W: K, R;  B: K;
   descr - any;
   out-class: new.file(R) < file(R))
  do-while (dist(W.K, B.K) > 3 & satisfiable(near))
    action near
    otherwise stop \"the king is kept away\"
  end-do
  action to-file(0)
  otherwise action to-file(7)
end-strat to-the-rim
strat both for W
  (in-class: figures - W: K, R;  B: K;
   descr - any;
   out-class: new.dist(W.K, B.K) < dist(W.K, B.K))
  apply walk
end-strat
",
        ),
        ("rook.adv", rook),
    ];
    let (compilation, source) = compiled(&files);
    let said = render(&compilation.diagnostics, &source, Format::Plain);
    let module = compilation.module.expect(&said).into_program();
    let advice: Vec<&str> = module.advice.iter().map(|of| of.name.as_str()).collect();
    for name in ["near", "to-file(0)", "to-file(7)"] {
        assert!(advice.contains(&name), "{name}: {advice:?}");
    }
    assert!(!advice.contains(&"unneeded"), "{advice:?}");
    let strategies: Vec<&str> = module
        .strategies
        .iter()
        .map(|of| of.name.as_str())
        .collect();
    assert_eq!(strategies, ["to-the-rim", "both", "walk"]);
}
