//! Attacks adv for as long as one likes: `.ci/attack SECONDS [KIND...]` builds and runs it.
//!
//! ```text
//! attack [--seconds N | --inputs N] [--first SEED] [--threads N] [--longest SECONDS] [--keep FOLDER] [--adv COMMAND] [KIND...]
//! attack --again FILE KIND        judges an input that was kept
//! attack --programs FOLDER --inputs N     writes generated programs with four positions each, for the golden set
//! ```
//!
//! Each kind gets the whole time and all threads, one after the other, and a line of counts. An input that fails is kept with what was
//! wrong, under the name `KIND-SEED`; the exit code is 1 then.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use adv_reference::attack::{self, Attack, Ends, Plan};
use adv_reference::generate;

/// What was asked for.
struct Request {
    plan: Plan,
    command: PathBuf,
    again: Option<PathBuf>,
    programs: Option<PathBuf>,
    kinds: Vec<String>,
}

fn main() -> ExitCode {
    let request = match request(std::env::args().skip(1)) {
        Ok(request) => request,
        Err(sentence) => {
            eprintln!("attack: {sentence}");
            return ExitCode::from(2);
        }
    };
    if let Some(folder) = &request.programs {
        return match write_programs(folder, request.plan.inputs.unwrap_or(1)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("attack: {}: {error}", folder.display());
                ExitCode::FAILURE
            }
        };
    }
    let mut kinds: Vec<&str> = request.kinds.iter().map(String::as_str).collect();
    if kinds.is_empty() {
        kinds = attack::KINDS.to_vec();
    }
    let mut failed = false;
    for kind in kinds {
        let Some(attack) = attack::of_kind(kind, &request.command) else {
            let known = attack::KINDS.join(", ");
            eprintln!("attack: there is no kind `{kind}`; there are {known}");
            return ExitCode::from(2);
        };
        failed |= match &request.again {
            Some(file) => again(attack.as_ref(), file),
            None => {
                println!("{kind}: seeds from {}", request.plan.first);
                let outcome = attack::run(attack.as_ref(), &request.plan);
                println!("{}", outcome.line(kind));
                print!("{}", outcome.wrong(kind));
                !outcome.failures.is_empty()
            }
        };
    }
    ExitCode::from(u8::from(failed))
}

/// Writes the programs of the first seeds, of the four kinds in turn, and the positions of each as FEN, one a line.
fn write_programs(folder: &std::path::Path, count: u64) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for seed in 0..count {
        let generated = match seed % 4 {
            0 => generate::program(seed),
            1 => generate::strategic(seed),
            2 => generate::program_with_taken(seed),
            _ => generate::program_with_patterns(seed),
        };
        let name = folder.join(format!("{seed:04}"));
        std::fs::write(name.with_extension("adv"), generated.source())?;
        let positions = generate::position::fens(&generated, 4).join("\n");
        std::fs::write(name.with_extension("epd"), positions)?;
    }
    Ok(())
}

/// Judges one input that was kept; true where it fails.
fn again(attack: &dyn Attack, file: &std::path::Path) -> bool {
    let input = match std::fs::read(file) {
        Ok(input) => input,
        Err(error) => {
            eprintln!("attack: {}: {error}", file.display());
            return true;
        }
    };
    let mut ends = Ends::new();
    let judged = attack.judge(&input, &mut ends);
    println!("{}: {judged:?} {ends:?}", attack.name());
    judged.is_err()
}

fn request(words: impl Iterator<Item = String>) -> Result<Request, String> {
    // Another run tries other inputs; the seed is printed.
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let first = now.map_or(1, |since| since.as_secs() << 32);
    let mut request = Request {
        plan: Plan {
            first,
            inputs: None,
            time: Some(Duration::from_secs(60)),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            longest: Duration::from_secs(20),
            keep: None,
        },
        command: PathBuf::from("adv"),
        again: None,
        programs: None,
        kinds: Vec::new(),
    };
    let mut words = words;
    while let Some(word) = words.next() {
        if !word.starts_with("--") {
            request.kinds.push(word);
            continue;
        }
        let value = words
            .next()
            .ok_or_else(|| format!("`{word}` needs a value"))?;
        let number = || {
            let number: Result<u64, _> = value.parse();
            number.map_err(|_| format!("`{word}` needs a number, not `{value}`"))
        };
        match word.as_str() {
            "--seconds" => request.plan.time = Some(Duration::from_secs(number()?)),
            "--inputs" => {
                request.plan.inputs = Some(number()?);
                request.plan.time = None;
            }
            "--first" => request.plan.first = number()?,
            "--threads" => request.plan.threads = number()? as usize,
            "--longest" => request.plan.longest = Duration::from_secs(number()?),
            "--keep" => request.plan.keep = Some(PathBuf::from(value)),
            "--adv" => request.command = PathBuf::from(value),
            "--programs" => request.programs = Some(PathBuf::from(value)),
            "--again" => request.again = Some(PathBuf::from(value)),
            _ => return Err(format!("`{word}` is no option")),
        }
    }
    if request.again.is_some() && request.kinds.len() != 1 {
        return Err("`--again` needs one kind".to_owned());
    }
    Ok(request)
}
