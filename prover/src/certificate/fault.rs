//! What differs between a certificate and the program and the claim that it is shown with, in words.

use std::fmt;

use adv_chess::{Color, Move, Position, notation};

/// What differs between a certificate and the program and the claim that it is shown with.
#[derive(Clone, Debug, PartialEq)]
pub enum CertificateFault {
    /// Its control points or trees are not written as the prover writes them.
    Malformed,
    /// Its fingerprint is that of another program.
    Program,
    /// It is of another claim, whose text this is.
    Claim(String),
    /// The claim is not one that a certificate can prove.
    Goal,
    /// The men: its own, and the claim's.
    Men(String, String),
    /// It is of this side, the claim of the other one or of both.
    Side(Color),
    /// Any choice is followed by one of the two only: true where the claim says it.
    AnyChoice(bool),
    /// The bounds in plies: its own, and the claim's.
    Bound(Option<u64>, Option<u64>),
    /// The fifty-move rule counts in the claim, and lines of this many plies may cross it.
    FiftyMoves(u64),
    /// A position of the claim is none of its positions.
    Missing(Box<Position>),
    /// The numbers of its positions and of the claim's.
    Positions(u64, u64),
    /// In this position the claim's play does not begin where the certificate's does.
    Start(Box<Position>),
    /// A position of the claim from which mate may take so many plies.
    TooLong(Box<Position>, u64),
    /// In this position the certificate has a move, and the program another one, or none.
    Move(Box<Position>, Move, Option<Move>),
    /// In this position the program has more moves than the certificate.
    FewerMoves(Box<Position>),
    /// In this position, after this move, play goes on elsewhere than the program's.
    GoesOn(Box<Position>, Move),
}

impl fmt::Display for CertificateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |bound: &Option<u64>| match bound {
            Some(1) => "1 ply".to_owned(),
            Some(plies) => format!("{plies} plies"),
            None => "any number of plies".to_owned(),
        };
        let fen = |position: &Position| notation::fen(position);
        let side = |side: Color| match side {
            Color::White => "White",
            Color::Black => "Black",
        };
        match self {
            CertificateFault::Malformed => {
                f.write_str("its control points or trees are not as the prover writes them")
            }
            CertificateFault::Program => f.write_str("its fingerprint is that of another program"),
            CertificateFault::Claim(own) => write!(f, "it is of the claim `{own}`"),
            CertificateFault::Goal => f.write_str(
                "a certificate proves claims whose only goal is `reaches mate`, and this is none",
            ),
            CertificateFault::Men(own, claim) => {
                write!(f, "it is about the men {own}, the claim about {claim}")
            }
            CertificateFault::Side(own) => write!(
                f,
                "in it {} moves and mates, in the claim {} or either side",
                side(*own),
                side(!*own)
            ),
            CertificateFault::AnyChoice(true) => {
                f.write_str("the claim follows any choice, and the certificate follows one")
            }
            CertificateFault::AnyChoice(false) => {
                f.write_str("the certificate follows any choice, and the claim follows one")
            }
            CertificateFault::Bound(own, claim) => write!(
                f,
                "its bound is {}, the claim's is {}",
                plies(own),
                plies(claim)
            ),
            CertificateFault::FiftyMoves(plies) => write!(
                f,
                "the claim counts the fifty-move rule, which a line of {plies} plies may cross; a certificate does not count it"
            ),
            CertificateFault::Missing(at) => write!(
                f,
                "the claim is about `{}`, which is none of its positions",
                fen(at)
            ),
            CertificateFault::Positions(own, claim) => {
                write!(f, "it is about {own} positions, the claim about {claim}")
            }
            CertificateFault::Start(at) => write!(
                f,
                "in `{}` it does not begin where the program begins",
                fen(at)
            ),
            CertificateFault::TooLong(at, plies) => write!(
                f,
                "from `{}`, a position of the claim, it takes up to {plies} plies",
                fen(at)
            ),
            CertificateFault::Move(at, own, Some(other)) => write!(
                f,
                "in `{}` it plays `{}`, and the program plays `{}`",
                fen(at),
                notation::san(at, *own),
                notation::san(at, *other)
            ),
            CertificateFault::Move(at, own, None) => write!(
                f,
                "in `{}` it plays `{}`, and the program does not choose that move",
                fen(at),
                notation::san(at, *own)
            ),
            CertificateFault::FewerMoves(at) => write!(
                f,
                "in `{}` the program may choose moves that it does not have",
                fen(at)
            ),
            CertificateFault::GoesOn(at, after) => write!(
                f,
                "in `{}`, after `{}`, it goes on elsewhere than the program",
                fen(at),
                notation::san(at, *after)
            ),
        }
    }
}
