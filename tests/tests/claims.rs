//! Claims of every form settled, and the certificates of proofs: what is proved is accepted by the checker, what is altered is not.

use std::sync::Arc;

use crate::common::perfect::tables;
use adv_chess::notation::{fen, parse_fen};
use adv_chess::{ClassIndex, Color, Material, Position, Role};
use adv_module::program::Claim;
use adv_prover::{
    Cause, ComparedCertificate, Keeping, NoCertificate, Proved, Scan, Session, Settled, Task,
    Verdict, Watch, compare_certificate,
};
use adv_testkit::{Size, size, sized};
use adv_vm::{Engine, Limits, Oracle, Outcome};

fn engine(text: &str) -> Engine {
    Engine::new(crate::common::linked("claims.adv", text), Limits::default())
}

/// Settles the claims of an engine, from one on.
fn all(engine: &Engine, from: usize, perfect: Option<&Arc<dyn Oracle>>) -> Vec<Proved> {
    let claims = &engine.module().claims[from..];
    let watch = Watch::new();
    let mut session = Session::new();
    let settle = |(at, claim): (usize, &Claim)| {
        let task = Task {
            engine,
            claim,
            watch: &watch,
            perfect: perfect.cloned(),
            keeping: Keeping::default(),
            fingerprint: [7; 32],
        };
        let later: Vec<&Claim> = claims[at + 1..].iter().collect();
        session
            .prove(&task, &later)
            .unwrap_or_else(|error| panic!("{}: {error}", claim.text))
    };
    claims.iter().enumerate().map(settle).collect()
}

fn play(proved: &Proved) -> &Settled {
    match proved {
        Proved::Settled(settled) => settled,
        _ => panic!("the claim is about play"),
    }
}

fn scan(proved: &Proved) -> &Scan {
    match proved {
        Proved::Scanned(scan) => scan,
        _ => panic!("the claim is about descriptors"),
    }
}

const QUEEN: &str = "
material  W: K, Q;  B: K
descriptor adjacent-queen = dist(B.K, Q) ≤ 1 ∧ dist(W.K, Q) > 1
advice hold
  better  ¬stalemate ∧ ¬adjacent-queen
  us      K
  them    none
  depth   1
end-advice
advice lose
  better  adjacent-queen
  us      Q
  them    none
  depth   1
end-advice
table wait for W
  otherwise hold
end-table
table give for W
  otherwise lose, hold
end-table
";

#[test]
fn descriptors_are_settled_without_play() {
    let text = format!(
        "{QUEEN}
prove white-to-move ∧ ¬adjacent-queen ⇒ won(W) from all positions
prove black-to-move ⇒ won(W) from all positions
prove drawn ⇒ stalemated(B) ∨ adjacent-queen from all positions where black-to-move
measure give from all positions where white-to-move share of never stalemate
prove won(W) from \"8/8/8/8/8/8/2k5/K6Q w - - 0 1\"
prove dtm ≤ 19 ∨ drawn from all positions where white-to-move
prove dtm ≤ 18 ∨ drawn from all positions where white-to-move
"
    );
    let mut engine = engine(&text);
    let oracle = tables(&[Role::King, Role::Queen]);
    engine.set_oracle(Some(oracle.clone()));
    let found = all(&engine, 0, Some(&oracle));
    let first = scan(&found[0]);
    assert_eq!((first.verdict, first.broken), (Verdict::Proved, 0));
    // The literature's numbers of legal positions: 144,508 with White to move, 223,944 with Black.
    assert_eq!(first.positions, 144_508 + 223_944);
    let second = scan(&found[1]);
    assert_eq!(second.verdict, Verdict::Refuted);
    assert_eq!(second.premises, 223_944);
    let men = Material::new(&[Role::King, Role::Queen], &[Role::King]);
    let class = ClassIndex::new(men, Color::Black).expect("a class of three men");
    let is_draw = |p: &Position| oracle.worth(p).is_some_and(|w| w.outcome == Outcome::Draw);
    let draws = class.iter().filter(|(_, position)| is_draw(position));
    assert_eq!(second.broken, draws.count() as u64);
    for (position, worth) in &second.examples {
        let worth = worth.expect("it is known");
        assert_eq!(worth.outcome, Outcome::Draw, "{}", fen(position));
    }
    assert_eq!(scan(&found[2]).verdict, Verdict::Proved);
    assert_eq!(play(&found[3]).report().verdict, Verdict::Measured);
    assert_eq!(scan(&found[4]).positions, 1);
    // Mate in ten moves at most.
    assert_eq!(scan(&found[5]).verdict, Verdict::Proved);
    assert_eq!(scan(&found[6]).verdict, Verdict::Refuted);
}

/// What the opposition is worth: by itself little.
#[test]
fn a_descriptor_is_measured_by_another() {
    let text = "\
material  W: K, P;  B: K
use std.opposition
measure has-opposition(W)  from all positions where black-to-move  share of won(W)
measure won(W) ∧ ¬won(W)  from all positions where black-to-move  share of drawn
measure white-to-move  from \"8/8/8/8/8/8/2k1P3/K7 w - - 0 1\"  share of won(W)
";
    let mut engine = engine(text);
    let oracle = tables(&[Role::King, Role::Pawn]);
    engine.set_oracle(Some(oracle.clone()));
    let found = all(&engine, 0, Some(&oracle));
    let first = scan(&found[0]);
    assert_eq!(first.verdict, Verdict::Measured);
    assert_eq!((first.positions, first.premises), (168_024, 8_912));
    // 65.7 % and 57.7 %.
    let share = |part: u64, all: u64| (1000 * part + all / 2) / all;
    let others = first.positions - first.premises;
    assert_eq!(share(first.premises - first.broken, first.premises), 657);
    assert_eq!(share(first.others_held, others), 577);
    assert!(first.examples.is_empty());
    let nowhere = scan(&found[1]);
    assert_eq!((nowhere.premises, nowhere.broken), (0, 0));
    assert!(nowhere.others_held > 0);
    assert_eq!(scan(&found[2]).positions, 1);
}

#[test]
fn what_is_to_be_kept_may_go_on_for_ever() {
    let text = format!(
        "{QUEEN}
prove wait from all positions where dist(W.K, Q) ≤ 1 never stalemate
prove wait from all positions never SQ(Q) = ∅ never stalemate
prove give from all positions never SQ(Q) = ∅
prove wait from 500 random positions seed 3 reaches mate
prove wait from 500 random positions seed 4 reaches mate
"
    );
    let engine = engine(&text);
    let found = all(&engine, 0, None);
    // The king alone waits for ever, which breaks nothing; but sometimes he has no move that would do.
    let kept = play(&found[0]).report();
    assert_eq!(kept.cycle, None);
    assert_eq!(kept.lengths, None);
    assert_eq!(kept.fifty, None);
    assert!(kept.failures.iter().all(|f| f.cause == Cause::NoAdvice));
    assert!(kept.held > 0);
    let given = play(&found[2]).report();
    assert_eq!(given.verdict, Verdict::Refuted);
    let lost = given.failures.iter().find(|f| f.cause == Cause::Goal(0));
    let lost = lost.expect("the queen is taken");
    assert!(lost.line.end().occupied().count_ones() == 2);
    // Five hundred positions, each once, other ones for another seed.
    let roots = |at: usize| {
        let settled: Vec<String> = play(&found[at]).roots().map(|(p, _)| fen(&p)).collect();
        assert_eq!(settled.len(), 500);
        settled
    };
    assert_ne!(roots(3), roots(4));
    let endless = &play(&found[3]).report().failures;
    assert!(endless.iter().any(|f| f.cause == Cause::Endless));
}

#[test]
fn black_holds_king_and_pawn() {
    let text = crate::common::read("examples/endgames/kpk-hold.adv");
    let mut engine = engine(&text);
    let oracle = tables(&[Role::King, Role::Pawn]);
    engine.set_oracle(Some(oracle.clone()));
    let found = all(&engine, 0, Some(&oracle));
    let (last, book) = found.split_last().expect("the program claims something");
    assert!(!book.is_empty());
    for claim in book {
        assert_eq!(scan(claim).verdict, Verdict::Proved, "what the book says");
    }
    let report = play(last).report();
    assert_eq!(report.verdict, Verdict::Proved);
    assert_eq!(report.roots, 70_420);
    // Play goes on against the new queen and the new rook.
    assert!(report.states > report.roots);
}

/// A pawn whose zone is not vulnerable wins, and goes on along it until it queens.
#[test]
fn the_forecast_of_a_pawn_is_a_theorem() {
    let text = crate::common::read("examples/runs.adv");
    let mut engine = engine(&text);
    let oracle = tables(&[Role::King, Role::Pawn]);
    engine.set_oracle(Some(oracle.clone()));
    let found = all(&engine, 0, Some(&oracle));
    let [forecast, push] = found.as_slice() else {
        panic!("{} claims", found.len());
    };
    let forecast = scan(forecast);
    assert_eq!(forecast.verdict, Verdict::Proved);
    assert_eq!((forecast.premises, forecast.broken), (171_178, 0));
    let report = play(push).report();
    assert_eq!((report.verdict, report.roots), (Verdict::Proved, 97_660));
}

/// What the patterns of king and pawn against king say is proved where they say so, and measured where it is less.
#[test]
fn patterns_of_king_and_pawn_are_theorems() {
    let text = crate::common::read("examples/patterns-kpk.adv");
    let mut engine = engine(&text);
    let oracle = tables(&[Role::King, Role::Pawn]);
    engine.set_oracle(Some(oracle.clone()));
    let found = all(&engine, 0, Some(&oracle));
    let [key_square, leading, opposition] = found.as_slice() else {
        panic!("{} claims", found.len());
    };
    for (claim, premises) in [(key_square, 15_978), (leading, 180)] {
        let report = scan(claim);
        assert_eq!(report.verdict, Verdict::Proved);
        assert_eq!((report.premises, report.broken), (premises, 0));
    }
    // Won in 5,854 of the 8,912 positions with the opposition, 65.7 %; in 91,750 of the other 159,112, 57.7 %.
    let report = scan(opposition);
    assert_eq!((report.positions, report.premises), (168_024, 8_912));
    assert_eq!((report.broken, report.others_held), (8_912 - 5_854, 91_750));
}

/// Réti's study: White reaches the draw against every reply. That it is one by the tablebases takes tables of four men.
#[test]
fn the_study_of_1921_is_held_against_every_reply() {
    let text = crate::common::read("examples/reti.adv").replace("  keeps ¬lost(W)", "");
    let mut engine = engine(&text);
    engine.set_oracle(None);
    let found = all(&engine, 0, None);
    let [held] = found.as_slice() else {
        panic!("{} claims", found.len());
    };
    assert_eq!(play(held).report().verdict, Verdict::Proved);
}

/// A certificate of a claim, once it is accepted and says what was proved.
fn certified(engine: &Engine, settled: &Settled, claim: &Claim) -> Vec<u8> {
    let bytes = settled
        .certificate(claim, &claim.text, "an example", [7; 32])
        .unwrap_or_else(|reason| panic!("{}: {reason}", claim.text));
    let verdict = adv_certificate::verify(&bytes)
        .unwrap_or_else(|refusal| panic!("{}: {refusal}", claim.text));
    let report = settled.report();
    assert_eq!(verdict.positions, report.roots, "{}", claim.text);
    let worst = report.lengths.as_ref().map(|lengths| lengths.worst);
    assert_eq!(Some(verdict.worst_plies), worst.map(u64::from));
    assert_eq!(verdict.any_choice, claim.any_choice);
    assert_eq!(verdict.fingerprint, [7; 32]);
    assert!(engine.module().claims.contains(claim));
    bytes
}

#[test]
fn proved_examples_have_certificates_that_hold() {
    let mut one = None;
    let names = ["krk-advice-fixed", "krk-strategy", "krk-sdl", "kqk", "krk"];
    for name in &names[..sized(1, names.len())] {
        let text = crate::common::read(format!("examples/{name}.adv"));
        let mut engine = engine(&text);
        engine.set_oracle(None);
        let claims = engine.module().claims.clone();
        // Every choice of the strategy of SDL takes minutes.
        let count = if size() < Size::All && *name == "krk-sdl" {
            1
        } else {
            claims.len()
        };
        let engine = match count == claims.len() {
            true => engine,
            false => {
                let end = claims[count].place.start as usize;
                self::engine(&text[..end])
            }
        };
        let claims = engine.module().claims.clone();
        let proved = all(&engine, 0, None);
        // Goals besides mate need the program, so they have none.
        let certain = claims
            .iter()
            .zip(proved)
            .filter(|(claim, _)| claim.goals.len() == 1);
        for (claim, proved) in certain {
            let bytes = certified(&engine, play(&proved), claim);
            let watch = Watch::new();
            let task = Task {
                engine: &engine,
                claim,
                watch: &watch,
                perfect: None,
                keeping: Keeping::default(),
                fingerprint: [7; 32],
            };
            let compared = compare_certificate(&task, &bytes);
            let positions = play(&proved).report().roots;
            assert!(
                matches!(compared, Ok(ComparedCertificate::Same { positions: found, .. }) if found == positions),
                "{}: {compared:?}",
                claim.text
            );
            one.get_or_insert(bytes);
        }
    }
    // A thousand altered ones.
    let bytes = one.expect("a certificate");
    let mut altered = bytes.clone();
    let mut random = adv_testkit::Numbers::new(1);
    for _ in 0..1000 {
        let at = random.below(bytes.len());
        altered[at] ^= 1 << random.below(8);
        let refusal = adv_certificate::verify(&altered);
        assert!(refusal.is_err(), "byte {at} may not be altered");
        altered[at] = bytes[at];
    }
    assert!(adv_certificate::verify(&altered).is_ok());
}

#[test]
fn a_share_may_have_several_goals() {
    let text = format!(
        "{QUEEN}
measure give from all positions where white-to-move share of reaches adjacent-queen
measure give from all positions where white-to-move share of reaches adjacent-queen never dist(W.K, Q) > 3
prove give from all positions where white-to-move never dist(W.K, Q) > 3 reaches adjacent-queen
"
    );
    let engine = engine(&text);
    let found = all(&engine, 0, None);
    let held: Vec<u64> = found.iter().map(|of| play(of).report().held).collect();
    assert_eq!(held[1], held[2]);
    assert!(0 < held[1] && held[1] < held[0], "{held:?}");
}

#[test]
fn nothing_is_consulted_behind_what_is_reached() {
    let text = format!(
        "{QUEEN}
measure give from 50 random positions where white-to-move share of reaches black-to-move
measure give from 50 random positions where white-to-move share of keeps white-to-move
"
    );
    let engine = engine(&text);
    for proved in all(&engine, 0, None) {
        let report = play(&proved).report();
        assert_eq!((report.roots, report.states), (50, 50), "{report:?}");
    }
}

#[test]
fn not_everything_has_a_certificate() {
    let text = format!(
        "{}
prove krk from all positions reaches mate
prove krk from all positions where dist(W.K, B.K) > 3 reaches mate
prove krk from \"K7/8/2k5/3R4/8/8/8/8 w - - 0 1\" reaches mate within 34 moves
prove krk from \"K7/8/2k5/3R4/8/8/8/8 w - - 0 1\" reaches mate never stalemate
prove krk from \"K7/8/2k5/3R4/8/8/8/8 w - - 0 1\" reaches check
",
        crate::common::read("examples/krk-advice.adv")
    );
    let engine = engine(&text);
    let claims = engine.module().claims.clone();
    let own = claims.len() - 5;
    let found = all(&engine, own, None);
    let certificate = |at: usize| {
        let claim = &claims[own + at];
        play(&found[at]).certificate(claim, &claim.text, "krk", [7; 32])
    };
    assert_eq!(certificate(0), Err(NoCertificate::NotProved));
    let some = certificate(1).expect("it is proved where the kings are apart");
    assert!(adv_certificate::verify(&some).is_ok());
    let one = certificate(2).expect("it is proved of one position");
    assert!(adv_certificate::verify(&one).is_ok());
    assert_eq!(certificate(3), Err(NoCertificate::OtherGoal));
    assert_eq!(certificate(4), Err(NoCertificate::OtherGoal));
    let root = parse_fen("K7/8/2k5/3R4/8/8/8/8 w - - 0 1").expect("a FEN");
    let fate = play(&found[2]).fate(&root).expect("the root");
    assert_eq!(fate.plies, Some(67));
}
