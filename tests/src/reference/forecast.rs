//! The forecast of a zone: an attack gets through where every stop of one of its ways stays free of the other side.
//!
//! Both sides walk: the attacker along each of its ways, list by list; each enemy step by step from its square, over squares that the
//! attacker's side does not guard.

use adv_chess::Role;

use super::squares::{At, Squares};
use super::ways::{Man, Ways, men_on};
use super::zone::AttackList;

/// `vulnerable(z)`: no attack gets through, also where there is none.
pub fn vulnerable(ways: &Ways<'_>, zone: &[AttackList]) -> bool {
    !zone.iter().any(|attack| gets_through(ways, attack))
}

/// One of the ways has no closed stop.
fn gets_through(ways: &Ways<'_>, attack: &AttackList) -> bool {
    let view = ways.view();
    // The attacker is on its way: it leaves its square, and what it guards counts for nothing.
    let left = view.without(attack.man.at);
    let on_the_way = Ways::of(&left);
    let guarded = left.attacks(attack.man.color(), None);
    let enemies = men_on(view, &view.men(!attack.man.color(), None));
    let closed = |ways: &Ways<'_>, at: At, within: i64| {
        let mut others = enemies.iter().filter(|enemy| enemy.at != at);
        others.any(|enemy| {
            let may = enemy.role() != Role::King || !guarded.has(at);
            // What is in the way of a pawn has to be there before it, and need not take it.
            let in_the_way = attack.man.role() == Role::Pawn;
            let blocking = if in_the_way { within - 1 } else { 0 };
            may && comes(ways, enemy, at, [within, blocking], &guarded)
        })
    };
    // Only on the first move is it taken where it is.
    if attack.delay == 1 && closed(ways, attack.man.at, 1) {
        return false;
    }
    let free = |way: &Vec<At>| {
        let mut stops = way.iter().enumerate().skip(1);
        stops.all(|(k, at)| !closed(&on_the_way, *at, k as i64 + attack.delay))
    };
    let through = attack.main.iter().any(free);
    ways.add_work(on_the_way.work());
    through
}

/// Whether a man is on a square after at most so many moves, and never before on a guarded one: the first number if its last move can
/// take, else the second.
fn comes(ways: &Ways<'_>, man: &Man, end: At, within: [i64; 2], guarded: &Squares) -> bool {
    let [taking, blocking] = within;
    ways.add_work(64);
    let mut seen = Squares::one(man.at);
    let mut here = vec![man.at];
    for gone in 0..taking {
        let mut next = Vec::new();
        for from in &here {
            for to in ways.steps(man, *from, end, true) {
                if to == end && (man.takes(*from, to) || gone < blocking) {
                    return true;
                }
                if !guarded.has(to) && !seen.has(to) {
                    seen.put(to);
                    next.push(to);
                }
            }
        }
        here = next;
    }
    false
}
