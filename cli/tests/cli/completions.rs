//! What `adv completions` prints, and what `adv --version` tells.

use std::process::Command;

use crate::desk::Desk;

/// The script of a shell.
fn script(desk: &Desk, shell: &str) -> String {
    let ran = desk.adv(&["completions", shell]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.all());
    ran.out
}

#[test]
fn every_shell_completes_every_command() {
    let desk = Desk::new();
    let help = desk.adv(&["--help"]).out;
    let commands: Vec<&str> = help
        .lines()
        .take_while(|line| *line != "Options:")
        .filter_map(|line| line.strip_prefix("  "))
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(
        commands.len() > 25 && commands.contains(&"completions"),
        "{help}"
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = script(&desk, shell);
        for command in &commands {
            assert!(
                script.contains(command),
                "{shell} does not know `{command}`"
            );
        }
        assert!(script.contains("certificate"), "{shell}");
    }
    let ran = desk.adv(&["completions", "csh"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err
            .contains("[possible values: bash, elvish, fish, powershell, zsh]"),
        "{}",
        ran.err
    );
}

/// What bash offers for the last of the words.
fn offered(desk: &Desk, words: &[&str]) -> Vec<String> {
    let quoted: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
    let (last, before) = (words.len() - 1, &words[words.len() - 2]);
    let text = format!(
        "{}\nCOMP_WORDS=({}); COMP_CWORD={last}; COMP_TYPE=9\n_adv adv '{}' '{before}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        script(desk, "bash"),
        quoted.join(" "),
        words[last],
    );
    let output = Command::new("bash")
        .args(["--norc", "-c", &text])
        .current_dir(desk.path("."))
        .output()
        .expect("bash runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn bash_offers_commands_options_values_and_files() {
    let has_bash = Command::new("bash").arg("--version").output().is_ok();
    if !has_bash {
        println!("NOT RUN: bash_offers_commands_options_values_and_files: there is no bash");
        return;
    }
    let desk = Desk::new();
    assert_eq!(offered(&desk, &["adv", "ver"]), ["verify"]);
    assert_eq!(
        offered(&desk, &["adv", "prove", "queen.adv", "--cert"]),
        ["--certificate"]
    );
    assert_eq!(
        offered(&desk, &["adv", "prove", "--perfect", ""]),
        ["auto", "yes", "no"]
    );
    assert_eq!(
        offered(&desk, &["adv", "prove", "--checkpoint", "que"]),
        ["queen.adv"]
    );
}

#[test]
fn the_version_tells_where_a_binary_is_from() {
    let desk = Desk::new();
    let short = desk.adv(&["-V"]).out;
    let own = format!("adv {} (", env!("CARGO_PKG_VERSION"));
    assert!(
        short.starts_with(&own) && short.lines().count() == 1,
        "{short}"
    );
    let long = desk.adv(&["--version"]).out;
    let lines: Vec<(&str, &str)> = long
        .lines()
        .skip(1)
        .filter_map(|line| line.split_once(": "))
        .collect();
    assert_eq!(long.lines().next(), short.lines().next());
    let names: Vec<&str> = lines.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["commit", "date", "target", "features"], "{long}");
    let commit = lines[0].1;
    let is_hash =
        commit.len() >= 40 && commit.bytes().take(40).all(|byte| byte.is_ascii_hexdigit());
    assert!(is_hash || commit == "unknown", "{long}");
    assert!(lines[2].1.split('-').count() >= 3, "{long}");
    assert_eq!(
        lines[3].1,
        if cfg!(feature = "native") {
            "native"
        } else {
            "none"
        }
    );
}
