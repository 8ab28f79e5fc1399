//! `adv prove --shard`, `--join`: the bytes of a proof in one piece, whoever was ended meanwhile, and clear refusals.

use std::process::{Child, Stdio};

use crate::desk::{Desk, Ran};

const PROGRAM: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../examples/endgames/krk-strategy.adv"
);
const CLAIM: &str =
    "prove krk from all positions where SQ(B.K) = a1 ∧ dist(W.K, B.K) = 2 reaches mate";
const REFUTED: &str = "prove krk from all positions where SQ(B.K) = a1 ∧ dist(W.K, B.K) = 2 reaches mate within 8 moves";

fn of_claim<'a>(claim: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&["prove", PROGRAM, "--claim", claim], more].concat()
}

/// Begins one shard of a claim.
fn begin(desk: &Desk, claim: &str, shard: &str, more: &[&str]) -> Child {
    let more = [&["--shard", shard, "--dir", "shared"], more].concat();
    let mut command = desk.command(&of_claim(claim, &more));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("the binary starts")
}

fn end(child: Child) -> Ran {
    let output = child.wait_with_output().expect("the binary ends");
    Ran {
        code: output.status.code().unwrap_or(-1),
        out: String::new(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// What `--join` reports, and what the proof in one piece does.
fn joined(desk: &Desk, claim: &str, more: &[&str]) -> [Ran; 2] {
    let whole = desk.adv(&of_claim(claim, more));
    let joined = desk.adv(&of_claim(claim, &[more, &["--join", "shared"]].concat()));
    [joined, whole]
}

#[test]
fn shards_that_were_ended_go_on_and_report_as_one_piece() {
    let desk = Desk::new();
    let first = begin(&desk, CLAIM, "1/2", &["--threads", "1"]);
    // The second is ended while it decides, by a request and by the system, and begun anew.
    let ran = end(begin(&desk, CLAIM, "2/2", &["--stop-after", "20"]));
    assert_eq!(ran.code, 6, "{}", ran.err);
    assert!(
        ran.err.contains("interrupted in shard 2 of 2"),
        "{}",
        ran.err
    );
    assert!(ran.err.contains("the same command goes on"), "{}", ran.err);
    let mut killed = begin(&desk, CLAIM, "2/2", &[]);
    let _ = killed.kill();
    end(killed);
    let second = begin(&desk, CLAIM, "2/2", &["--threads", "2"]);
    for child in [first, second] {
        let ran = end(child);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(ran.err.contains("--join shared` reports"), "{}", ran.err);
    }
    let [one, whole] = joined(&desk, CLAIM, &["--certificate", "proof.cert"]);
    assert_eq!((one.code, &one.out), (0, &whole.out), "{}", one.err);
    assert_eq!(desk.adv(&["verify", "proof.cert"]).code, 0);
    let again = end(begin(&desk, CLAIM, "2/2", &[]));
    assert!(
        again.code == 0 && again.err.contains("is done"),
        "{}",
        again.err
    );
}

#[test]
fn a_claim_that_shards_refute_is_reported_with_its_lines() {
    let desk = Desk::new();
    let children = ["1/3", "2/3", "3/3"].map(|shard| begin(&desk, REFUTED, shard, &[]));
    for child in children {
        assert_eq!(end(child).code, 0);
    }
    let [one, whole] = joined(&desk, REFUTED, &["--format", "json"]);
    assert_eq!((one.code, &one.out), (5, &whole.out), "{}", one.err);
}

#[cfg(unix)]
#[test]
fn drivers_of_one_machine_and_of_an_array_report_as_one_piece() {
    let desk = Desk::new();
    let adv = std::path::Path::new(env!("CARGO_BIN_EXE_adv"));
    let path = format!(
        "{}:/usr/bin:/bin",
        adv.parent().expect("a folder").display()
    );
    let driver = |name: &str, arguments: &[&str], variables: &[(&str, &str)]| {
        let script = format!("{}/../cluster/{name}", env!("CARGO_MANIFEST_DIR"));
        let mut command = desk.command(&[]);
        let known: Vec<_> = command
            .get_envs()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
            .collect();
        command = std::process::Command::new("sh");
        command
            .arg(script)
            .args(arguments)
            .current_dir(desk.path("."))
            .envs(known)
            .env("PATH", &path)
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command.spawn().expect("there is a shell")
    };
    let whole = desk.adv(&of_claim(CLAIM, &[]));
    let claim = ["--claim", CLAIM];
    let local = [&["2", "local", PROGRAM], &claim[..]].concat();
    let local = driver("local.sh", &local, &[]).wait_with_output();
    let local = local.expect("it ends");
    assert_eq!(
        String::from_utf8_lossy(&local.stdout),
        whole.out,
        "{local:?}"
    );
    let task = |number| {
        let variables = [
            ("SLURM_ARRAY_TASK_ID", number),
            ("SLURM_ARRAY_TASK_COUNT", "2"),
        ];
        driver("slurm.sh", &[&[PROGRAM], &claim[..]].concat(), &variables)
    };
    for task in ["1", "2"].map(task) {
        assert_eq!(end(task).code, 0);
    }
    let array = desk.adv(&of_claim(CLAIM, &["--join", "shards"]));
    assert_eq!((array.code, array.out), (whole.code, whole.out));
}

#[test]
fn files_that_are_not_of_the_proof_are_refused() {
    let desk = Desk::new();
    let told = |ran: Ran, code: i32, part: &str| {
        assert!(
            ran.code == code && ran.err.contains(part),
            "{part}: {}",
            ran.all()
        );
    };
    let join = |claim: &str| desk.adv(&of_claim(claim, &["--join", "shared"]));
    told(join(CLAIM), 1, "no shards are kept in `shared/claim-");
    let alone = end(begin(&desk, CLAIM, "1/1", &[]));
    assert_eq!(alone.code, 0, "{}", alone.err);
    told(join(REFUTED), 1, "another program or claim");
    let folder = format!("shared/{}/of-1", desk.names("shared")[0]);
    let part = format!("{folder}/part-0-from-1");
    let whole = desk.bytes(&part);
    let mut altered = whole.clone();
    altered[whole.len() / 2] ^= 1;
    desk.put(&part, &altered);
    told(join(CLAIM), 1, "its seal does not fit");
    desk.put(&part, desk.bytes(&format!("{folder}/settled-0-from-1")));
    told(join(CLAIM), 1, "it is another file");
    desk.put(&part, &whole);
    let mut command = desk.command_of("other", &of_claim(CLAIM, &["--join", "shared"]));
    let other = command.output().expect("it runs");
    assert_eq!(other.status.code(), Some(1));
    assert_eq!(join(CLAIM).code, 0);
    std::fs::remove_file(desk.path(&part)).expect("removed");
    told(join(CLAIM), 1, "shard 1 of 1 of the claim");
    // A file that a shard needs of itself or of another is looked at as well.
    desk.put(&format!("{folder}/wishes-0-from-1"), &altered);
    let ran = end(begin(&desk, CLAIM, "1/1", &[]));
    told(ran, 1, "wishes-0-from-1` cannot be used");
    let held = std::fs::File::create(desk.path(&format!("{folder}/shard-1.lock")));
    let held = held.expect("made");
    held.try_lock().expect("free");
    let ran = end(begin(&desk, CLAIM, "1/1", &[]));
    told(ran, 1, "another process is at work on shard 1 of 1");
    drop(held);
    desk.put(&format!("{folder}/../of-2/wishes-0-from-1"), "");
    told(join(CLAIM), 1, "has proofs by 1 and by 2 shards");
    let scan = "prove in-check(us) ⇒ us-to-move from all positions";
    let ran = end(begin(&desk, scan, "1/1", &[]));
    told(ran, 1, "the claim is not about play");
    for (shard, dir) in [("0/2", "shared"), ("3/2", "shared"), ("2", "shared")] {
        let ran = desk.adv(&of_claim(CLAIM, &["--shard", shard, "--dir", dir]));
        told(ran, 1, "expected a shard and the number of all");
    }
    let ran = desk.adv(&["prove", ".", "--join", "shared"]);
    told(ran, 1, "`--join` reports the proof of one program");
}
