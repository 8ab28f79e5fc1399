//! Certificates: bytes changed anywhere, and the checksum made right again. What is still accepted must be true of chess, which is compared
//! with distances to mate that were computed backwards from the mates. What still proves a program's claim must be about its positions.

use adv::certificate;
use adv::program::Claim;
use adv::proof::{ComparedCertificate, Keeping, Proved, Watch};
use adv::{Comparison, Limits, Prover, Rulebook};
use adv_chess::{Color, Material, Position, Role, notation};
use adv_module::format::fnv1a;
use adv_tables::{Dtm, Tables};
use adv_testkit::{Numbers, hostile, root};

use super::drive::alone;
use super::{Attack, Ends};

/// Where the checksum is; it is of everything after it.
const SUM: std::ops::Range<usize> = 6..14;
/// Bytes of a program's fingerprint.
const FINGERPRINT: usize = 32;

/// Claims whose certificates are changed: a program, and what is claimed of it.
const CLAIMS: [(&str, &str); 6] = [
    (
        "examples/endgames/kqk.adv",
        "prove kqk from \"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1\" reaches mate",
    ),
    (
        "examples/endgames/kqk.adv",
        "prove kqk from \"7k/8/4K3/8/8/8/8/6Q1 w - - 0 1\" reaches mate within 9 moves",
    ),
    (
        "examples/endgames/kqk.adv",
        "prove kqk from 2 random positions where B.K ⊆ a8..h8 seed 3 reaches mate",
    ),
    (
        "examples/endgames/krk-strategy.adv",
        "prove krk from \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\" reaches mate",
    ),
    (
        "examples/endgames/krk-strategy.adv",
        "prove krk from \"k7/8/1K6/8/8/8/8/7R w - - 0 1\" reaches mate any-choice",
    ),
    (
        "examples/endgames/krk-strategy.adv",
        "prove krk from \"8/8/8/8/8/k1K5/8/1R6 w - - 0 1\" reaches mate",
    ),
];

/// A program for any position, whose certificates have whole positions.
const ANY_MEN: &str = "\
advice by-checks(n: number)
  better   mate
  us       any where new.check
  depth    2 * n - 1 shortest
end-advice
";

/// Claims of it: castling that mates, and a mate in two.
const ANY_CLAIMS: [&str; 2] = [
    "prove by-checks(1) from \"5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1\", \"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\" reaches mate within 1 moves",
    "prove by-checks(2) from \"3r2k1/5ppp/8/8/8/8/4R3/4R1K1 w - - 0 1\", \"5k2/8/8/8/8/8/4R1R1/4K2R w K - 0 1\" where count(us.*) < 6 reaches mate",
];

/// A mate that is claimed where no table knows the position is looked for with so many plies: no original takes longer.
const LOOKED_FOR: u64 = 3;

/// A claim that is proved.
struct Original {
    prover: Prover,
    claim: Claim,
    bytes: Vec<u8>,
    roots: Vec<Position>,
}

/// Certificates of true claims, changed. Each is refused, or says something true.
pub struct Certificates {
    originals: Vec<Original>,
    tables: Tables,
}

impl Certificates {
    /// Proves the claims and computes the tables.
    ///
    /// # Panics
    /// Where an example has changed so that a claim is not proved.
    pub fn new() -> Certificates {
        let mut tables = Tables::new();
        for piece in [Role::Queen, Role::Rook] {
            let material = Material::new(&[Role::King, piece], &[Role::King]);
            let prepared = tables.prepare(&material, &mut |_, _| {});
            prepared.expect("three men are few");
        }
        let of_examples = CLAIMS.iter().map(|(program, claim)| {
            let source = std::fs::read_to_string(root().join(program));
            original(program, &source.expect("an example"), claim)
        });
        let of_any = ANY_CLAIMS.iter();
        let of_any = of_any.map(|claim| original("any.adv", ANY_MEN, claim));
        Certificates {
            originals: of_examples.chain(of_any).collect(),
            tables,
        }
    }
}

impl Default for Certificates {
    fn default() -> Certificates {
        Certificates::new()
    }
}

/// Proves a claim.
fn original(program: &str, source: &str, text: &str) -> Original {
    let rulebook = Rulebook::load(program, source).expect("it loads");
    let check = rulebook.with_claims(&[text]).expect("there is a source");
    let rulebook = check.rulebook.unwrap_or_else(|| panic!("{text}"));
    let prover = Prover::new(rulebook, Limits::default()).expect("a fingerprint");
    let claim = prover.program().claims.last().expect("the claim").clone();
    let (keeping, watch) = (Keeping::default(), Watch::new());
    let proved = alone(|| prover.settle(&claim, Comparison::No, keeping, &watch, &[]));
    let Ok(Proved::Settled(settled)) = proved else {
        panic!("{text} is not settled");
    };
    let bytes = prover.certificate(&claim, &settled);
    let bytes = bytes.unwrap_or_else(|error| panic!("{text}: {error}"));
    Original {
        roots: roots(&bytes).expect("the certificate has the documented form"),
        prover,
        claim,
        bytes,
    }
}

impl Attack for Certificates {
    fn name(&self) -> &'static str {
        "certificates"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        let mut bytes = numbers.pick(&self.originals).bytes.clone();
        match numbers.below(4) {
            // One number of the header or of an entry: what is said is still of the right form.
            0 => {
                let at = numbers.between(SUM.end, bytes.len() - 1);
                bytes[at] = bytes[at].wrapping_add(numbers.one(&[1, 2, 254, 255]));
            }
            1 => {
                let at = numbers.between(SUM.end, bytes.len() - 1);
                bytes[at] ^= 1 << numbers.below(8);
            }
            _ => {
                let mut body = bytes.split_off(SUM.end);
                hostile::change_bytes(numbers, &mut body);
                bytes.extend(body);
            }
        }
        if numbers.percent(3) {
            // Another kind of file, or another version.
            bytes[numbers.below(SUM.start)] = numbers.bits() as u8;
        }
        // That of whole positions is of the version too.
        let mut summed = bytes[SUM.end..].to_vec();
        if is_whole(&bytes) {
            summed.splice(0..0, [3, 0]);
        }
        bytes[SUM].copy_from_slice(&fnv1a(&summed).to_le_bytes());
        bytes
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let Ok(verdict) = certificate::verify(input) else {
            *ends.entry("refused").or_default() += 1;
            return Ok(());
        };
        if verdict
            .bound
            .is_some_and(|bound| bound < verdict.worst_plies)
        {
            return Err(format!("the bound does not hold: {verdict:?}"));
        }
        let roots = roots(input).ok_or("the roots cannot be read")?;
        if roots.len() as u64 != verdict.positions {
            return Err(format!("{} positions, said of {verdict:?}", roots.len()));
        }
        *ends.entry("accepted").or_default() += 1;
        for root in &roots {
            let us = side(verdict.white);
            // Tables do not know castling.
            let value = self.tables.dtm(root).filter(|_| root.castling() == 0);
            let holds = match value {
                Some(Dtm::Win(plies)) => {
                    root.turn() == us && u64::from(plies) <= verdict.worst_plies
                }
                Some(_) => false,
                None => root.turn() == us && mates(root, verdict.worst_plies.min(LOOKED_FOR)),
            };
            if !holds {
                return Err(format!(
                    "{root:?} is {value:?}, and it is said: {verdict:?}"
                ));
            }
        }
        // What proves a claim of a program is about the positions of the claim, within its bound.
        for original in &self.originals {
            let Original { prover, claim, .. } = original;
            let watch = Watch::new();
            match alone(|| prover.compare_certificate(claim, input, &watch)) {
                Ok(ComparedCertificate::Same { positions, .. }) => {
                    *ends.entry("proves a claim").or_default() += 1;
                    if roots != original.roots || positions != roots.len() as u64 {
                        return Err(format!("other positions than those of `{}`", claim.text));
                    }
                }
                Ok(ComparedCertificate::Interrupted) => {
                    return Err("the comparison was ended by nothing".to_owned());
                }
                Ok(ComparedCertificate::Differs(_)) | Err(_) => {}
            }
        }
        Ok(())
    }
}

/// The positions that a certificate speaks of, read by other code than the checker's; `None` where they cannot be read.
fn roots(bytes: &[u8]) -> Option<Vec<Position>> {
    let mut rest = bytes.get(SUM.end..)?;
    let mut take = |count: usize| {
        let (taken, after) = rest.split_at_checked(count)?;
        rest = after;
        Some(taken)
    };
    let number = |bytes: &[u8]| {
        let highest_first = bytes.iter().rev();
        highest_first.fold(0u64, |number, byte| number << 8 | u64::from(*byte))
    };
    let is_whole = is_whole(bytes);
    for _ in 0..2 {
        let length = number(take(if is_whole { 4 } else { 2 })?) as usize;
        take(length)?;
    }
    take(FINGERPRINT)?;
    let flags = number(take(1)?);
    take(8)?;
    if is_whole {
        let for_program = number(take(8)?) as usize;
        take(for_program)?;
        let mut found = Vec::new();
        for _ in 0..number(take(8)?) {
            let entry = take(31)?;
            if entry[28] == 1 {
                found.push(whole(entry, flags & 1 == 0)?);
            }
        }
        return Some(found);
    }
    let men = take(6)?.to_vec();
    let for_program = number(take(8)?) as usize;
    take(for_program)?;
    let us = side(flags & 1 == 0);
    if flags & 4 == 0 {
        let digits: u32 = men
            .iter()
            .map(|byte| u32::from(byte & 15) + u32::from(byte >> 4))
            .sum();
        let all = 0..64u64.checked_pow(digits)?;
        return Some(
            all.filter_map(|number| by_number(&men, us, number))
                .collect(),
        );
    }
    for _ in 0..number(take(8)?) {
        let (layer, control) = (take(6)?.to_vec(), number(take(2)?));
        let (mut at, mut found) = (0u64, Vec::new());
        for _ in 0..number(take(8)?) {
            at = at.wrapping_add(number(take(6)?));
            take(2)?;
            found.extend(by_number(&men, us, at));
        }
        if layer == men && control == 0 {
            return Some(found);
        }
    }
    None
}

const fn side(is_white: bool) -> Color {
    if is_white { Color::White } else { Color::Black }
}

/// The legal position of a number: base-64 digits, the first of our king, then our queens, rooks, bishops, knights and pawns, then
/// theirs. `None` for men that both have pawns: no certificate here has them.
fn by_number(men: &[u8], us: Color, number: u64) -> Option<Position> {
    let counts: Vec<u8> = men.iter().flat_map(|byte| [byte & 15, byte >> 4]).collect();
    let kinds = "KQRBNPkqrbnp".chars().zip(&counts);
    let letters: Vec<char> = kinds
        .flat_map(|(letter, count)| std::iter::repeat_n(letter, usize::from(*count)))
        .collect();
    let mut board = ['1'; 64];
    let mut left = number;
    for letter in letters.iter().rev() {
        let letter = match us {
            Color::White => *letter,
            Color::Black if letter.is_uppercase() => letter.to_ascii_lowercase(),
            Color::Black => letter.to_ascii_uppercase(),
        };
        // A board is written from the eighth rank.
        let square = (left & 63) as usize ^ 56;
        if board[square] != '1' {
            return None;
        }
        board[square] = letter;
        left >>= 6;
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    let turn = if us == Color::White { "w" } else { "b" };
    notation::parse_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))).ok()
}

/// True for a certificate of whole positions.
fn is_whole(bytes: &[u8]) -> bool {
    bytes.get(4..6) == Some(&[3, 0])
}

/// The legal position that is written whole: occupied squares, four bits for each of their men, castling rights, the square en passant.
fn whole(entry: &[u8], is_white: bool) -> Option<Position> {
    let (squares, rest) = entry.split_first_chunk::<8>()?;
    let squares = u64::from_le_bytes(*squares);
    let mut men = rest.iter().flat_map(|byte| [byte & 15, byte >> 4]);
    let mut board = ['1'; 64];
    for square in (0..64).filter(|square| squares >> square & 1 != 0) {
        board[square ^ 56] = ".KQRBNP..kqrbnp.".chars().nth(usize::from(men.next()?))?;
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.iter().collect()).collect();
    let rights = "KQkq".chars().zip(0..);
    let rights: String = rights
        .filter(|(_, bit)| entry[24] >> bit & 1 != 0)
        .map(|(letter, _)| letter)
        .collect();
    let passing = match entry[25] {
        0 => "-".to_owned(),
        at => format!("{}{}", char::from(b'a' + at % 8), at / 8 + 1),
    };
    let turn = if is_white { "w" } else { "b" };
    let rights = if rights.is_empty() { "-" } else { &rights };
    let text = format!("{} {turn} {rights} {passing} 0 1", ranks.join("/"));
    notation::parse_fen(&text).ok()
}

/// True where the side to move mates within so many plies, whatever is replied: every move is tried.
fn mates(position: &Position, plies: u64) -> bool {
    plies > 0
        && position.legal_moves().into_iter().any(|ours| {
            let there = position.play(ours);
            let replies = there.legal_moves();
            if replies.is_empty() {
                return there.is_check();
            }
            plies > 2
                && replies
                    .iter()
                    .all(|reply| mates(&there.play(*reply), plies - 2))
        })
}
