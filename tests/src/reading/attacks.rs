//! Attacks, read with loops: the words of `std.attack`. Lines are walked square by square.

use adv_chess::Role;

use super::{ReadAnswer, ReadMan, ReadSeen, SquareWord, Word, board, squares};

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const SLANTED: [(i32, i32); 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The words of `std.attack`, but those about one square.
pub fn words() -> Vec<Word> {
    vec![
        board("MINOR-ATTACKS(s)", minor_attacks),
        board("LOOSE(s, t)", loose),
        board("ATTACKED-CHEAPLY(s, t)", attacked_cheaply),
        board("FORKERS(s, t)", |seen| {
            seen.that(|f, r| seen.mine(f, r) && prizes(seen, f, r).len() >= 2)
        }),
        board("PAWN-FORKERS(s, t)", pawn_forkers),
        board("SKEWERERS(s, t)", skewerers),
        board("UNMASKERS(s, t)", unmaskers),
        board("TRAPPED(s, t)", trapped),
        board("PINS(s)", pins),
    ]
}

/// The words of `std.attack` about one square.
pub fn square_words() -> Vec<SquareWord> {
    vec![
        SquareWord {
            text: "ROOK-ATTACKS(x)",
            answer: |seen, f, r| set(seen, &from(seen, f, r, Role::Rook, true)),
        },
        SquareWord {
            text: "BISHOP-ATTACKS(x)",
            answer: |seen, f, r| set(seen, &from(seen, f, r, Role::Bishop, true)),
        },
        SquareWord {
            text: "KNIGHT-ATTACKS(x)",
            answer: |seen, f, r| set(seen, &from(seen, f, r, Role::Knight, true)),
        },
        SquareWord {
            text: "ATTACKS-FROM(x)",
            answer: |seen, f, r| set(seen, &attacks(seen, f, r)),
        },
        SquareWord {
            text: "ATTACKERS(x, s)",
            answer: |seen, f, r| seen.that(|g, q| seen.mine(g, q) && hits(seen, (g, q), (f, r))),
        },
        SquareWord {
            text: "PRIZES(x, t)",
            answer: |seen, f, r| match seen.at(f, r) {
                Some(man) if man.own => set(seen, &prizes(seen, f, r)),
                _ => 0,
            },
        },
    ]
}

fn set(seen: &ReadSeen, places: &[(i32, i32)]) -> ReadAnswer {
    seen.that(|f, r| places.contains(&(f, r)))
}

/// The squares that a man of this kind would attack from a square; a pawn of the side that looks goes up the board.
pub fn from(seen: &ReadSeen, f: i32, r: i32, role: Role, own: bool) -> Vec<(i32, i32)> {
    let mut found = Vec::new();
    let mut step = |places: &[(i32, i32)]| {
        for (df, dr) in places {
            if (0..8).contains(&(f + df)) && (0..8).contains(&(r + dr)) {
                found.push((f + df, r + dr));
            }
        }
    };
    match role {
        Role::Pawn => step(if own {
            &[(1, 1), (-1, 1)]
        } else {
            &[(1, -1), (-1, -1)]
        }),
        Role::Knight => step(&[
            (1, 2),
            (2, 1),
            (2, -1),
            (1, -2),
            (-1, -2),
            (-2, -1),
            (-2, 1),
            (-1, 2),
        ]),
        Role::King => {
            step(&STRAIGHT);
            step(&SLANTED);
        }
        Role::Rook => walk(seen, f, r, &STRAIGHT, &mut found),
        Role::Bishop => walk(seen, f, r, &SLANTED, &mut found),
        Role::Queen => {
            walk(seen, f, r, &STRAIGHT, &mut found);
            walk(seen, f, r, &SLANTED, &mut found);
        }
    }
    found
}

fn walk(seen: &ReadSeen, f: i32, r: i32, ways: &[(i32, i32)], found: &mut Vec<(i32, i32)>) {
    for (df, dr) in ways {
        let (mut g, mut q) = (f + df, r + dr);
        while (0..8).contains(&g) && (0..8).contains(&q) {
            found.push((g, q));
            if seen.at(g, q).is_some() {
                break;
            }
            g += df;
            q += dr;
        }
    }
}

/// The squares that the man on a square attacks.
pub fn attacks(seen: &ReadSeen, f: i32, r: i32) -> Vec<(i32, i32)> {
    match seen.at(f, r) {
        Some(man) => from(seen, f, r, man.role, man.own),
        None => Vec::new(),
    }
}

/// The man on the first square attacks the second.
pub fn hits(seen: &ReadSeen, man: (i32, i32), target: (i32, i32)) -> bool {
    attacks(seen, man.0, man.1).contains(&target)
}

/// The men of one side that attack a square.
fn attackers(seen: &ReadSeen, own: bool, target: (i32, i32)) -> Vec<(i32, i32)> {
    let of_side = |&(f, r): &(i32, i32)| seen.at(f, r).is_some_and(|man| man.own == own);
    squares()
        .filter(of_side)
        .filter(|place| hits(seen, *place, target))
        .collect()
}

/// A side attacks a square.
pub fn side_attacks(seen: &ReadSeen, own: bool, f: i32, r: i32) -> bool {
    !attackers(seen, own, (f, r)).is_empty()
}

/// What a man is worth to a teacher; a king has no price.
fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 0,
    }
}

fn minor_attacks(seen: &ReadSeen) -> ReadAnswer {
    let minor = |f, r| seen.own(f, r, Role::Knight) || seen.own(f, r, Role::Bishop);
    seen.that(|f, r| squares().any(|(g, q)| minor(g, q) && hits(seen, (g, q), (f, r))))
}

fn loose(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        seen.mine(f, r)
            && !seen.own(f, r, Role::King)
            && side_attacks(seen, false, f, r)
            && !side_attacks(seen, true, f, r)
    })
}

/// An enemy man that is worth less attacks the square; a king is never less.
fn attacked_by_less(seen: &ReadSeen, f: i32, r: i32, than: Role) -> bool {
    attackers(seen, false, (f, r)).into_iter().any(|(g, q)| {
        seen.at(g, q)
            .is_some_and(|man| man.role != Role::King && worth(man.role) < worth(than))
    })
}

fn is_piece(man: ReadMan) -> bool {
    man.role != Role::King && man.role != Role::Pawn
}

fn attacked_cheaply(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        seen.at(f, r)
            .is_some_and(|man| man.own && is_piece(man) && attacked_by_less(seen, f, r, man.role))
    })
}

/// What a man of the side that looks would take at a profit.
fn prizes(seen: &ReadSeen, f: i32, r: i32) -> Vec<(i32, i32)> {
    let Some(taker) = seen.at(f, r) else {
        return Vec::new();
    };
    let mut found = attacks(seen, f, r);
    found.retain(|&(g, q)| match seen.at(g, q) {
        Some(man) if !man.own => {
            let dearer = taker.role != Role::King && worth(man.role) > worth(taker.role);
            let free = !side_attacks(seen, false, g, q);
            man.role == Role::King || (is_piece(man) && (dearer || free))
        }
        _ => false,
    });
    found
}

fn pawn_forkers(seen: &ReadSeen) -> ReadAnswer {
    let target = |f, r| seen.theirs(f, r) && !seen.foe(f, r, Role::Pawn);
    seen.that(|f, r| seen.own(f, r, Role::Pawn) && target(f - 1, r + 1) && target(f + 1, r + 1))
}

/// The ways in which a queen, rook or bishop of either side moves.
fn ways(role: Role) -> Vec<(i32, i32)> {
    match role {
        Role::Rook => STRAIGHT.to_vec(),
        Role::Bishop => SLANTED.to_vec(),
        Role::Queen => STRAIGHT.into_iter().chain(SLANTED).collect(),
        _ => Vec::new(),
    }
}

/// The first two men that a line from a square meets.
fn first_two(seen: &ReadSeen, f: i32, r: i32, way: (i32, i32)) -> [Option<(i32, i32)>; 2] {
    let mut met = (1..8)
        .map(|n| (f + n * way.0, r + n * way.1))
        .filter(|&(g, q)| seen.at(g, q).is_some());
    [met.next(), met.next()]
}

fn skewerers(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let Some(man) = seen.at(f, r).filter(|man| man.own) else {
            return false;
        };
        ways(man.role).into_iter().any(|way| {
            let [Some(front), Some(back)] = first_two(seen, f, r, way) else {
                return false;
            };
            let foe = |(g, q): (i32, i32)| seen.at(g, q).filter(|man| !man.own);
            let dear =
                foe(front).is_some_and(|t| t.role == Role::King || worth(t.role) > worth(man.role));
            dear && foe(back).is_some_and(is_piece)
        })
    })
}

fn pins(seen: &ReadSeen) -> ReadAnswer {
    let Some((f, r)) = seen.king() else {
        return 0;
    };
    let mut found = Vec::new();
    for way in ways(Role::Queen) {
        if let [Some(front), Some(back)] = first_two(seen, f, r, way) {
            let bears = seen
                .at(back.0, back.1)
                .is_some_and(|man| !man.own && ways(man.role).contains(&way));
            if seen.mine(front.0, front.1) && bears {
                found.push(front);
            }
        }
    }
    set(seen, &found)
}

/// The squares that a man could go to, whether or not that is legal.
fn steps(seen: &ReadSeen, f: i32, r: i32) -> Vec<(i32, i32)> {
    let mut found = attacks(seen, f, r);
    if seen.own(f, r, Role::Pawn) {
        found.retain(|&(g, q)| seen.theirs(g, q));
        if r < 7 && seen.at(f, r + 1).is_none() {
            found.push((f, r + 1));
        }
    } else {
        found.retain(|&(g, q)| !seen.mine(g, q));
    }
    found
}

fn unmaskers(seen: &ReadSeen) -> ReadAnswer {
    let mut found = Vec::new();
    for (f, r) in squares() {
        let Some(man) = seen.at(f, r).filter(|man| man.own) else {
            continue;
        };
        for way in ways(man.role) {
            let [Some(front), Some(back)] = first_two(seen, f, r, way) else {
                continue;
            };
            let prey =
                seen.foe(back.0, back.1, Role::King) || seen.foe(back.0, back.1, Role::Queen);
            let line: Vec<(i32, i32)> = (1..8)
                .map(|n| (f + n * way.0, r + n * way.1))
                .take_while(|place| *place != back)
                .chain([back])
                .collect();
            let leaves = steps(seen, front.0, front.1)
                .into_iter()
                .any(|place| !line.contains(&place));
            if seen.mine(front.0, front.1) && prey && leaves {
                found.push(front);
            }
        }
    }
    set(seen, &found)
}

/// A piece that goes there is lost.
fn is_deadly(seen: &ReadSeen, from: (i32, i32), to: (i32, i32), role: Role) -> bool {
    let guards = attackers(seen, true, to);
    let alone = guards.iter().all(|place| *place == from);
    let lost = attacked_by_less(seen, to.0, to.1, role)
        || (side_attacks(seen, false, to.0, to.1) && alone);
    let pays = seen
        .at(to.0, to.1)
        .is_some_and(|man| !man.own && worth(man.role) >= worth(role));
    lost && !pays
}

fn trapped(seen: &ReadSeen) -> ReadAnswer {
    seen.that(|f, r| {
        let Some(man) = seen.at(f, r).filter(|man| man.own && is_piece(*man)) else {
            return false;
        };
        let mut squares = attacks(seen, f, r);
        squares.retain(|&(g, q)| !seen.mine(g, q));
        side_attacks(seen, false, f, r)
            && squares
                .into_iter()
                .all(|to| is_deadly(seen, (f, r), to, man.role))
    })
}
