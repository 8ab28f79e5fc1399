//! The words of a module without its source, made here once more from its records.

use adv_module::FnId;
use adv_module::program::{Claim, ClaimSubject, FromSet, GoalPart, GoalWord, Program, SpokenZone};

/// Checks the words of a module that was loaded: those of claims, zones and cases are made from records, and names are words.
pub(super) fn words_are_of_records(program: &Program) -> Result<(), String> {
    for claim in &program.claims {
        let expected = worded(program, claim);
        if claim.text != expected {
            return Err(format!("told:     {}\nexpected: {expected}", claim.text));
        }
    }
    let goals = program
        .advice
        .iter()
        .flat_map(|of| [&of.better, &of.holding]);
    let of_claims = program.claims.iter().flat_map(|of| &of.goals);
    let goals = goals.chain(of_claims.map(|of| &of.goal));
    let parts: Vec<&GoalPart> = goals.flat_map(|goal| &goal.parts).collect();
    let specs = program.advice.iter().flat_map(|of| [&of.us, &of.them]);
    let classes = specs.flat_map(|spec| {
        let phases = spec.phases.iter().flat_map(|(_, classes)| classes);
        spec.every.iter().chain(phases)
    });
    let zones = (classes.flat_map(|class| &class.zones))
        .chain(parts.iter().flat_map(|part| &part.zones))
        .chain(program.claims.iter().flat_map(|claim| &claim.zones));
    let cases = parts.iter().flat_map(|part| &part.cases);
    let wrong = zones
        .map(|zone: &SpokenZone| (&zone.text, format!("zone f{}", zone.zone.men.0)))
        .chain(cases.map(|case| (&case.text, format!("f{}", case.test.0))))
        .find(|(text, expected)| *text != expected);
    if let Some((text, expected)) = wrong {
        return Err(format!("`{text}` is told, expected `{expected}`"));
    }
    let is_sentence = |name: &&String| {
        let outside = name.split('(').next().unwrap_or_default();
        outside.is_empty()
            || !outside
                .chars()
                .all(|c| c.is_alphanumeric() || "-_.".contains(c))
            || name.contains(['`', '"', '\n'])
    };
    match names(program).find(is_sentence) {
        Some(name) => Err(format!("`{name}` is a name")),
        None => Ok(()),
    }
}

fn names(program: &Program) -> impl Iterator<Item = &String> {
    // What joins several has their names.
    let advice = program.advice.iter().filter(|of| of.is_named());
    let advice = advice.map(|of| &of.name);
    advice
        .chain(program.tables.iter().map(|of| &of.name))
        .chain(program.strategies.iter().map(|of| &of.name))
        .chain(program.patterns.iter().map(|of| &of.name))
        .chain(program.evaluations.iter().map(|of| &of.name))
        .chain(program.exports.iter().map(|of| &of.name))
}

/// The words of a claim by `grammar/reference.md`, from what is settled.
fn worded(program: &Program, claim: &Claim) -> String {
    let play = match claim.subject {
        ClaimSubject::Strategy(id) => Some(program.strategies[id.index()].name.clone()),
        ClaimSubject::Table(id) => Some(program.tables[id.index()].name.clone()),
        ClaimSubject::Advice(id) => Some(program.advice[id.index()].name.clone()),
        ClaimSubject::Evaluation(id) => Some(program.evaluations[id.index()].name.clone()),
        ClaimSubject::Descriptor { .. } => None,
    };
    let f = |id: FnId| format!("f{}", id.0);
    let (subject, shared) = match (play, claim.subject) {
        (
            None,
            ClaimSubject::Descriptor {
                premise: Some(premise),
                conclusion,
            },
        ) => match claim.share {
            true => (f(premise), f(conclusion)),
            false => (format!("{} ⇒ {}", f(premise), f(conclusion)), String::new()),
        },
        (None, ClaimSubject::Descriptor { conclusion, .. }) => (f(conclusion), String::new()),
        (play, _) => (play.unwrap_or_default(), String::new()),
    };
    let quoted = |fens: &[String]| {
        let fens: Vec<String> = fens.iter().map(|fen| format!("\"{fen}\"")).collect();
        fens.join(", ")
    };
    let set = match &claim.from.set {
        FromSet::All => "all positions".to_owned(),
        FromSet::One(fen) => quoted(std::slice::from_ref(fen)),
        FromSet::List(fens) => quoted(fens),
        FromSet::Random(count) => format!("{count} random positions"),
    };
    let mut text = format!(
        "{} {subject} from {set}",
        if claim.share { "measure" } else { "prove" }
    );
    let mut add = |words: String| {
        if !words.is_empty() {
            text = format!("{text} {words}");
        }
    };
    add(claim
        .from
        .condition
        .map_or_else(String::new, |id| format!("where {}", f(id))));
    if matches!(claim.from.set, FromSet::Random(_)) && claim.from.seed != 1 {
        add(format!("seed {}", claim.from.seed));
    }
    if claim.share && !matches!(claim.subject, ClaimSubject::Evaluation(_)) {
        add("share of".to_owned());
    }
    add(shared);
    for goal in &claim.goals {
        let tested = goal.goal.test.map_or_else(String::new, f);
        // The prover looks for mate without asking a function, and only where something is to be reached.
        add(match (goal.word, goal.mate) {
            (GoalWord::Reaches, true) => "reaches mate".to_owned(),
            (GoalWord::Reaches, false) => format!("reaches {tested}"),
            (GoalWord::Keeps, _) => format!("keeps {tested}"),
            (GoalWord::Never, _) => format!("never {tested}"),
        });
    }
    if let Some(bound) = claim.within {
        let unit = if bound.plies { "plies" } else { "moves" };
        let unit = if bound.count == 1 && !bound.plies {
            "move"
        } else {
            unit
        };
        add(format!("within {} {unit}", bound.count));
    }
    for (is, word) in [
        (claim.weak, "weak"),
        (claim.any_choice, "any-choice"),
        (claim.fifty_moves, "fifty-moves"),
    ] {
        add(if is { word.to_owned() } else { String::new() });
    }
    text
}
