//! The command line with its help: commands in groups, short helps of one screen.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use clap::{Command, CommandFactory as _};

use super::Arguments;

/// Groups of commands, in the order of the help. The names `find` and `sheet` are reserved for the groups look and teach.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "write",
        &["new", "fmt", "check", "test", "explain", "repl", "learn"],
    ),
    ("look", &["run", "board", "refute", "trace", "whole"]),
    ("play", &["play", "match", "uci"]),
    (
        "prove",
        &["prove", "verify", "diff", "survey", "measure", "tables"],
    ),
    (
        "teach",
        &["assess", "annotate", "cases", "solve", "doc", "studio"],
    ),
    ("tools", &["build", "disasm", "lsp", "bench", "completions"]),
];

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  the program or the input is wrong, a test fails, something cannot be read or written
  2  no advice applies in the position, or `refute` finds nothing that was tried in vain;
     a game of a match does not reach its goal; `solve` finds another thing than the file says
  3  the budget is exhausted; a whole play or a refutation has nodes left open
  4  the engine that is played against fails
  5  a claim is not proved, a certificate or the file of a p-strategy is refused
  6  a proof was interrupted and can be resumed; `verify`, `solve`, `tables`, `whole` or
     `learn` was interrupted

Wherever a FILE is wanted it may be a source (.adv) or a compiled module (.advc), told apart by
their first bytes; `-` is standard input. No output is written over a file that the command reads;
an output that is a link is written where the link leads.

`adv COMMAND -h` has the options of a command, `adv COMMAND --help` all that is said of them;
docs/commands.md has the helps of all commands.";

/// Command line of adv. A short help leaves out the options under headings and says so.
pub fn command() -> Command {
    let command = Arguments::command();
    let mut names = String::new();
    let mut all = String::new();
    for (group, members) in GROUPS {
        let _ = writeln!(names, "  {group:6} {}", members.join(", "));
        let _ = writeln!(all, "To {group}:");
        for name in members {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(all, "  {name:12} {about}");
        }
        all.push('\n');
    }
    let all = all.replace("To tools:", "Tools:");
    command
        .help_template("{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}")
        .before_help(names)
        .before_long_help(all.trim_end().to_owned())
        .after_help("`adv --help` says what each command does, `adv COMMAND -h` has its options.")
        .after_long_help(EXIT_CODES)
        .mut_subcommands(short)
}

/// Command whose short help has the options without a heading alone, and names the long one.
fn short(command: Command) -> Command {
    let headings: Vec<String> = command
        .get_arguments()
        .filter_map(|argument| argument.get_help_heading())
        .map(str::to_lowercase)
        .chain(["messages".to_owned(), "files".to_owned()])
        .collect();
    let rest: BTreeSet<&str> = headings.iter().map(String::as_str).collect();
    let rest: Vec<&str> = rest.into_iter().collect();
    let name = command.get_name();
    let more = format!(
        "`adv {name} --help` says more, and has the options under: {}",
        rest.join(", ")
    );
    let long = command.get_after_help().cloned();
    let command = command
        .mut_args(|argument| {
            let has_heading = argument.get_help_heading().is_some();
            argument.hide_short_help(has_heading)
        })
        .after_help(more);
    match long {
        Some(long) => command.after_long_help(long),
        None => command.after_long_help(""),
    }
}

#[cfg(test)]
mod tests {
    use super::{GROUPS, command};

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, members)| *members)
            .copied()
            .collect();
        grouped.sort_unstable();
        let command = command();
        let shown = command
            .get_subcommands()
            .filter(|command| !command.is_hide_set());
        let mut commands: Vec<&str> = shown.map(clap::Command::get_name).collect();
        commands.sort_unstable();
        assert_eq!(grouped, commands);
    }
}
