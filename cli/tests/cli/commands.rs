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

/// The sections of a help: texts that begin in the first column, with the lines below them.
fn sections(help: &str) -> Vec<Vec<&str>> {
    let mut sections: Vec<Vec<&str>> = Vec::new();
    for line in help.trim_end().lines() {
        match sections.last_mut() {
            Some(section) if line.is_empty() || line.starts_with(' ') => section.push(line),
            _ => sections.push(vec![line]),
        }
    }
    sections
}

/// The names that a section of a help lists, with their texts.
fn listed<'h>(section: &[&'h str]) -> Vec<(&'h str, &'h str)> {
    let rows = section.iter().filter_map(|line| line.strip_prefix("  "));
    let rows = rows.filter(|row| !row.starts_with(' '));
    rows.filter_map(|row| row.split_once(' '))
        .map(|(name, does)| (name, does.trim()))
        .collect()
}

/// The long help of a command, without the options of all commands.
fn own(help: &str) -> String {
    let of_all = |section: &Vec<&str>| ["Messages:", "Files:"].contains(&section[0]);
    let own = sections(help)
        .into_iter()
        .filter(|section| !of_all(section));
    own.map(|section| section.join("\n"))
        .collect::<Vec<String>>()
        .join("\n")
}

#[test]
fn the_page_of_commands_is_their_help() {
    let desk = Desk::new();
    let whole = help(&desk, &[], "--help");
    let (groups, rest) = whole.split_once("\nOptions:\n").expect("options");
    let (options, codes) = rest.split_once("Exit codes:\n").expect("exit codes");
    let (codes, _) = codes
        .split_once("\n\n`adv COMMAND")
        .expect("the last sentence");
    let mut page =
        String::from("# Commands\n\nThis page is `adv COMMAND --help` of all commands.\n");
    let mut helps = String::new();
    for section in sections(groups) {
        let all = listed(&section);
        if all.is_empty() {
            continue;
        }
        let _ = write!(
            page,
            "\n| {} | |\n| --- | --- |\n",
            section[0].trim_end_matches(':')
        );
        for (name, does) in all {
            let _ = writeln!(page, "| [`adv {name}`](#adv-{name}) | {does} |");
            let long = help(&desk, &[name], "--help");
            let _ = write!(
                helps,
                "\n## adv {name}\n\n```text\n{}\n```\n",
                own(&long).trim_end()
            );
            let sections = sections(&long);
            let actions = sections.iter().filter(|section| section[0] == "Commands:");
            for (action, _) in actions
                .flat_map(|section| listed(section))
                .filter(|(name, _)| *name != "help")
            {
                let long = help(&desk, &[name, action], "--help");
                let _ = write!(
                    helps,
                    "\n### adv {name} {action}\n\n```text\n{}\n```\n",
                    own(&long).trim_end()
                );
            }
        }
    }
    let _ = write!(
        page,
        "\n## Exit codes\n\n```text\n{codes}\n```\n\n## Options of all commands\n\n```text\n{}\n```\n{helps}",
        options.trim_end()
    );
    let lines: Vec<&str> = page.lines().map(str::trim_end).collect();
    fresh("docs/commands.md", &(lines.join("\n") + "\n"));
}
