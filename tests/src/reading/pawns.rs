//! Pawns, read with loops: the words of `std.structure`.

use adv_chess::Role;

use super::{ReadAnswer, ReadSeen, Word, board, descriptor, number, squares};

/// The words of `std.structure`.
pub fn words() -> Vec<Word> {
    vec![
        board("OPEN-FILES", open_files),
        board("HALF-OPEN-FILES(s)", half_open_files),
        board("CLOSED-FILES", closed_files),
        board("HALF-CLOSED-FILES(s, t)", half_closed_files),
        board("ISOLATED(s)", isolated),
        board("DOUBLED(s)", doubled),
        board("PROTECTED-DOUBLED(s)", protected_doubled),
        board("ISOLATED-DOUBLED(s)", isolated_doubled),
        board("TRIPLED(s)", tripled),
        board("GUARDABLE(s)", |seen| {
            seen.that(|f, r| guardable(seen, f, r))
        }),
        board("BACKWARD(s)", |seen| {
            seen.that(|f, r| is_backward(seen, f, r))
        }),
        board("BACKWARD-ON-OPEN(s, t)", backward_on_open),
        board("BACKWARD-ON-CLOSED(s, t)", backward_on_closed),
        board("FIXED(s, t)", fixed),
        board("BLOCKED(s, t)", blocked),
        board("RAMMED(s, t)", |seen| {
            seen.that(|f, r| is_rammed(seen, f, r))
        }),
        board("GUARDED-PAWNS(s)", guarded_pawns),
        board("CHAIN(s, t)", chain),
        board("HEADS(s, t)", |seen| seen.that(|f, r| is_head(seen, f, r))),
        board("BASES(s, t)", bases),
        board("ADVANCED-HEADS(s, t)", |seen| {
            seen.that(|f, r| r == 4 && is_head(seen, f, r))
        }),
        board("SUPERADVANCED-HEADS(s, t)", |seen| {
            seen.that(|f, r| r == 5 && is_head(seen, f, r))
        }),
        board("PHALANX(s)", phalanx),
        board("HANGING-PAWNS(s, t)", hanging_pawns),
        board("PASSED(s, t)", |seen| {
            seen.that(|f, r| is_passed(seen, f, r))
        }),
        board("PROTECTED-PASSED(s, t)", |seen| {
            seen.that(|f, r| is_passed(seen, f, r) && guarded(seen, f, r))
        }),
        board("CONNECTED-PASSED(s, t)", connected_passed),
        board("OUTSIDE-PASSED(s, t)", outside_passed),
        board("ON-THE-SEVENTH(s)", |seen| {
            seen.that(|f, r| r == 6 && pawn(seen, f, r))
        }),
        number("islands(s)", islands),
        descriptor("has-queenside-majority(s, t)", |seen| majority(seen, 0..3)),
        descriptor("has-kingside-majority(s, t)", |seen| majority(seen, 5..8)),
        board("OUTPOSTS(s, t)", |seen| {
            seen.that(|f, r| is_outpost(seen, f, r))
        }),
    ]
}

/// A pawn of the side that looks.
pub fn pawn(seen: &ReadSeen, f: i32, r: i32) -> bool {
    seen.own(f, r, Role::Pawn)
}

/// A pawn of the other side.
fn enemy(seen: &ReadSeen, f: i32, r: i32) -> bool {
    seen.foe(f, r, Role::Pawn)
}

/// The file has a pawn of the side that looks.
fn on_file(seen: &ReadSeen, f: i32) -> bool {
    (0..8).any(|r| pawn(seen, f, r))
}

/// The file has a pawn of the other side.
fn enemy_on_file(seen: &ReadSeen, f: i32) -> bool {
    (0..8).any(|r| enemy(seen, f, r))
}

/// A pawn of its own guards the square.
pub fn guarded(seen: &ReadSeen, f: i32, r: i32) -> bool {
    pawn(seen, f - 1, r - 1) || pawn(seen, f + 1, r - 1)
}

/// An enemy pawn attacks the square.
pub fn attacked(seen: &ReadSeen, f: i32, r: i32) -> bool {
    enemy(seen, f - 1, r + 1) || enemy(seen, f + 1, r + 1)
}

pub fn is_open_file(seen: &ReadSeen, f: i32) -> bool {
    (0..8).contains(&f) && !on_file(seen, f) && !enemy_on_file(seen, f)
}

fn open_files(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, _| is_open_file(seen, f))
}

fn half_open_files(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, _| is_half_open_file(seen, f))
}

pub fn is_half_open_file(seen: &ReadSeen, f: i32) -> bool {
    !on_file(seen, f) && enemy_on_file(seen, f)
}

fn closed_files(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, _| on_file(seen, f) && enemy_on_file(seen, f))
}

fn half_closed_files(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, _| on_file(seen, f) && !enemy_on_file(seen, f))
}

fn is_isolated(seen: &ReadSeen, f: i32, r: i32) -> bool {
    pawn(seen, f, r) && !on_file(seen, f - 1) && !on_file(seen, f + 1)
}

fn isolated(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_isolated(seen, f, r))
}

fn pawns_on_file(seen: &ReadSeen, f: i32) -> usize {
    (0..8).filter(|r| pawn(seen, f, *r)).count()
}

fn is_doubled(seen: &ReadSeen, f: i32, r: i32) -> bool {
    pawn(seen, f, r) && pawns_on_file(seen, f) >= 2
}

fn doubled(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_doubled(seen, f, r))
}

/// One of the pawns of a file is guarded by a pawn.
fn one_is_guarded(seen: &ReadSeen, f: i32) -> bool {
    (0..8).any(|r| pawn(seen, f, r) && guarded(seen, f, r))
}

fn protected_doubled(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_doubled(seen, f, r) && one_is_guarded(seen, f))
}

fn isolated_doubled(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_doubled(seen, f, r) && !one_is_guarded(seen, f))
}

fn tripled(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| pawn(seen, f, r) && pawns_on_file(seen, f) >= 3)
}

/// A pawn guards the square now, or would from further up its file.
fn guardable(seen: &ReadSeen, f: i32, r: i32) -> bool {
    (0..r).any(|below| pawn(seen, f - 1, below) || pawn(seen, f + 1, below))
}

/// The same for the pawns of the other side.
fn enemy_guardable(seen: &ReadSeen, f: i32, r: i32) -> bool {
    (r + 1..8).any(|above| enemy(seen, f - 1, above) || enemy(seen, f + 1, above))
}

/// All neighbours are ahead, and there are some.
fn is_backward(seen: &ReadSeen, f: i32, r: i32) -> bool {
    let neighbours = squares().filter(|&(g, q)| (g - f).abs() == 1 && pawn(seen, g, q));
    pawn(seen, f, r) && neighbours.clone().count() > 0 && neighbours.into_iter().all(|(_, q)| q > r)
}

fn backward_on_open(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_backward(seen, f, r) && !enemy_on_file(seen, f))
}

fn backward_on_closed(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_backward(seen, f, r) && enemy_on_file(seen, f))
}

fn fixed(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_backward(seen, f, r) && (attacked(seen, f, r + 1) || enemy(seen, f, r + 1)))
}

fn blocked(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| pawn(seen, f, r) && seen.theirs(f, r + 1) && !enemy(seen, f, r + 1))
}

fn is_rammed(seen: &ReadSeen, f: i32, r: i32) -> bool {
    pawn(seen, f, r) && enemy(seen, f, r + 1)
}

fn guarded_pawns(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| pawn(seen, f, r) && guarded(seen, f, r))
}

/// A rammed pawn guards it.
fn held(seen: &ReadSeen, f: i32, r: i32) -> bool {
    is_rammed(seen, f - 1, r - 1) || is_rammed(seen, f + 1, r - 1)
}

/// It guards a rammed pawn.
fn holds(seen: &ReadSeen, f: i32, r: i32) -> bool {
    is_rammed(seen, f - 1, r + 1) || is_rammed(seen, f + 1, r + 1)
}

fn chain(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_rammed(seen, f, r) && (held(seen, f, r) || holds(seen, f, r)))
}

fn is_head(seen: &ReadSeen, f: i32, r: i32) -> bool {
    is_rammed(seen, f, r) && held(seen, f, r) && !holds(seen, f, r)
}

fn bases(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| is_rammed(seen, f, r) && holds(seen, f, r) && !held(seen, f, r))
}

fn phalanx(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| pawn(seen, f, r) && (pawn(seen, f - 1, r) || pawn(seen, f + 1, r)))
}

fn hanging_pawns(seen: &ReadSeen) -> ReadAnswer {
    let alone = |f: i32| pawn(seen, f, 3) && !enemy_on_file(seen, f);
    let pair = |f: i32| alone(f) && alone(f + 1) && !on_file(seen, f - 1) && !on_file(seen, f + 2);
    seen.that(|f, r| r == 3 && (pair(f) || pair(f - 1)))
}

/// No enemy pawn is ahead on its own file or a neighbouring one, nor a pawn of its own on its file.
fn is_passed(seen: &ReadSeen, f: i32, r: i32) -> bool {
    let stopped = |q: i32| enemy(seen, f - 1, q) || enemy(seen, f, q) || enemy(seen, f + 1, q);
    pawn(seen, f, r) && !(r + 1..8).any(|q| stopped(q) || pawn(seen, f, q))
}

fn connected_passed(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let beside = (0..8).any(|q| is_passed(seen, f - 1, q) || is_passed(seen, f + 1, q));
        is_passed(seen, f, r) && beside
    })
}

fn outside_passed(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let others: Vec<i32> = squares()
            .filter(|&(g, q)| (g, q) != (f, r) && (pawn(seen, g, q) || enemy(seen, g, q)))
            .map(|(g, _)| g - f)
            .collect();
        let far = others.iter().all(|d| *d >= 2) || others.iter().all(|d| *d <= -2);
        is_passed(seen, f, r) && !others.is_empty() && far
    })
}

/// Passed pawns, for other words.
pub fn passed_at(seen: &ReadSeen, f: i32, r: i32) -> bool {
    is_passed(seen, f, r)
}

fn islands(seen: &ReadSeen) -> ReadAnswer {
    let mut groups = 0;
    let mut before = false;
    for f in 0..8 {
        let here = on_file(seen, f);
        if here && !before {
            groups += 1;
        }
        before = here;
    }
    groups
}

fn majority(seen: &ReadSeen, files: std::ops::Range<i32>) -> ReadAnswer {
    let own = seen.count_where(|f, r| files.contains(&f) && pawn(seen, f, r));
    let other = seen.count_where(|f, r| files.contains(&f) && enemy(seen, f, r));
    u64::from(own > other)
}

/// A square of the fourth to the sixth rank that a pawn guards and no enemy pawn can ever attack.
pub fn is_outpost(seen: &ReadSeen, f: i32, r: i32) -> bool {
    (3..=5).contains(&r) && guarded(seen, f, r) && !enemy_guardable(seen, f, r)
}
