//! Work cut into pieces that the threads of the pool take one after the other.
//!
//! Each thread has a worker of its own, which lives as long as there is work, and the results are in the order of the pieces. So
//! the result does not depend on the number of threads. Of several errors the one of the first piece is returned: pieces are
//! taken in order. A thread that is busy with something else is not waited for: others do its share.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::error::ProveError;

/// Does pieces of work, numbered from 0; `worker` makes what a thread needs for its pieces, the worker's number being given: less than
/// the number of threads.
pub(crate) fn share<W, T: Send>(
    pieces: usize,
    worker: impl Fn(usize) -> W + Sync,
    work: impl Fn(&mut W, usize) -> Result<T, ProveError> + Sync,
) -> Result<Vec<T>, ProveError> {
    let next = AtomicUsize::new(0);
    let failed = AtomicBool::new(false);
    let all = Mutex::new(Vec::with_capacity(pieces));
    in_each_thread(&|number| {
        let mut own = None;
        let mut done: Vec<(usize, Result<T, ProveError>)> = Vec::new();
        while !failed.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                break;
            }
            let came = work(own.get_or_insert_with(|| worker(number)), piece);
            if came.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            done.push((piece, came));
        }
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        all.append(&mut done);
    });
    let mut results: Vec<Option<T>> = (0..pieces).map(|_| None).collect();
    let mut error: Option<(usize, ProveError)> = None;
    for (piece, came) in all.into_inner().unwrap_or_else(PoisonError::into_inner) {
        match came {
            Ok(result) => results[piece] = Some(result),
            Err(first) if error.as_ref().is_none_or(|(other, _)| piece < *other) => {
                error = Some((piece, first));
            }
            Err(_) => {}
        }
    }
    match error {
        Some((_, error)) => Err(error),
        None => Ok(results.into_iter().flatten().collect()),
    }
}

/// Calls a function once for each thread of the pool, with a number below theirs. It is compiled once for all kinds of work.
fn in_each_thread(run: &(dyn Fn(usize) + Sync)) {
    let threads = (0..rayon::current_num_threads()).into_par_iter();
    threads.with_max_len(1).for_each(run);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_pieces_stands_in_their_order() {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().expect("threads");
            let squares = pool.install(|| share(100, |_| (), |(), piece| Ok(piece * piece)));
            assert!(
                squares
                    .expect("no error")
                    .into_iter()
                    .eq((0..100).map(|n| n * n))
            );
            let odd = |(): &mut (), piece: usize| match piece {
                41 | 43 => Err(ProveError::TooLarge {
                    class: piece.to_string(),
                    numbers: None,
                }),
                _ => Ok(()),
            };
            let failed = pool.install(|| share(100, |_| (), odd));
            assert_eq!(
                failed,
                Err(ProveError::TooLarge {
                    class: "41".to_owned(),
                    numbers: None
                })
            );
        }
    }
}
