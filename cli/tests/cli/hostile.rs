//! `adv uci` with sessions by chance: wrong commands, floods, lines of bytes. `.ci/attack` holds as many as there is time for.

use std::time::Duration;

use adv_testkit::{Numbers, sized, uci};

use crate::desk::Desk;
use crate::play::LISTING;

/// A session takes milliseconds; this is enough for a machine that is busy.
const LONGEST: Duration = Duration::from_secs(60);

#[test]
fn sessions_by_chance_end_in_time_with_lines_of_the_protocol() {
    let desk = Desk::new();
    desk.put("listing.adv", LISTING);
    let positions = [
        "8/8/4K1R1/2k5/8/8/8/8 w - - 0 1",
        "8/8/4K1R1/2k5/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ];
    let mut moves = 0;
    for seed in 0..sized(20, 60) as u64 {
        let session = uci::session(&mut Numbers::new(seed), &positions);
        let command = desk.command(&["uci", "listing.adv", "--fuel", "1000000"]);
        let held = uci::hold(command, &session, LONGEST)
            .and_then(|transcript| uci::judge(&session, &transcript).map(|()| transcript));
        let transcript = held.unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        let text = String::from_utf8_lossy(&transcript.output).into_owned();
        moves += text.matches("bestmove ").count();
    }
    assert!(moves >= sized(6, 20), "{moves}");
}
