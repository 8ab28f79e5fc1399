//! `docs/commands.md` is written from the command's own help. `cargo bless -p adv-cli commands` writes it anew.

use std::fmt::Write as _;

use adv_testkit::fresh;

use crate::desk::Desk;

/// The help of a command, or of `adv` where none is named.
fn help(desk: &Desk, command: &[&str], option: &str) -> String {
    let mut words = command.to_vec();
    words.push(option);
    let ran = desk.adv(&words);
    assert_eq!(ran.code, 0, "{words:?} {}", ran.all());
    ran.out
}

/// The short help of a command, without the options of all commands.
fn short(desk: &Desk, command: &[&str]) -> String {
    let help = help(desk, command, "-h");
    let parts = help.trim_end().split("\n\n");
    let own: Vec<&str> = parts
        .filter(|part| !part.starts_with("Messages:"))
        .collect();
    own.join("\n\n")
}

/// The lines of a help under a heading, up to the next blank line.
fn under<'h>(help: &'h str, heading: &str) -> Vec<&'h str> {
    let lines = help.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| !line.is_empty()).collect()
}

/// The commands in a help with what they do. A text that goes on in the next line is joined.
fn commands(help: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in under(help, "Commands:") {
        match line.strip_prefix("  ") {
            Some(row) if !row.starts_with(' ') => {
                let (name, does) = row.split_once(' ').unwrap_or((row, ""));
                found.push((name.to_owned(), does.trim().to_owned()));
            }
            _ => {
                if let Some((_, does)) = found.last_mut() {
                    let _ = write!(does, " {}", line.trim());
                }
            }
        }
    }
    found.retain(|(name, _)| name != "help");
    found
}

#[test]
fn the_page_of_commands_is_their_help() {
    let desk = Desk::new();
    let whole = help(&desk, &[], "--help");
    let all = commands(&whole);
    assert!(all.len() > 20, "adv --help lists its commands:\n{whole}");
    let mut page = String::from(
        "# Commands\n\nThis page is the help of the command: `adv COMMAND --help` tells more of each option.\n\n| command | does |\n| --- | --- |\n",
    );
    for (name, does) in &all {
        let does = does.replace('|', "\\|");
        let _ = writeln!(page, "| [`adv {name}`](#adv-{name}) | {does} |");
    }
    let (_, codes) = whole.split_once("Exit codes:\n").expect("exit codes");
    let _ = write!(
        page,
        "\n## Exit codes\n\n```text\n{}\n```\n",
        codes.trim_end()
    );
    for (name, _) in &all {
        let own = short(&desk, &[name]);
        let _ = write!(page, "\n## adv {name}\n\n```text\n{own}\n```\n");
        for (action, _) in commands(&own) {
            let own = short(&desk, &[name, &action]);
            let _ = write!(page, "\n### adv {name} {action}\n\n```text\n{own}\n```\n");
        }
    }
    fresh("docs/commands.md", &page);
}
