//! The shards of a proof come to what a proof in one piece comes to: any number of them, in one process and in several, and where one
//! of them is lost in the middle.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::sync::Arc;

use adv_module::program::Claim;
use adv_prover::{Decided, Ground, ProveError, Report, Shard, Task, Watch, join_shards, prove};
use adv_vm::Engine;

use crate::programs::{claimed, task};
use crate::slices::{CLAIMS, claims, without_memory};

/// What a shard is asked for. Each answers with messages and a number.
pub trait Asked {
    fn ask(&mut self, what: u8, number: u64, messages: &[Vec<u8>]) -> (u64, Vec<Vec<u8>>);
}

pub const DECIDE: u8 = 0;
const ZEROING: u8 = 1;
const BEGIN: u8 = 2;
const ROUND: u8 = 3;
const LEARN: u8 = 4;
const FINISH: u8 = 5;
const FINGERPRINT: [u8; 32] = [7; 32];
/// Nothing is due.
const NEVER: u64 = u64::MAX;

impl Asked for Shard {
    fn ask(&mut self, what: u8, number: u64, messages: &[Vec<u8>]) -> (u64, Vec<Vec<u8>>) {
        let answer = || -> Result<(u64, Vec<Vec<u8>>), ProveError> {
            Ok(match what {
                DECIDE => {
                    let wishes: Vec<&[u8]> = messages.iter().map(Vec::as_slice).collect();
                    match self.decide(&wishes)? {
                        Decided::Everything(out) => (0, out),
                        Decided::ToBeKept => panic!("it was not asked for"),
                    }
                }
                ZEROING => (u64::from(self.is_zeroing()), Vec::new()),
                BEGIN => {
                    self.begin_settling(number == 1)?;
                    (0, Vec::new())
                }
                ROUND => {
                    let round = self.round(number as u32)?;
                    (round.due.map_or(NEVER, u64::from), vec![round.settled])
                }
                LEARN => {
                    for message in messages {
                        self.learn(message)?;
                    }
                    (0, Vec::new())
                }
                _ => (0, vec![self.finish()?]),
            })
        };
        let mut answer = answer;
        answer().expect("the shard answers")
    }
}

/// What was sent between the shards, and how much.
#[derive(Default)]
pub struct Told {
    rounds: usize,
    pub wishes: usize,
    bytes: usize,
}

/// Lets each shard decide what is wished of it: what is wished of each then.
pub fn decided(shards: &mut [Box<dyn Asked>], open: &[Vec<Vec<u8>>]) -> Vec<Vec<Vec<u8>>> {
    let mut next: Vec<Vec<Vec<u8>>> = vec![Vec::new(); shards.len()];
    for (shard, messages) in shards.iter_mut().zip(open) {
        let (_, out) = shard.ask(DECIDE, 0, messages);
        for (to, message) in out.into_iter().enumerate() {
            if !message.is_empty() {
                next[to].push(message);
            }
        }
    }
    next
}

/// Drives shards to their parts. `lose` is told each time that all have answered, and may put a fresh shard in the place of one.
pub fn drive(
    shards: &mut [Box<dyn Asked>],
    lose: &mut dyn FnMut(usize) -> Option<(usize, Box<dyn Asked>)>,
) -> (Vec<Vec<u8>>, Told) {
    let of = shards.len();
    let mut told = Told::default();
    // Everything that each was told, so that one that is lost can be told again.
    let mut wishes: Vec<Vec<Vec<u8>>> = vec![Vec::new(); of];
    let mut settled: Vec<Vec<u8>> = Vec::new();
    let mut open: Vec<Vec<Vec<u8>>> = vec![Vec::new(); of];
    let mut step = 0;
    let mut first = true;
    while first || open.iter().any(|messages| !messages.is_empty()) {
        first = false;
        let next = decided(shards, &open);
        let messages = next.iter().flatten();
        told.wishes += messages.clone().count();
        told.bytes += messages.map(Vec::len).sum::<usize>();
        for (all, messages) in wishes.iter_mut().zip(&next) {
            all.extend(messages.iter().cloned());
        }
        open = next;
        step += 1;
        if let Some((at, mut fresh)) = lose(step) {
            // What it wishes again was said before.
            let before = wishes[at].len() - open[at].len();
            fresh.ask(DECIDE, 0, &wishes[at][..before]);
            shards[at] = fresh;
        }
    }
    let zeroing = shards
        .iter_mut()
        .any(|shard| shard.ask(ZEROING, 0, &[]).0 == 1);
    for shard in shards.iter_mut() {
        shard.ask(BEGIN, u64::from(zeroing), &[]);
    }
    let mut round = 0;
    loop {
        let answers: Vec<_> = shards
            .iter_mut()
            .map(|shard| shard.ask(ROUND, round, &[]))
            .collect();
        told.rounds += 1;
        let due = answers.iter().map(|(due, _)| *due).min().unwrap_or(NEVER);
        let messages: Vec<Vec<u8>> = answers
            .into_iter()
            .flat_map(|(_, messages)| messages)
            .filter(|message| !message.is_empty())
            .collect();
        told.bytes += messages.iter().map(Vec::len).sum::<usize>();
        if messages.is_empty() && due == NEVER {
            break;
        }
        round = if messages.is_empty() { due } else { round + 1 };
        for shard in shards.iter_mut() {
            shard.ask(LEARN, 0, &messages);
        }
        settled.extend(messages);
        step += 1;
        if let Some((at, mut fresh)) = lose(step) {
            fresh.ask(DECIDE, 0, &wishes[at]);
            fresh.ask(BEGIN, u64::from(zeroing), &[]);
            // As in the first round, every state is followed once before it is told what is settled.
            fresh.ask(ROUND, 0, &[]);
            fresh.ask(LEARN, 0, &settled);
            shards[at] = fresh;
        }
    }
    let parts = shards
        .iter_mut()
        .flat_map(|shard| shard.ask(FINISH, 0, &[]).1);
    (parts.collect(), told)
}

fn shard(engine: &Engine, claim: &Claim, index: u32, of: u32) -> Shard {
    watched(engine, claim, index, of).0
}

pub fn watched(engine: &Engine, claim: &Claim, index: u32, of: u32) -> (Shard, Arc<Watch>) {
    let watch = Arc::new(Watch::new());
    let shard = Shard::new(engine, claim, FINGERPRINT, (index, of), watch.clone());
    (shard.expect("there is such a shard"), watch)
}

fn shards(engine: &Engine, claim: &Claim, of: u32) -> Vec<Box<dyn Asked>> {
    let one = |index| Box::new(shard(engine, claim, index, of)) as Box<dyn Asked>;
    (0..of).map(one).collect()
}

/// The report from the parts of shards, but for these parts.
pub fn joined(engine: &Engine, claim: &Claim, parts: &[Vec<u8>]) -> Report {
    let watch = Watch::new();
    let settled = join_shards(&task(engine, claim, &watch), parts).expect("the parts fit");
    let count = parts.len() as u64;
    assert_eq!(settled.report().rests_on, [Ground::Shards { count }]);
    Report {
        memory: 0,
        rests_on: Vec::new(),
        ..settled.report().clone()
    }
}

pub fn whole(engine: &Engine, claim: &Claim) -> Report {
    let watch = Watch::new();
    without_memory(prove(&task(engine, claim, &watch)).expect("settled"))
}

#[test]
fn any_number_of_shards_report_alike() {
    let (mut wishes, mut rounds) = (0, 0);
    for (program, text) in claims() {
        let (engine, claim) = claimed(program, text);
        let expected = whole(&engine, &claim);
        for of in [1, 3] {
            let mut all = shards(&engine, &claim, of);
            let (parts, told) = drive(&mut all, &mut |_| None);
            assert_eq!(
                joined(&engine, &claim, &parts),
                expected,
                "{text}, {of} shards"
            );
            wishes += told.wishes;
            rounds = rounds.max(told.rounds);
        }
    }
    assert!(wishes > 20 && rounds > 3, "{wishes} {rounds}");
}

#[test]
fn a_shard_that_is_lost_is_made_anew() {
    for (program, text) in [CLAIMS[7], CLAIMS[11], CLAIMS[15]] {
        let (engine, claim) = claimed(program, text);
        let expected = whole(&engine, &claim);
        for lost in 1..6 {
            let mut all = shards(&engine, &claim, 3);
            let at = lost % 3;
            let mut fresh = Some(shard(&engine, &claim, at as u32, 3));
            let (parts, _) = drive(&mut all, &mut |step| {
                let fresh = fresh.take_if(|_| step == lost)?;
                Some((at, Box::new(fresh) as Box<dyn Asked>))
            });
            assert_eq!(
                joined(&engine, &claim, &parts),
                expected,
                "{text}, lost at {lost}"
            );
        }
    }
}

#[test]
fn what_is_damaged_is_refused() {
    let (engine, claim) = claimed(CLAIMS[7].0, CLAIMS[7].1);
    let mut all = shards(&engine, &claim, 2);
    let (parts, _) = drive(&mut all, &mut |_| None);
    let watch = Watch::new();
    let of = task(&engine, &claim, &watch);
    assert!(join_shards(&of, &parts).is_ok());
    let cut = [parts[0].clone(), parts[1][..parts[1].len() - 1].to_vec()];
    let twice = [parts[0].clone(), parts[0].clone()];
    for wrong in [&cut[..], &parts[..1], &twice[..], &[]] {
        assert!(join_shards(&of, wrong).is_err());
    }
    let other_program = Task {
        fingerprint: [8; 32],
        ..of
    };
    assert!(join_shards(&other_program, &parts).is_err());
    let mut one = shard(&engine, &claim, 0, 2);
    assert!(one.round(0).is_err() && one.finish().is_err() && one.learn(&[1]).is_err());
    assert!(one.decide(&[&[1, 2, 3]]).is_err());
    let watch = Arc::new(Watch::new());
    assert!(Shard::new(&engine, &claim, FINGERPRINT, (2, 2), watch).is_err());
}

/// The variables by which a process of this test knows that it is a shard: where it is asked, its claim, and which shard it is.
const PLACE: &str = "ADV_TEST_SHARD_AT";
const WHICH: &str = "ADV_TEST_SHARD";

fn put(stream: &mut TcpStream, what: u8, number: u64, messages: &[Vec<u8>]) {
    let mut bytes = vec![what];
    bytes.extend(number.to_le_bytes());
    bytes.extend((messages.len() as u64).to_le_bytes());
    for message in messages {
        bytes.extend((message.len() as u64).to_le_bytes());
        bytes.extend(message);
    }
    stream.write_all(&bytes).expect("the other end is there");
}

fn take(stream: &mut TcpStream) -> Option<(u8, u64, Vec<Vec<u8>>)> {
    let mut what = [0];
    stream.read_exact(&mut what).ok()?;
    let mut number = || {
        let mut bytes = [0; 8];
        stream.read_exact(&mut bytes).expect("a number");
        u64::from_le_bytes(bytes)
    };
    let (first, count) = (number(), number());
    let mut messages = Vec::new();
    for _ in 0..count {
        let mut length = [0; 8];
        stream.read_exact(&mut length).expect("a length");
        let mut bytes = vec![0; u64::from_le_bytes(length) as usize];
        stream.read_exact(&mut bytes).expect("a message");
        messages.push(bytes);
    }
    Some((what[0], first, messages))
}

/// A shard in a process of its own.
struct Process {
    stream: TcpStream,
    child: Child,
}

impl Asked for Process {
    fn ask(&mut self, what: u8, number: u64, messages: &[Vec<u8>]) -> (u64, Vec<Vec<u8>>) {
        put(&mut self.stream, what, number, messages);
        let (_, number, messages) = take(&mut self.stream).expect("the process answers");
        (number, messages)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.child.kill().expect("it is there");
        self.child.wait().expect("it is there");
    }
}

fn process(claim: usize, index: u32, of: u32) -> Process {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let place = listener.local_addr().expect("its own").to_string();
    let child = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "shards::shards_in_processes_report_alike"])
        .env(PLACE, place)
        .env(WHICH, format!("{claim} {index} {of}"))
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it starts");
    let (stream, _) = listener.accept().expect("it comes");
    Process { stream, child }
}

#[test]
fn shards_in_processes_report_alike() {
    if let (Ok(place), Ok(which)) = (std::env::var(PLACE), std::env::var(WHICH)) {
        let numbers: Vec<u32> = which
            .split(' ')
            .map(|n| n.parse().expect("a number"))
            .collect();
        let (program, text) = CLAIMS[numbers[0] as usize];
        let (engine, claim) = claimed(program, text);
        let mut shard = shard(&engine, &claim, numbers[1], numbers[2]);
        let mut stream = TcpStream::connect(place).expect("the driver waits");
        while let Some((what, number, messages)) = take(&mut stream) {
            let (number, messages) = shard.ask(what, number, &messages);
            put(&mut stream, what, number, &messages);
        }
        return;
    }
    for (at, (program, text)) in CLAIMS.iter().enumerate().skip(13) {
        let (engine, claim) = claimed(program, text);
        let mut all: Vec<Box<dyn Asked>> = (0..3)
            .map(|index| Box::new(process(at, index, 3)) as Box<dyn Asked>)
            .collect();
        // One is killed in the middle.
        let (parts, _) = drive(&mut all, &mut |step| {
            (step == 2).then(|| (1, Box::new(process(at, 1, 3)) as Box<dyn Asked>))
        });
        assert_eq!(
            joined(&engine, &claim, &parts),
            whole(&engine, &claim),
            "{text}"
        );
    }
}
