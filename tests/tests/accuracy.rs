//! What a proof tells of the moves beside what it claims: which keep a win or a draw, and how many positions were searched for them,
//! each counted here once more without the prover.

use std::sync::Arc;

use adv_chess::{Material, Position, Role};
use adv_prover::{Keeping, KeptMoves, Proved, Settled, Task, Watch, prove};
use adv_tables::{Dtm, Tables};
use adv_vm::{Engine, Limits, Options, Oracle, Outcome, Replies, Worth};

/// White has a rook and lets it be taken; Black takes it, or goes where he likes.
const ROOK: &str = "
material  W: K, R;  B: K
advice near
  better  dist(B.K, R) ≤ 2
  us      R
  them    none
  depth   1
end-advice
advice step
  better  ¬mated(us)
  us      K
  them    none
  depth   1
end-advice
advice hunt
  better  after-them satisfiable(take)
  us      B.K
  depth   2
end-advice
advice take
  better  SQ(R) = ∅
  us      B.K
  them    none
  depth   1
end-advice
table white for W
  if rank(B.K) ≤ 3 then near
  otherwise near, step
end-table
table black for B
  otherwise take
end-table
table hunter for B
  otherwise take, hunt
end-table
measure white from all positions share of never drawn
measure black from 500 random positions where drawn seed 3 share of keeps drawn
measure black from 500 random positions where drawn seed 3 share of keeps W.K ≠ ∅
measure hunter from 300 random positions seed 5 share of keeps W.K ≠ ∅
";

/// Perfect play out of tables made here.
struct Made(Tables);

impl Oracle for Made {
    fn worth(&self, position: &Position) -> Option<Worth> {
        let value = self.0.dtm(position)?;
        let outcome = match value {
            Dtm::Win(_) => Outcome::Win,
            Dtm::Loss(_) => Outcome::Loss,
            Dtm::Draw => Outcome::Draw,
        };
        let plies = value.plies().map(u32::from);
        Some(Worth { outcome, plies })
    }
}

fn engine() -> (Engine, Arc<Made>) {
    let mut tables = Tables::new();
    let material = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    let made = tables.prepare(&material, &mut |_, _| {});
    made.expect("three men are few");
    let oracle = Arc::new(Made(tables));
    let mut engine = Engine::new(crate::common::linked("rook.adv", ROOK), Limits::default());
    engine.set_oracle(Some(oracle.clone()));
    (engine, oracle)
}

fn settled(engine: &Engine, claim: usize, oracle: Option<Arc<Made>>) -> Box<Settled> {
    let watch = Watch::new();
    let task = Task {
        engine,
        claim: &engine.module().claims[claim],
        watch: &watch,
        perfect: oracle.clone().map(|oracle| oracle as Arc<dyn Oracle>),
        keeping: Keeping::default(),
        fingerprint: [1; 32],
    };
    let Proved::Settled(mut settled) = prove(&task).expect("it can be settled") else {
        panic!("the claim is about play");
    };
    if let Some(oracle) = oracle {
        let judged = settled.judge_first_moves(oracle.as_ref());
        judged.expect("the tables answer");
    }
    settled
}

/// Counts the roots of one worth by hand.
fn by_hand(settled: &Settled, oracle: &Made, worth: Outcome) -> KeptMoves {
    let kept_by = match worth {
        Outcome::Win => Outcome::Loss,
        _ => Outcome::Draw,
    };
    let mut kept = KeptMoves::default();
    for (position, fate) in settled.roots() {
        let known = oracle.worth(&position).expect("three men");
        if known.outcome != worth || !position.has_legal_move() {
            continue;
        }
        let keeps = |m| {
            let behind = oracle.worth(&position.play(m)).expect("three men");
            behind.outcome == kept_by
        };
        let legal = position.legal_moves();
        let good: Vec<_> = legal.iter().copied().filter(|m| keeps(*m)).collect();
        let played = fate.first.map(|(m, _)| m);
        let is_kept = u64::from(played.is_some_and(|m| good.contains(&m)));
        kept.positions += 1;
        kept.kept += is_kept;
        kept.without_move += u64::from(played.is_none());
        if good.len() < legal.len() {
            kept.at_risk += 1;
            kept.at_risk_kept += is_kept;
        }
        if good.len() == 1 {
            kept.only += 1;
            kept.only_kept += is_kept;
        }
        kept.forced += u64::from(legal.len() == 1);
    }
    kept
}

#[test]
fn moves_that_keep_a_win_are_those_that_a_count_by_hand_finds() {
    let (engine, oracle) = engine();
    let settled = settled(&engine, 0, Some(oracle.clone()));
    let accuracy = settled.report().accuracy.clone().expect("worths are known");
    let won = by_hand(&settled, &oracle, Outcome::Win);
    assert_eq!(accuracy.roots.won, won);
    // Something of everything is in it, so that the comparison says something; a rook never has one winning move alone.
    assert!(won.kept > 0 && won.at_risk_kept > 0, "{won:?}");
    assert!(
        won.at_risk_kept < won.at_risk && won.without_move > 0,
        "{won:?}"
    );
    assert_eq!(accuracy.roots.unknown, 0);
    assert!(accuracy.states.won.positions >= won.positions);
}

#[test]
fn moves_that_keep_a_draw_are_counted_of_the_positions_that_were_drawn() {
    let (engine, oracle) = engine();
    let settled = settled(&engine, 1, Some(oracle.clone()));
    let roots = settled.report().accuracy.clone().expect("known").roots;
    let drawn = by_hand(&settled, &oracle, Outcome::Draw);
    assert_eq!(roots.drawn, drawn);
    // What takes the rook keeps the draw, and nearly always nothing else does.
    assert_eq!(drawn.kept + drawn.without_move, drawn.positions);
    assert!(drawn.only_kept > 100, "{drawn:?}");
    assert_eq!((roots.won.positions, roots.lost), (0, 0));
}

#[test]
fn nothing_is_told_where_nobody_knows() {
    let (engine, _) = engine();
    let settled = settled(&engine, 2, None);
    assert_eq!(settled.report().accuracy, None);
    assert_eq!(settled.report().searched, None);
}

#[test]
fn positions_are_counted_as_a_survey_counts_them() {
    let (mut engine, _) = engine();
    let mut settled = settled(&engine, 2, None);
    settled.count_searched(u64::MAX);
    let all = settled.report().searched.clone().expect("counted");
    let table = engine.table("black").expect("declared");
    let mut sum = 0;
    let mut consultations = 0;
    for (position, _) in settled.roots() {
        if !position.has_legal_move() {
            continue;
        }
        let decision = engine.decide(table, &position, Replies::default());
        sum += decision.expect("no limit").positions;
        consultations += 1;
    }
    assert_eq!((all.consultations, all.positions), (consultations, sum));
    assert!(all.most > 0 && all.most <= sum);
    assert_eq!(all.stopped, 0);
    // A sample at even distances represents all, the same each time.
    settled.count_searched(40);
    let some = settled.report().searched.clone().expect("counted");
    assert!(
        some.consultations <= 40 && some.consultations > 20,
        "{some:?}"
    );
    settled.count_searched(40);
    assert_eq!(settled.report().searched, Some(some));
}

/// What advice within goals searches is counted too, and apart.
#[test]
fn nested_searches_are_counted_apart() {
    let (mut engine, _) = engine();
    let mut settled = settled(&engine, 3, None);
    settled.count_searched(u64::MAX);
    let all = settled.report().searched.clone().expect("counted");
    let table = engine.table("hunter").expect("declared");
    let (mut own, mut nested, mut most) = (0, 0, 0);
    for (position, _) in settled.roots() {
        if !position.has_legal_move() {
            continue;
        }
        let found = engine.consult(table, &position, &Options::default());
        let tried = found.expect("no limit").tried;
        let of_one: u64 = tried.iter().map(|t| t.positions).sum();
        let within = tried.iter().flat_map(|t| &t.nested);
        let within: u64 = within.map(|n| n.positions).sum();
        own += of_one;
        nested += within;
        most = most.max(of_one + within);
    }
    assert!(nested > 0);
    assert_eq!((all.positions, all.nested, all.most), (own, nested, most));
}
