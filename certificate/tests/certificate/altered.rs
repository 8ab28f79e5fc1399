//! Certificates that were altered: by one byte, cut off, by chance, and bytes that never were one.

use std::collections::BTreeMap;

use crate::support::play::{PLAIN, Plan, certify_all, certify_fens, tables};
use crate::support::{accepted, repair, slow};
use adv_certificate::{Reason, verify};
use adv_testkit::Numbers;
use adv_testkit::hostile::certificate_of;

/// Small certificates of several kinds.
fn small() -> Vec<Vec<u8>> {
    let tables = tables(&["KQvK", "KRvK", "KPvK"]);
    let any = Plan {
        any_choice: true,
        ..PLAIN
    };
    let trees = Plan {
        depth: 2,
        controls: true,
        ..PLAIN
    };
    vec![
        certify_fens(&tables, &["8/8/8/8/8/1K6/7Q/k7 w - - 0 1"], PLAIN),
        certify_fens(&tables, &["2k5/8/2K5/8/8/8/8/7R w - - 0 1"], PLAIN),
        certify_fens(&tables, &["2k5/8/2K5/8/8/8/8/6R1 w - - 0 1"], any),
        certify_fens(&tables, &["3k4/8/3K4/8/8/8/8/R7 w - - 0 1"], trees),
        certify_fens(&tables, &["8/2KP4/8/8/8/8/8/k7 w - - 0 1"], trees),
    ]
}

#[test]
fn any_byte_that_is_altered_is_noticed() {
    for bytes in small()
        .into_iter()
        .filter(|bytes| bytes.len() < 40_000)
        .take(2)
    {
        accepted(&bytes);
        let mut altered = bytes.clone();
        for at in 0..bytes.len() {
            for flip in [1, 128, 255] {
                altered[at] ^= flip;
                let refusal = verify(&altered).expect_err("a byte was altered");
                match at {
                    0..4 => assert_eq!(refusal.0, Reason::NotACertificate),
                    4..6 => assert!(matches!(refusal.0, Reason::Version(_) | Reason::Checksum)),
                    _ => assert_eq!(refusal.0, Reason::Checksum),
                }
                altered[at] = bytes[at];
            }
        }
        assert_eq!(altered, bytes);
    }
}

#[test]
fn a_part_is_no_certificate() {
    for bytes in small().into_iter().take(2) {
        for end in 0..bytes.len() {
            assert!(verify(&bytes[..end]).is_err(), "{end} bytes are accepted");
            if end >= 14 {
                let mut part = bytes[..end].to_vec();
                repair(&mut part);
                let reason = verify(&part).expect_err("it is a part").0;
                assert_eq!(reason, Reason::Truncated, "{end} bytes");
            }
        }
    }
}

/// Alters up to three bytes after the checksum, most of them where something is written.
fn mutate(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    for _ in 0..=numbers.below(3) {
        let mut at = 14 + numbers.below(bytes.len() - 14);
        if numbers.below(8) > 0 {
            while bytes[at] == 0 {
                at = 14 + numbers.below(bytes.len() - 14);
            }
        }
        match numbers.below(6) {
            0 => bytes[at] ^= 1 << numbers.below(8),
            1 => bytes[at] = bytes[at].wrapping_add(1),
            2 => bytes[at] = bytes[at].wrapping_sub(2),
            3 => bytes[at] = numbers.below(256) as u8,
            4 => drop(bytes.remove(at)),
            _ => bytes.insert(at, numbers.below(256) as u8),
        }
    }
    repair(bytes);
}

/// The name of a reason without its figures.
fn kind(reason: &Reason) -> String {
    let text = format!("{reason:?}");
    text.split('(').next().unwrap_or_default().to_owned()
}

#[test]
fn what_is_accepted_after_all_is_true() {
    let mut numbers = Numbers::new(1);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for bytes in small() {
        for _ in 0..1000 {
            let mut altered = bytes.clone();
            mutate(&mut altered, &mut numbers);
            match verify(&altered) {
                Err(refusal) => *counts.entry(kind(&refusal.0)).or_default() += 1,
                Ok(verdict) => {
                    let truth = slow::play(&altered);
                    assert_eq!(truth.positions, verdict.positions);
                    assert!(truth.longest <= verdict.worst_plies);
                    assert_eq!(truth.bound, verdict.bound.unwrap_or(0));
                    *counts.entry("accepted, and true".to_owned()).or_default() += 1;
                }
            }
        }
    }
    println!("of 5000: {counts:?}");
    for reason in [
        "accepted, and true",
        "Truncated",
        "Malformed",
        "TooMany",
        "NoPosition",
        "NoSuchMove",
        "NotCovered",
        "RankDoesNotFall",
        "NothingClaimed",
        "Stalemate",
    ] {
        assert!(counts.contains_key(reason), "{reason}: {counts:?}");
    }
}

#[test]
fn a_claim_about_every_position_that_was_altered() {
    let bytes = certify_all(&tables(&["KQvK"]), "KQvK", PLAIN);
    let mut numbers = Numbers::new(2);
    let mut refusals = 0;
    let rounds = adv_testkit::sized(4, 40);
    for _ in 0..rounds {
        let mut altered = bytes.clone();
        mutate(&mut altered, &mut numbers);
        match verify(&altered) {
            Err(_) => refusals += 1,
            Ok(verdict) => assert_eq!(verdict.positions, 144_508),
        }
    }
    assert!(refusals * 2 > rounds, "{refusals} of {rounds} are refused");
}

#[test]
fn bytes_that_never_were_a_certificate() {
    let mut numbers = Numbers::new(3);
    for _ in 0..20_000 {
        let mut bytes = b"ADVP\x02\0........".to_vec();
        // Two empty texts and a fingerprint, so that more of it is read.
        bytes.extend([0; 36]);
        bytes.extend((0..numbers.below(200)).map(|_| numbers.below(256) as u8));
        for byte in bytes.iter_mut().skip(50) {
            if numbers.below(3) > 0 {
                *byte = numbers.below(4) as u8;
            }
        }
        repair(&mut bytes);
        assert!(verify(&bytes).is_err());
    }
}

#[test]
fn great_numbers_take_no_memory_and_no_time() {
    // As a text's length, as the bound, men, bytes of places, numbers of layers, of entries, of bytes of moves.
    let head = vec![0; 36];
    let rook = [0x11, 0, 0, 1, 0, 0];
    let men = [&head[..], &[4], &[0; 8], &rook].concat();
    let marked = [&men[..], &[0; 8]].concat();
    let layer = [&marked[..], &[1, 0, 0, 0, 0, 0, 0, 0], &rook, &[0, 0]].concat();
    let stream = [&layer[..], &[0; 8]].concat();
    let whole = [&head[..], &[0; 9], &[0xff; 6], &[0; 8]].concat();
    let whole = [&whole[..], &[1, 0, 0, 0, 0, 0, 0, 0]].concat();
    for before in [vec![], head, men, marked, layer, stream, whole] {
        for great in [
            &[255; 8][..],
            &[255; 4],
            &[255, 255, 255, 255, 255, 255, 255, 127],
        ] {
            let mut bytes = b"ADVP\x02\0........".to_vec();
            bytes.extend(&before);
            bytes.extend(great);
            bytes.extend([0; 3000]);
            repair(&mut bytes);
            assert!(verify(&bytes).is_err());
        }
    }
}

#[test]
fn a_claim_that_is_nearly_all_missing_is_refused_at_once() {
    // King and five queens against a king: 64^7 numbers, none of which is there.
    let men = [0x51, 0, 0, 1, 0, 0];
    let mut bytes = certificate_of(men, 0);
    repair(&mut bytes);
    assert_eq!(verify(&bytes).expect_err("it is empty").0, Reason::Missing);
}

#[test]
fn men_without_both_kings_are_refused_at_once() {
    // Five or six pieces, the enemy king not among them: no number is a legal position, and there are 2^30 of them and more.
    for men in [[0x11, 0x11, 0, 0x10, 0, 0], [0x11, 0x11, 0, 0x10, 0x01, 0]] {
        let mut bytes = certificate_of(men, 1 << 18);
        repair(&mut bytes);
        let reason = verify(&bytes).expect_err("there is no such game").0;
        assert_eq!(reason, Reason::NoKings);
    }
}
