//! Kings, pieces and material, read with loops: the words of `std.placement`.

use adv_chess::Role;

use super::attacks::{attacks, from, side_attacks};
use super::pawns::{attacked, is_half_open_file, is_open_file, is_outpost, passed_at, pawn};
use super::{ReadAnswer, ReadMan, ReadSeen, Word, board, descriptor, number, squares};

/// The words of `std.placement`.
pub fn words() -> Vec<Word> {
    vec![
        number("army(s)", army),
        number("points(s)", |seen| army(seen) + seen.count(&[Role::Pawn])),
        descriptor("endgame", |seen| u64::from(is_endgame(seen))),
        descriptor("pawn-ending", |seen| u64::from(is_pawn_ending(seen))),
        board("MINORS(s)", |seen| {
            seen.that(|f, r| seen.own(f, r, Role::Bishop) || seen.own(f, r, Role::Knight))
        }),
        board("PIECES(s)", |seen| {
            seen.that(|f, r| seen.mine(f, r) && !pawn(seen, f, r) && !seen.own(f, r, Role::King))
        }),
        descriptor("has-exchange(s, t)", has_exchange),
        descriptor("has-two-minors-for-rook(s, t)", has_two_minors),
        descriptor("has-bishop-pair(s)", has_bishop_pair),
        descriptor("bishops-opposite", bishops_opposite),
        board("KING-ZONE(s)", |seen| {
            seen.that(|f, r| near_king(seen, f, r))
        }),
        board("SHIELD(s)", |seen| seen.that(|f, r| is_shield(seen, f, r))),
        descriptor("is-castled(s)", is_castled),
        descriptor("is-exposed(s, t)", is_exposed),
        board("KING-ATTACKERS(s, t)", king_attackers),
        board("OPEN-FILES-AT-KING(s)", open_files_at_king),
        descriptor("back-rank-weak(s, t)", back_rank_weak),
        board("ACTIVE-KING(s)", active_king),
        descriptor("pawn-opposition(s)", pawn_opposition),
        board("KEYS(s)", keys),
        descriptor("leads-facing(s, t)", leads_facing),
        board("ROOKS-ON-OPEN(s)", |seen| {
            seen.that(|f, r| rook(seen, f, r) && is_open_file(seen, f))
        }),
        board("ROOKS-ON-HALF-OPEN(s, t)", |seen| {
            seen.that(|f, r| rook(seen, f, r) && is_half_open_file(seen, f))
        }),
        board("DOUBLED-ROOKS(s)", doubled_rooks),
        board("ROOKS-ON-SEVENTH(s, t)", rooks_on_seventh),
        board("ROOKS-BEHIND-PASSERS(s, t)", rooks_behind_passers),
        board("STUCK-CENTRE-PAWNS(s, t)", |seen| {
            seen.that(|f, r| is_stuck(seen, f, r))
        }),
        board("BAD-BISHOPS(s, t)", bad_bishops),
        board("FIANCHETTO(s)", fianchetto),
        board("KNIGHT-OUTPOSTS(s, t)", |seen| {
            seen.that(|f, r| seen.own(f, r, Role::Knight) && is_outpost(seen, f, r))
        }),
        board("RIM-KNIGHTS(s)", |seen| {
            seen.that(|f, r| seen.own(f, r, Role::Knight) && (f == 0 || f == 7))
        }),
        board("CENTRE-KNIGHTS(s)", |seen| {
            seen.that(|f, r| seen.own(f, r, Role::Knight) && is_centre(f, r))
        }),
        board("UNDEVELOPED(s)", |seen| {
            seen.that(|f, r| is_undeveloped(seen, f, r))
        }),
        descriptor("queen-is-early(s)", queen_is_early),
        number("mobility(s, t)", mobility),
        board("CENTRE-PAWNS(s)", |seen| {
            seen.that(|f, r| pawn(seen, f, r) && is_centre(f, r))
        }),
        number("centre-control(s)", |seen| {
            seen.count_where(|f, r| is_centre(f, r) && side_attacks(seen, true, f, r))
        }),
        board("SPACE(s, t)", space),
    ]
}

fn rook(seen: &ReadSeen, f: i32, r: i32) -> bool {
    seen.own(f, r, Role::Rook)
}

fn is_centre(f: i32, r: i32) -> bool {
    (3..=4).contains(&f) && (3..=4).contains(&r)
}

fn army(seen: &ReadSeen) -> ReadAnswer {
    9 * seen.count(&[Role::Queen])
        + 5 * seen.count(&[Role::Rook])
        + 3 * seen.count(&[Role::Bishop, Role::Knight])
}

fn is_endgame(seen: &ReadSeen) -> bool {
    army(seen) <= 13 && army(&seen.other()) <= 13
}

fn is_pawn_ending(seen: &ReadSeen) -> bool {
    squares().all(|(f, r)| {
        seen.at(f, r)
            .is_none_or(|man| man.role == Role::King || man.role == Role::Pawn)
    })
}

fn minors(seen: &ReadSeen) -> u64 {
    seen.count(&[Role::Bishop, Role::Knight])
}

fn has_exchange(seen: &ReadSeen) -> ReadAnswer {
    let other = seen.other();
    let same = |role| seen.count(&[role]) == other.count(&[role]);
    u64::from(
        seen.count(&[Role::Rook]) == other.count(&[Role::Rook]) + 1
            && minors(seen) + 1 == minors(&other)
            && same(Role::Queen)
            && same(Role::Pawn),
    )
}

fn has_two_minors(seen: &ReadSeen) -> ReadAnswer {
    let other = seen.other();
    u64::from(
        minors(seen) == minors(&other) + 2
            && seen.count(&[Role::Rook]) + 1 == other.count(&[Role::Rook])
            && seen.count(&[Role::Queen]) == other.count(&[Role::Queen]),
    )
}

/// Whether a square is light for the side that looks; the other side sees the same colours.
fn is_light(f: i32, r: i32) -> bool {
    (f + r) % 2 == 1
}

fn has_bishop_pair(seen: &ReadSeen) -> ReadAnswer {
    let on = |light: bool| {
        squares().any(|(f, r)| seen.own(f, r, Role::Bishop) && is_light(f, r) == light)
    };
    u64::from(on(true) && on(false))
}

fn bishops_opposite(seen: &ReadSeen) -> ReadAnswer {
    let of = |own: bool| -> Vec<bool> {
        let bishop = ReadMan {
            own,
            role: Role::Bishop,
        };
        squares()
            .filter(|&(f, r)| seen.at(f, r) == Some(bishop))
            .map(|(f, r)| is_light(f, r))
            .collect()
    };
    match (of(true).as_slice(), of(false).as_slice()) {
        ([ours], [theirs]) => u64::from(ours != theirs),
        _ => 0,
    }
}

fn near_king(seen: &ReadSeen, f: i32, r: i32) -> bool {
    seen.king()
        .is_some_and(|(g, q)| (f - g).abs() <= 1 && (r - q).abs() <= 1)
}

fn is_shield(seen: &ReadSeen, f: i32, r: i32) -> bool {
    let before = |(g, q): (i32, i32)| (f - g).abs() <= 1 && (r == q + 1 || r == q + 2);
    pawn(seen, f, r) && seen.king().is_some_and(before)
}

fn is_castled(seen: &ReadSeen) -> ReadAnswer {
    let free = |outside: std::ops::Range<i32>| outside.into_iter().all(|f| !rook(seen, f, 0));
    u64::from(match seen.king() {
        Some((f, 0)) if f >= 5 => free(f + 1..8),
        Some((f, 0)) if f <= 2 => free(0..f),
        _ => false,
    })
}

fn is_exposed(seen: &ReadSeen) -> ReadAnswer {
    let shield = seen.count_where(|f, r| is_shield(seen, f, r));
    u64::from(!is_endgame(seen) && seen.foe_has_major() && shield <= 1)
}

fn king_attackers(seen: &ReadSeen) -> ReadAnswer {
    let counts = |man: ReadMan| !man.own && man.role != Role::King && man.role != Role::Pawn;
    seen.that(|f, r| {
        seen.at(f, r).is_some_and(counts)
            && attacks(seen, f, r)
                .into_iter()
                .any(|(g, q)| near_king(seen, g, q))
    })
}

fn open_files_at_king(seen: &ReadSeen) -> ReadAnswer {
    let Some((king, _)) = seen.king() else {
        return 0;
    };
    seen.that(|f, _| is_open_file(seen, f) && (f - king).abs() <= 1)
}

fn back_rank_weak(seen: &ReadSeen) -> ReadAnswer {
    let Some((king, 0)) = seen.king() else {
        return 0;
    };
    let shut = (king - 1..=king + 1)
        .filter(|f| (0..8).contains(f))
        .all(|f| seen.mine(f, 1) || side_attacks(seen, false, f, 1));
    let file = (0..8).any(|f| (0..8).all(|r| !pawn(seen, f, r)));
    u64::from(shut && seen.foe_has_major() && file)
}

fn active_king(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let middle = (2..=5).contains(&f) && (3..=5).contains(&r);
        seen.own(f, r, Role::King) && middle && is_endgame(seen)
    })
}

fn pawn_opposition(seen: &ReadSeen) -> ReadAnswer {
    let foe = squares().find(|&(f, r)| seen.foe(f, r, Role::King));
    let facing = match (seen.king(), foe) {
        (Some((f, r)), Some((g, q))) => {
            (f == g && (r - q).abs() == 2) || (r == q && (f - g).abs() == 2)
        }
        _ => false,
    };
    u64::from(is_pawn_ending(seen) && facing && !seen.to_move())
}

/// The one pawn, if it is on none of the rook's files.
fn one_inner_pawn(seen: &ReadSeen) -> Option<(i32, i32)> {
    let mut pawns = squares().filter(|&(f, r)| pawn(seen, f, r));
    let first = pawns.next()?;
    (pawns.next().is_none() && first.0 != 0 && first.0 != 7).then_some(first)
}

fn keys(seen: &ReadSeen) -> ReadAnswer {
    let Some((f, r)) = one_inner_pawn(seen) else {
        return 0;
    };
    seen.that(|g, q| {
        let file = (g - f).abs();
        match r {
            6 => file == 1 && (q == 6 || q == 7),
            4 | 5 => file <= 1 && (q == r + 1 || q == r + 2),
            _ => file <= 1 && q == r + 2,
        }
    })
}

fn leads_facing(seen: &ReadSeen) -> ReadAnswer {
    let (Some((f, r)), Some((g, q))) = (one_inner_pawn(seen), seen.king()) else {
        return 0;
    };
    let facing = seen.foe(g, q + 2, Role::King);
    u64::from(facing && (f - g).abs() <= 1 && r < q)
}

fn doubled_rooks(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let partner = (0..8).any(|q| {
            let clear = (r.min(q) + 1..r.max(q)).all(|between| seen.at(f, between).is_none());
            q != r && rook(seen, f, q) && clear
        });
        rook(seen, f, r) && partner
    })
}

fn rooks_on_seventh(seen: &ReadSeen) -> ReadAnswer {
    let prey = (0..8).any(|f| seen.foe(f, 6, Role::Pawn) || seen.foe(f, 7, Role::King));
    seen.that(|f, r| rook(seen, f, r) && r == 6 && prey)
}

fn rooks_behind_passers(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let passer = (r + 1..8).any(|q| {
            let clear = (r + 1..q).all(|between| seen.at(f, between).is_none());
            passed_at(seen, f, q) && clear
        });
        rook(seen, f, r) && passer
    })
}

fn is_stuck(seen: &ReadSeen, f: i32, r: i32) -> bool {
    (2..=5).contains(&f) && pawn(seen, f, r) && seen.theirs(f, r + 1)
}

fn bad_bishops(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let alike =
            seen.count_where(|g, q| is_stuck(seen, g, q) && is_light(g, q) == is_light(f, r));
        seen.own(f, r, Role::Bishop) && alike >= 2
    })
}

fn fianchetto(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let home = r == 1 && (f == 1 || f == 6);
        seen.own(f, r, Role::Bishop) && home && pawn(seen, f, r + 1)
    })
}

fn is_undeveloped(seen: &ReadSeen, f: i32, r: i32) -> bool {
    let knight = seen.own(f, r, Role::Knight) && (f == 1 || f == 6);
    let bishop = seen.own(f, r, Role::Bishop) && (f == 2 || f == 5);
    r == 0 && (knight || bishop)
}

fn queen_is_early(seen: &ReadSeen) -> ReadAnswer {
    let out = squares().any(|(f, r)| seen.own(f, r, Role::Queen) && r != 0);
    let home = seen.count_where(|f, r| is_undeveloped(seen, f, r));
    u64::from(out && home >= 3)
}

fn mobility(seen: &ReadSeen) -> ReadAnswer {
    let mut total = 0;
    for (f, r) in squares() {
        let Some(man) = seen.at(f, r).filter(|man| man.own) else {
            continue;
        };
        if man.role != Role::King && man.role != Role::Pawn {
            let mut reached = from(seen, f, r, man.role, true);
            reached.retain(|&(g, q)| !seen.mine(g, q) && !attacked(seen, g, q));
            total += reached.len() as u64;
        }
    }
    total
}

fn space(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let held = (r..8).any(|q| pawn(seen, f, q));
        (2..=5).contains(&f) && (1..=3).contains(&r) && held && !attacked(seen, f, r)
    })
}
