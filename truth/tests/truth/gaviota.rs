//! Distances to mate against the Gaviota tables: every position of king and one man against king.

#[path = "common/gaviota.rs"]
mod reader;

use crate::common::{positions, prepare};
use adv_chess::{Color, Role};
use adv_testkit::data;
use adv_truth::{Outcome, Truth, TruthOptions};
use reader::Gaviota;

#[test]
fn every_position_of_three_men_is_as_far_from_mate_as_gaviota_says() {
    let folder = data("gaviota");
    let mut truth = Truth::new(TruthOptions::default()).expect("nothing is looked at");
    // Positions, those that are decided, and the longest mate in plies.
    let mut found = Vec::new();
    for (man, file) in [
        (Role::Queen, "kqk"),
        (Role::Rook, "krk"),
        (Role::Bishop, "kbk"),
        (Role::Knight, "knk"),
        (Role::Pawn, "kpk"),
    ] {
        let table = Gaviota::read(&folder.join(file).with_extension("gtb.cp4"), man);
        let name = format!("K{}vK", man.letter());
        prepare(&mut truth, &name);
        let (mut compared, mut decided, mut longest) = (0, 0, 0);
        for position in Color::ALL
            .into_iter()
            .flat_map(|turn| positions(&name, turn))
        {
            let theirs = table.worth(&position);
            let ours = truth.value(&position);
            assert!(
                matches!(ours, Ok(Some(ours)) if ours == theirs),
                "{position:?}: {ours:?}, and {theirs:?} by gaviota"
            );
            // With the colours exchanged the position is worth the same.
            let mirrored = truth.value(&position.mirror());
            assert!(matches!(mirrored, Ok(Some(ours)) if ours == theirs));
            compared += 1;
            decided += u32::from(theirs.outcome != Outcome::Draw);
            longest = longest.max(theirs.plies.unwrap_or(0));
        }
        found.push((name, compared, decided, longest));
    }
    let found: Vec<(&str, u32, u32, u32)> = found
        .iter()
        .map(|(name, compared, decided, longest)| (name.as_str(), *compared, *decided, *longest))
        .collect();
    let expected = [
        ("KQvK", 368_452, 345_404, 20),
        ("KRvK", 399_112, 376_868, 32),
        ("KBvK", 417_228, 0, 0),
        ("KNvK", 429_440, 0, 0),
        ("KPvK", 331_352, 222_564, 56),
    ];
    assert_eq!(found, expected);
}
