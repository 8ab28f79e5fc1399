//! Why a certificate proves nothing, and where.

use std::fmt;

/// Each reason, what it carries, and its words, which explain it, too.
macro_rules! reasons {
    ($($name:ident $(($($field:ident: $type:ty),*))? => $words:literal)*) => {
        /// What is wrong.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Reason { $(#[doc = $words] $name $(($($type),*))?),* }

        impl fmt::Display for Reason {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Reason::$name $(($($field),*))? => write!(f, $words)),* }
            }
        }
    };
}

reasons! {
    NotACertificate => "this is not a certificate"
    Version(found: u64) => "version {found} of the format, expected 2 or 3: prove the claim again"
    Checksum => "the checksum does not fit: the certificate was altered"
    Truncated => "the certificate ends too early"
    Malformed(what: &'static str) => "the certificate is malformed: {what}"
    TooMany(what: &'static str) => "the certificate has too many {what}"
    NoKings => "the men are not one king for each side and others"
    NoPosition => "an entry belongs to no legal position"
    NoSuchMove(place: u64, all: usize) => "move number {place}, counted from 0, of {all}"
    NotCovered(control: u64) => "no entry at control point {control}"
    RankDoesNotFall(rank: u64, least: u64) => "rank {rank}, expected {least} or more"
    Stalemate => "stalemate, expected mate or a reply"
    Missing => "a position of the claim has no entry"
    NothingClaimed => "no position of the claim has an entry"
    BoundExceeded(plies: u64, bound: u64) => "{plies} plies to mate, claimed are {bound}"
}

/// Why a certificate is refused, and where: the FEN of an entry, and moves from there in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub Reason, pub Vec<String>);

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Refusal {
        Refusal(reason, Vec::new())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        self.1.iter().try_for_each(|step| write!(f, ", `{step}`"))
    }
}

impl std::error::Error for Refusal {}

/// Returns a refusal unless the condition holds.
pub(crate) fn ensure(so: bool, reason: Reason) -> Result<(), Reason> {
    so.then_some(()).ok_or(reason)
}
