//! Files of p-strategies, written by hand: what is true is accepted, and each false word is refused with its place.

use adv_certificate::tree::{TreeFault, TreeVerdict, Unfolded, verify_tree};

/// 1. Kf7 Kh7 2. Rh1#: a position, our move, the only reply, our move.
const ROOK: &str = r#"{"format":"adv p-strategy","version":1,"program":"p.adv","fingerprint":"00","subject":{"kind":"table","name":"t"},"mode":"strong","us":"White","root":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1","nodes":[
{"n":0,"fen":"7k/8/5K2/8/8/8/8/6R1 w - - 0 1","place":0,"move":"f6f7","by":"wait","at":null,"begins":true,"to":[["h8h7",1]]},
{"n":1,"fen":"8/5K1k/8/8/8/8/8/6R1 w - - 0 1","place":0,"move":"g1h1","by":"mate","at":"p.adv:3","begins":true,"to":[],"end":{"kind":"checkmate","goal":true}}
],"complete":true,"counts":{"nodes":2,"replies":1,"open":0,"left_out":0,"unfolded":"4","longest":3}}
"#;

/// The file with one text in place of another.
fn changed(from: &str, to: &str) -> Result<TreeVerdict, (Option<u64>, TreeFault)> {
    assert!(ROOK.contains(from), "{from}");
    let text = ROOK.replacen(from, to, 1);
    let checked = verify_tree(text.as_bytes());
    checked
        .map(|(_, verdict)| verdict)
        .map_err(|refusal| (refusal.node, refusal.fault))
}

#[test]
fn a_true_file_is_accepted() {
    let (file, verdict) = verify_tree(ROOK.as_bytes()).expect("it is true");
    assert!(verdict.white && verdict.always_mates());
    assert_eq!((verdict.nodes, verdict.replies), (2, 1));
    assert_eq!(verdict.unfolded, Unfolded::Positions(4));
    assert_eq!(verdict.longest, Some(3));
    assert_eq!(file.nodes[1].at.as_deref(), Some("p.adv:3"));
    // The form of the text says nothing, nor does what is not known.
    assert!(changed("\"place\":0", "\n  \"place\" : 0 , \"weight\" : [1, {}]").is_ok());
    assert!(changed("\"goal\":true", "\"goal\":false").is_ok());
}

#[test]
fn less_may_be_claimed() {
    let open = changed(
        r#""move":"g1h1","by":"mate","at":"p.adv:3","begins":true,"to":[],"end":{"kind":"checkmate","goal":true}"#,
        r#""open":"plies""#,
    );
    let Err((None, TreeFault::Count("open", said, found))) = open else {
        panic!("{open:?}");
    };
    assert_eq!((said.as_str(), found.as_str()), ("0", "1"));
    let text = ROOK
        .replace(r#""to":[["h8h7",1]]"#, r#""to":[],"left_out":["h8h7"]"#)
        .lines()
        .filter(|line| !line.contains("\"n\":1"))
        .collect::<Vec<_>>()
        .join("\n")
        .replace("]},\n]", "]}\n]")
        .replace("\"nodes\":2,\"replies\":1", "\"nodes\":1,\"replies\":0")
        .replace("\"left_out\":0", "\"left_out\":1")
        .replace(
            "\"unfolded\":\"4\",\"longest\":3",
            "\"unfolded\":\"2\",\"longest\":1",
        );
    let (_, verdict) = verify_tree(text.as_bytes()).expect("it says so");
    assert_eq!(verdict.left_out, 1);
    assert!(!verdict.always_mates());
}

#[test]
fn each_false_word_is_refused_at_its_place() {
    let text = |text: &str| text.to_owned();
    let cases: Vec<(&str, &str, Option<u64>, TreeFault)> = vec![
        (
            "adv p-strategy",
            "adv",
            None,
            TreeFault::Format(text("adv")),
        ),
        (
            "\"version\":1",
            "\"version\":2",
            None,
            TreeFault::Version(2),
        ),
        ("p.adv", "p\\n", None, TreeFault::NotPlain),
        ("White", "Weiß", None, TreeFault::Side(text("Weiß"))),
        ("White", "Black", Some(0), TreeFault::Turn),
        (
            "\"root\":\"7k/8/5K2",
            "\"root\":\"7k/8/6K1",
            None,
            TreeFault::Root,
        ),
        ("\"n\":1", "\"n\":2", Some(1), TreeFault::Number(1)),
        (
            "8/5K1k/8/8/8/8/8/6R1 w - - 0 1",
            "8/5K1k w",
            Some(1),
            TreeFault::Fen(None),
        ),
        (
            "8/5K1k/8/8/8/8/8/6R1 w - - 0 1",
            "8/5K1k/8/8/8/8/8/6R1 w - - 3 9",
            Some(1),
            TreeFault::Fen(Some(text("8/5K1k/8/8/8/8/8/6R1 w - - 0 1"))),
        ),
        (
            "8/5K1k/8/8/8/8/8/6R1 w - - 0 1",
            "8/5K1k/8/8/8/8/8/5R2 w - - 0 1",
            Some(0),
            TreeFault::Leads(text("h8h7"), 1),
        ),
        (
            "\"fen\":\"8/5K1k/8/8/8/8/8/6R1",
            "\"fen\":\"7k/8/5K2/8/8/8/8/6R1",
            Some(1),
            TreeFault::Twice(0),
        ),
        ("f6f7", "f6h8", Some(0), TreeFault::Move(text("f6h8"))),
        ("f6f7", "Kf7", Some(0), TreeFault::Move(text("Kf7"))),
        ("h8h7", "h8g8", Some(0), TreeFault::Reply(text("h8g8"))),
        (
            "[\"h8h7\",1]",
            "",
            Some(0),
            TreeFault::Missing(text("h8h7")),
        ),
        (
            "[\"h8h7\",1]",
            "[\"h8h7\",1],[\"h8h7\",1]",
            Some(0),
            TreeFault::ReplyTwice(text("h8h7")),
        ),
        (
            "[\"h8h7\",1]",
            "[\"h8h7\",2]",
            Some(0),
            TreeFault::NoNode(2),
        ),
        ("g1h1", "g1g5", Some(1), TreeFault::End(text("checkmate"))),
        (
            "checkmate",
            "stalemate",
            Some(1),
            TreeFault::End(text("stalemate")),
        ),
        (
            "checkmate",
            "win",
            Some(1),
            TreeFault::UnknownEnd(text("win")),
        ),
        (
            "\"to\":[],\"end\"",
            "\"to\":[[\"h7h8\",0]],\"end\"",
            Some(1),
            TreeFault::End(text("checkmate")),
        ),
        (
            "\"move\":\"g1h1\",",
            "",
            Some(1),
            TreeFault::End(text("checkmate")),
        ),
        (
            "\"end\":{\"kind\":\"checkmate\",\"goal\":true}",
            "\"open\":\"?\"",
            Some(1),
            TreeFault::Kind,
        ),
        (
            "\"complete\":true",
            "\"complete\":false",
            None,
            TreeFault::Count("complete", text("false"), text("true")),
        ),
        (
            "\"nodes\":2",
            "\"nodes\":3",
            None,
            TreeFault::Count("nodes", text("3"), text("2")),
        ),
        (
            "\"unfolded\":\"4\"",
            "\"unfolded\":\"5\"",
            None,
            TreeFault::Count("unfolded", text("5"), text("4")),
        ),
        (
            "\"longest\":3",
            "\"longest\":null",
            None,
            TreeFault::Count("longest", text("null"), text("3")),
        ),
    ];
    for (from, to, node, fault) in cases {
        let refused = changed(from, to).expect_err(to);
        assert_eq!(refused, (node, fault), "{from} → {to}");
    }
    let twice = changed("\"place\":0", "\"place\":0,\"place\":1");
    let Err((None, TreeFault::Text { line: 2, what, .. })) = twice else {
        panic!("{twice:?}");
    };
    assert!(what.contains("duplicate field"), "{what}");
}

#[test]
fn every_part_and_every_altered_byte_is_refused_or_says_the_same() {
    for end in 0..ROOK.trim_end().len() {
        assert!(verify_tree(&ROOK.as_bytes()[..end]).is_err(), "{end} bytes");
    }
    let (_, whole) = verify_tree(ROOK.as_bytes()).expect("it is true");
    let mut bytes = ROOK.as_bytes().to_vec();
    for at in 0..bytes.len() {
        for flip in [1, 4, 16, 128] {
            bytes[at] ^= flip;
            if let Ok((_, verdict)) = verify_tree(&bytes) {
                // Names, reasons, the program's goal, unknown fields: nothing that chess decides.
                assert_eq!(verdict, whole, "byte {at}");
            }
            bytes[at] ^= flip;
        }
    }
}

#[test]
fn deep_and_great_texts_are_refused_at_once() {
    for text in [
        "[".repeat(1 << 20),
        "{\"nodes\":".repeat(1 << 18),
        format!("{{\"version\":{}}}", "9".repeat(1 << 20)),
        ROOK.replace("\"longest\":3", "\"longest\":1e400"),
        ROOK.replace("[\"h8h7\",1]", "[\"h8h7\",4294967295]"),
    ] {
        assert!(verify_tree(text.as_bytes()).is_err());
    }
}
