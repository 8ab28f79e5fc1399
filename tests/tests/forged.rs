//! Certificates that are true of chess and not of the program or the claim that they are shown with: each is told from the true one.
//!
//! A forger can alter any field and mend the checksum, and the checker still finds that the moves mate.

use adv::program::Claim;
use adv::proof::{CertificateFault, ComparedCertificate, Keeping, Proved, Verdict, Watch};
use adv::{Comparison, Limits, Prover, Rulebook, certificate::verify};
use adv_chess::Color;
use adv_module::format::fnv1a;

/// A prover for an example.
fn prover(name: &str, change: impl Fn(&str) -> String) -> Prover {
    let text = change(&crate::common::read(format!("examples/{name}.adv")));
    let rulebook = Rulebook::load(&format!("{name}.adv"), text);
    let rulebook = rulebook.unwrap_or_else(|error| panic!("{name}: {error}"));
    Prover::new(rulebook, Limits::default()).expect("it has a fingerprint")
}

fn claim(prover: &Prover, at: usize) -> Claim {
    prover.program().claims[at].clone()
}

/// The certificate of a claim, once it is proved.
fn certified(prover: &Prover, claim: &Claim) -> Vec<u8> {
    let settled = prover.settle(
        claim,
        Comparison::No,
        Keeping::default(),
        &Watch::new(),
        &[],
    );
    let Ok(Proved::Settled(settled)) = settled else {
        panic!("the claim is settled");
    };
    assert_eq!(settled.report().verdict, Verdict::Proved, "{}", claim.text);
    prover.certificate(claim, &settled).expect("a certificate")
}

fn compared(prover: &Prover, claim: &Claim, bytes: &[u8]) -> ComparedCertificate {
    let found = prover.compare_certificate(claim, bytes, &Watch::new());
    found.unwrap_or_else(|error| panic!("{}: {error}", claim.text))
}

/// What a certificate of a program and a claim differs in, though the checker accepts it.
fn fault(prover: &Prover, claim: &Claim, bytes: &[u8]) -> CertificateFault {
    verify(bytes).unwrap_or_else(|refusal| panic!("the checker refuses it: {refusal}"));
    match compared(prover, claim, bytes) {
        ComparedCertificate::Differs(fault) => fault,
        other => panic!("taken for the claim `{}`: {other:?}", claim.text),
    }
}

/// The header of a certificate in its fields, and what follows it.
#[derive(Clone)]
struct Parts {
    claim: String,
    program: String,
    fingerprint: [u8; 32],
    flags: u8,
    bound: u64,
    men: [u8; 6],
    rest: Vec<u8>,
}

fn parts(bytes: &[u8]) -> Parts {
    let mut rest = &bytes[14..];
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at(count);
        rest = left;
        taken.to_vec()
    };
    let mut text = || {
        let length = take(2);
        let length = usize::from(length[0]) | usize::from(length[1]) << 8;
        String::from_utf8(take(length)).expect("text")
    };
    let (claim, program) = (text(), text());
    Parts {
        claim,
        program,
        fingerprint: take(32).try_into().expect("32 bytes"),
        flags: take(1)[0],
        bound: u64::from_le_bytes(take(8).try_into().expect("8 bytes")),
        men: take(6).try_into().expect("6 bytes"),
        rest: rest.to_vec(),
    }
}

impl Parts {
    /// The certificate of these fields, its checksum computed again.
    fn bytes(&self) -> Vec<u8> {
        let mut body = Vec::new();
        for text in [&self.claim, &self.program] {
            body.extend((text.len() as u16).to_le_bytes());
            body.extend(text.as_bytes());
        }
        body.extend(self.fingerprint);
        body.push(self.flags);
        body.extend(self.bound.to_le_bytes());
        body.extend(self.men);
        body.extend(&self.rest);
        let mut bytes = b"ADVP\x02\0".to_vec();
        bytes.extend(fnv1a(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

#[test]
fn a_certificate_is_taken_for_its_own_program_and_claim_only() {
    if !adv_testkit::runs_in(
        adv_testkit::Size::Long,
        "a_certificate_is_taken_for_its_own_program_and_claim_only",
    ) {
        return;
    }
    let fixed = prover("krk-advice-fixed", str::to_owned);
    let own = claim(&fixed, 0);
    let bytes = certified(&fixed, &own);
    let same = ComparedCertificate::Same {
        positions: 175_168,
        asked: 175_168,
    };
    assert_eq!(compared(&fixed, &own, &bytes), same);
    let parts = parts(&bytes);
    assert_eq!(parts.bytes(), bytes, "nothing is altered");

    // The claim of another program, of which 48 positions fail: its fingerprint and its claim's text are put in.
    let other = prover("krk-advice", str::to_owned);
    let theirs = claim(&other, 0);
    assert_eq!(fault(&other, &theirs, &bytes), CertificateFault::Program);
    let forged = Parts {
        claim: theirs.text.clone(),
        fingerprint: other.rulebook().fingerprint().expect("one").0,
        ..parts.clone()
    };
    let found = fault(&other, &theirs, &forged.bytes());
    assert!(matches!(found, CertificateFault::Move(..)), "{found}");

    // Five moves are not enough, so the bound is left out.
    let short = prover("krk-advice-fixed", |text| {
        text.replace(
            "reaches mate  within 34 moves",
            "reaches mate  within 5 moves",
        )
    });
    let claimed = claim(&short, 0);
    let forged = Parts {
        claim: claimed.text.clone(),
        bound: 0,
        ..parts.clone()
    };
    assert_eq!(
        fault(&short, &claimed, &forged.bytes()),
        CertificateFault::Bound(None, Some(9))
    );
    let forged = Parts {
        bound: 0,
        ..parts.clone()
    };
    assert_eq!(
        fault(&fixed, &own, &forged.bytes()),
        CertificateFault::Bound(None, Some(67))
    );
    assert_eq!(
        fault(&short, &claimed, &bytes),
        CertificateFault::Claim(own.text.split_whitespace().collect::<Vec<_>>().join(" "))
    );

    // Black in White's place.
    let forged = Parts {
        flags: parts.flags | 1,
        ..parts.clone()
    };
    assert_eq!(
        fault(&fixed, &own, &forged.bytes()),
        CertificateFault::Men("KvKR".to_owned(), "KRvK".to_owned())
    );

    // A list of all positions is all positions.
    let forged = Parts {
        flags: parts.flags | 4,
        ..parts.clone()
    };
    assert_eq!(compared(&fixed, &own, &forged.bytes()), same);

    // A true certificate of one position, with the claim about all of them.
    let typed = "prove krk from \"8/8/8/8/8/2k5/1R6/K7 w - - 0 1\" reaches mate within 34 moves";
    let check = fixed.rulebook().with_claims(&[typed]).expect("its source");
    let rulebook = check.rulebook.expect("the claim compiles");
    let few = Prover::new(rulebook, Limits::default()).expect("a fingerprint");
    let single = few.program().claims.last().expect("it is added").clone();
    let bytes = certified(&few, &single);
    let asked = verify(&bytes).expect("it is true").states;
    assert_eq!(
        compared(&few, &single, &bytes),
        ComparedCertificate::Same {
            positions: 1,
            asked
        }
    );
    let forged = Parts {
        claim: own.text.clone(),
        ..self::parts(&bytes)
    };
    let found = fault(&fixed, &own, &forged.bytes());
    assert!(matches!(found, CertificateFault::Missing(_)), "{found}");
    // And the other way round.
    let forged = Parts {
        claim: single.text.clone(),
        ..parts
    };
    let found = fault(&few, &single, &forged.bytes());
    assert_eq!(found, CertificateFault::Positions(175_168, 1));
}

#[test]
fn a_chosen_set_is_the_one_that_the_claim_chooses() {
    let near = "prove kqk from all positions where dist(W.K, B.K) ≤ 2 reaches mate";
    let far = "prove kqk from all positions where dist(W.K, B.K) ≤ 3 reaches mate";
    let some = "prove kqk from 50 random positions seed 3 reaches mate";
    let others = "prove kqk from 50 random positions seed 4 reaches mate";
    let any = "prove kqk from 50 random positions seed 3 reaches mate any-choice";
    let base = prover("queen", str::to_owned);
    let check = base
        .rulebook()
        .with_claims(&[near, far, some, others, any])
        .expect("its source");
    let rulebook = check.rulebook.expect("the claims compile");
    let prover = Prover::new(rulebook, Limits::default()).expect("a fingerprint");
    let claim = |at: usize| claim(&prover, 1 + at);
    for (one, other) in [(0, 1), (2, 3)] {
        let (one, other) = (claim(one), claim(other));
        let bytes = certified(&prover, &one);
        let ComparedCertificate::Same { positions, .. } = compared(&prover, &one, &bytes) else {
            panic!("{} is what it proves", one.text);
        };
        assert_eq!(Some(positions), verify(&bytes).ok().map(|v| v.positions));
        let forged = Parts {
            claim: other.text.clone(),
            ..parts(&bytes)
        };
        let found = fault(&prover, &other, &forged.bytes());
        assert!(matches!(found, CertificateFault::Missing(_)), "{found}");
        let weak = Parts {
            claim: any.to_owned(),
            ..parts(&bytes)
        };
        let found = fault(&prover, &claim(4), &weak.bytes());
        assert_eq!(found, CertificateFault::AnyChoice(true));
    }
    let sentence = CertificateFault::Side(Color::White).to_string();
    assert!(sentence.contains("White moves and mates"), "{sentence}");
}
