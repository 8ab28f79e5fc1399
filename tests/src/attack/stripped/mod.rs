//! Modules without their source, forged so that they read, verify and run: words that say more than the records, claims of other records,
//! names exchanged or made sentences, parts of two modules in one.
//!
//! ```text
//!   changed               what must hold, where the module is not refused
//!   words alone           all that is printed is what the honest module prints
//!   records of claims     a claim, typed for the honest source as it is told, comes to the same; slices of the honest one are not believed
//!   code of claims        the words stay: slices of the honest module are not believed
//!   anything              claims are told by their records, worded here once more; names are words; a note says whose words the others are
//! ```

mod forge;
mod words;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use adv::proof::{Keeping, Proved, Watch};
use adv::{Comparison, Examination, Rulebook, SettleError};
use adv_module::FnId;
use adv_module::program::{Claim, Program};
use adv_testkit::{Numbers, hostile};

use super::checkpoints::{CLAIMS, KEYS, PROGRAM};
use super::drive::{alone, is_small, printed, prover};
use super::kept::sliced;
use super::modules::mend;
use super::{Attack, Ends, seeds};
use forge::{change_claims, change_code, change_names, change_words, mix};
use words::words_are_of_records;

/// A claim of all positions, for slices.
const SLICED: &str =
    "prove walk from all positions where dist(W.K, B.K) > 5 keeps dist(W.K, B.K) > 2";
/// How many states a proof may have.
const STATES: u64 = 3_000;
/// Bytes of an input before the module: which seed, and what was changed.
const HEAD: usize = 3;

/// What was changed in a module.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Changed {
    Words,
    Claims,
    Code,
    Anything,
}

impl Changed {
    const ALL: [Changed; 4] = [
        Changed::Words,
        Changed::Claims,
        Changed::Code,
        Changed::Anything,
    ];
}

/// An honest program.
struct Seed {
    source: Rulebook,
    /// Its module with places, and without.
    placed: Program,
    stripped: Program,
    printed: OnceLock<String>,
}

/// Forged modules without their source.
pub struct Stripped {
    seeds: Vec<Seed>,
    /// The slices of the first seed's first claim.
    slices: BTreeMap<String, Vec<u8>>,
}

impl Stripped {
    /// Strips the programs of the repository.
    ///
    /// # Panics
    /// Where the program of this attack is in error.
    pub fn new() -> Stripped {
        let own = Rulebook::load(
            "walk.adv",
            format!("{PROGRAM}\n{SLICED}\n{}\n", CLAIMS.join("\n")),
        );
        let own = own.expect("it compiles");
        let seed = |source: &Rulebook| {
            let read = |strip| adv_module::read(&source.module_file(strip)).ok();
            Some(Seed {
                source: source.clone(),
                placed: read(false)?.into_program(),
                stripped: read(true)?.into_program(),
                printed: OnceLock::new(),
            })
        };
        let seeds: Vec<Seed> = std::iter::once(&own)
            .chain(seeds::rulebooks())
            .filter_map(seed)
            .collect();
        let honest = loaded(&own.module_file(true)).expect("it is refused by nothing");
        let (_, slices) = sliced(&honest, KEYS[0], BTreeMap::new());
        Stripped { seeds, slices }
    }
}

impl Default for Stripped {
    fn default() -> Stripped {
        Stripped::new()
    }
}

/// A module under the name that all modules have here: slices know a program by its name too.
fn loaded(bytes: &[u8]) -> Option<Rulebook> {
    let examination = Examination::of_bytes("stripped.advc", bytes).ok()?;
    examination.into_rulebook().ok()
}

impl Attack for Stripped {
    fn name(&self) -> &'static str {
        "stripped"
    }

    fn input(&self, numbers: &mut Numbers) -> Vec<u8> {
        let what = numbers.weighted(&[3, 3, 1, 3]);
        let which = match Changed::ALL[what] == Changed::Code || numbers.percent(20) {
            true => 0,
            false => numbers.below(self.seeds.len()),
        };
        let mut program = self.seeds[which].stripped.clone();
        let other = &numbers.pick(&self.seeds).stripped;
        for _ in 0..numbers.between(1, 4) {
            match Changed::ALL[what] {
                Changed::Words => change_words(numbers, &mut program),
                Changed::Claims => change_claims(numbers, &mut program, other),
                Changed::Code => change_code(numbers, &mut program),
                Changed::Anything => match numbers.below(4) {
                    0 => change_words(numbers, &mut program),
                    1 => change_claims(numbers, &mut program, other),
                    2 => change_names(numbers, &mut program),
                    _ => mix(numbers, &mut program, other),
                },
            }
        }
        let mut bytes = adv_module::write(&program);
        if Changed::ALL[what] == Changed::Anything && numbers.percent(15) {
            hostile::change_bytes(numbers, &mut bytes);
            mend(&mut bytes);
        }
        let head = (which as u16).to_le_bytes();
        [&head[..], &[what as u8], &bytes].concat()
    }

    fn judge(&self, input: &[u8], ends: &mut Ends) -> Result<(), String> {
        let mut end = |end| *ends.entry(end).or_default() += 1;
        let (head, bytes) = input.split_at_checked(HEAD).ok_or("an input has a head")?;
        let seed = &self.seeds[usize::from(u16::from_le_bytes([head[0], head[1]]))];
        let what = Changed::ALL[usize::from(head[2])];
        let examination = Examination::of_bytes("stripped.advc", bytes);
        let examination = examination.map_err(|error| error.to_string())?;
        let Some(module) = &examination.module else {
            end("refused");
            return Ok(());
        };
        if !(examination.diagnostics.iter()).any(|note| note.code.as_str() == "N0104") {
            return Err("nothing says whose words they are".to_owned());
        }
        words_are_of_records(module.program())?;
        let claims = module.program().claims.clone();
        let Ok(rulebook) = examination.into_rulebook() else {
            end("not linked");
            return Ok(());
        };
        match what {
            Changed::Anything => end("told by its records"),
            Changed::Code if claims.is_empty() => {}
            Changed::Code => end(self.slices_are_its_own(&rulebook)?),
            Changed::Words => {
                let honest = seed.printed.get_or_init(|| {
                    let honest = loaded(&adv_module::write(&seed.stripped));
                    honest.map_or_else(String::new, |honest| printed(&honest))
                });
                let forged = printed(&rulebook);
                if forged != *honest {
                    return Err(first_difference(honest, &forged));
                }
                end("prints alike");
            }
            Changed::Claims => {
                for (at, claim) in claims.iter().enumerate().take(2) {
                    end(comes_to_the_same(seed, &rulebook, at, claim)?);
                }
                if std::ptr::eq(seed, &self.seeds[0]) && !claims.is_empty() {
                    end(self.slices_are_its_own(&rulebook)?);
                }
            }
        }
        Ok(())
    }
}

impl Stripped {
    /// The first claim comes to the same with the slices of the honest module's and without, or these are refused.
    fn slices_are_its_own(&self, rulebook: &Rulebook) -> Result<&'static str, String> {
        let claim = &rulebook.program().claims[0];
        if !is_small(rulebook.program(), claim) || claim.needs_values {
            return Ok("too large for slices");
        }
        let (alone, _) = sliced(rulebook, KEYS[0], BTreeMap::new());
        let (with, _) = sliced(rulebook, KEYS[0], self.slices.clone());
        let refused = with
            .as_ref()
            .is_some_and(|text| text.contains("the folder holds"));
        match (alone == with, refused) {
            (true, _) => Ok("slices serve"),
            (_, true) => Ok("slices refused"),
            _ => Err(format!(
                "slices of another claim are believed\n{alone:?}\n{with:?}"
            )),
        }
    }
}

/// Settles a claim of the forged module, and the sentence that it is told by as a claim of the honest source.
fn comes_to_the_same(
    seed: &Seed,
    rulebook: &Rulebook,
    at: usize,
    claim: &Claim,
) -> Result<&'static str, String> {
    let linked = &rulebook.program().claims[at];
    if !is_small(rulebook.program(), linked) || claim.needs_values {
        return Ok("too large to be settled");
    }
    let Some(sentence) = typed(&seed.placed, &claim.text) else {
        return Ok("not in the words of the source");
    };
    let check = seed.source.with_claims(&[&sentence]);
    let check = check.map_err(|error| error.to_string())?;
    let Some(honest) = check.rulebook else {
        return Ok("no claim of the language");
    };
    let last = honest.own_claims();
    let (Some(forged), Some(expected)) = (outcome(rulebook, at)?, outcome(&honest, last)?) else {
        return Ok("left open");
    };
    match forged == expected {
        true => Ok("comes to the same"),
        false => Err(format!(
            "{}\ntyped:  {sentence}\nforged: {forged}\nhonest: {expected}",
            claim.text
        )),
    }
}

/// A claim's words with the source's in the place of the numbers of functions; `None` where the source has no words for one.
fn typed(placed: &Program, words: &str) -> Option<String> {
    let source = placed.source.as_ref()?;
    let mut inside = false;
    let words = words.split(' ').map(|word| {
        // What is in quotes is a position.
        let within = inside;
        inside ^= word.matches('"').count() % 2 == 1;
        let number = word.strip_prefix('f').filter(|_| !within);
        let Some(number) = number.and_then(|digits| digits.parse::<u32>().ok()) else {
            return Some(word.to_owned());
        };
        let id = FnId(number);
        let named = placed.exports.iter().find(|of| of.functions == [id]);
        if let Some(export) = named.filter(|export| export.params.is_empty()) {
            return Some(export.name.clone());
        }
        let own = id.index().checked_sub(placed.imports.len())?;
        let place = placed.functions.get(own)?.place;
        let text = source.text.get(place.start as usize..place.end as usize)?;
        Some(format!("({text})")).filter(|_| !text.is_empty())
    });
    let words: Option<Vec<String>> = words.collect();
    words.map(|words| words.join(" "))
}

/// What a claim comes to, without its words; `None` where it was interrupted, or stopped at a limit.
fn outcome(rulebook: &Rulebook, at: usize) -> Result<Option<String>, String> {
    let prover = prover(rulebook, false)?;
    let claim = &rulebook.program().claims[at];
    let watch = Watch::new();
    watch.stop_after(STATES);
    let settled = alone(|| prover.settle(claim, Comparison::No, Keeping::default(), &watch, &[]));
    Ok(match settled {
        Ok(Proved::Settled(settled)) => {
            let report = settled.report();
            let counts = [
                report.roots,
                report.reached,
                report.held,
                report.late,
                report.states,
            ];
            Some(format!(
                "{:?} {counts:?} {:?}",
                report.verdict, report.lengths
            ))
        }
        Ok(Proved::Scanned(scan)) => {
            let counts = [scan.positions, scan.premises, scan.broken, scan.others_held];
            Some(format!("{:?} {counts:?}", scan.verdict))
        }
        Ok(Proved::Interrupted(_)) | Err(SettleError::Prove(_)) => None,
        Err(error) => Some(error.to_string()),
    })
}

fn first_difference(honest: &str, forged: &str) -> String {
    let mut lines = honest.lines().zip(forged.lines());
    let (honest, forged) = lines.find(|(a, b)| a != b).unwrap_or(("", "one is longer"));
    format!("words of the file are printed\nhonest: {honest}\nforged: {forged}")
}
