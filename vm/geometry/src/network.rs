//! How trajectories hang together: connection, its powers and its closure, and networks.
//!
//! A trajectory is connected with another if its end is one of the other's stops. A set of trajectories is a network of one of them if all
//! the others are connected with that one, at once or by way of others.

/// True where the end of the first trajectory is a stop of the second.
pub fn connected(first: &[u8], second: &[u8]) -> bool {
    first.last().is_some_and(|end| second.contains(end))
}

/// By trajectory, whether it is connected with each of the others and with itself.
fn relation<T: AsRef<[u8]>>(all: &[T]) -> Vec<Vec<bool>> {
    let row = |first: &T| -> Vec<bool> {
        let second = all.iter().map(AsRef::as_ref);
        second
            .map(|second| connected(first.as_ref(), second))
            .collect()
    };
    all.iter().map(row).collect()
}

/// One relation after another: related are those between which there is a third.
fn product(first: &[Vec<bool>], second: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let row = |left: &Vec<bool>| {
        (0..second.len())
            .map(|to| {
                let mut pairs = left.iter().zip(second);
                pairs.any(|(is_left, right)| *is_left && right.get(to) == Some(&true))
            })
            .collect()
    };
    first.iter().map(row).collect()
}

/// By trajectory, whether it is connected of degree `degree` with each: by way of `degree - 1` others, which need not differ. Of degree
/// 0 none is.
pub fn connected_in<T: AsRef<[u8]>>(all: &[T], degree: u32) -> Vec<Vec<bool>> {
    let once = relation(all);
    match degree {
        0 => vec![vec![false; all.len()]; all.len()],
        _ => (1..degree).fold(once.clone(), |power, _| product(&once, &power)),
    }
}

/// By trajectory, whether it is connected of any degree with each.
pub fn closure<T: AsRef<[u8]>>(all: &[T]) -> Vec<Vec<bool>> {
    let mut reached = relation(all);
    for between in 0..all.len() {
        let Some(through) = reached.get(between).cloned() else {
            continue;
        };
        for row in &mut reached {
            if row.get(between) != Some(&true) {
                continue;
            }
            for (place, more) in row.iter_mut().zip(&through) {
                *place |= more;
            }
        }
    }
    reached
}

/// The numbers of the other trajectories with which this one is connected: Stilman's "bundle of trajectories for" it.
pub fn connected_set<T: AsRef<[u8]>>(all: &[T], of: usize) -> Vec<usize> {
    let row = relation(all).into_iter().nth(of).unwrap_or_default();
    let related = row.iter().enumerate().filter(|(at, is)| **is && *at != of);
    related.map(|(at, _)| at).collect()
}

/// The numbers of the other trajectories that are connected with this one, in any degree.
pub fn network<T: AsRef<[u8]>>(all: &[T], of: usize) -> Vec<usize> {
    let rows = closure(all).into_iter().enumerate();
    rows.filter(|(at, row)| *at != of && row.get(of) == Some(&true))
        .map(|(at, _)| at)
        .collect()
}
