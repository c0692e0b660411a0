//! Writes the guide of the terminal, from the command line's own description: `terminal_guide FILE`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use clap::{Arg, Command};

const BEGINNING: &str = "# Adwright in the terminal

Written by `cargo xtask codegen` from the command line of the program `adwright`; do not edit it. `adwright --help` and
`adwright COMMAND --help` say the same, and so do the manual pages that come with the packages.
`adwright completions SHELL` prints what a shell needs to complete command lines.

## A first look

Without anything else, each command is about Practice, which needs no network: `adwright campaign list --max 5`.
A service of one's own is a workspace (`adwright workspace add`), or is named with each command, here a practice service
that runs beside it, with a login whose password is in a variable:

```sh
adwright-service --port 8080 --password practice &
export PRACTICE=practice
at=(--base-url http://127.0.0.1:8080 --auth session --username mara.lindgaard --secret-env PRACTICE)
adwright campaign list --max 5 \"${at[@]}\"
adwright campaign update 1072226018 --set 'name=\"Spring, DE\"' \"${at[@]}\"       # shows it, and keeps it as a draft
adwright campaign update 1072226018 --set 'name=\"Spring, DE\"' \"${at[@]}\" --go  # the same draft once more: now it is sent
adwright draft list \"${at[@]}\"  # what waits to be sent
```

Nothing is sent without `--go`. What a plan shows is kept as a draft, and saying the same once more takes that draft, so that
nothing is begun twice. A draft with errors stays, unless `--override RULE` names the rule whose errors it is sent in spite
of; its receipt says so. `adwright draft discard` puts drafts aside, and `adwright draft restore` brings them back.
`adwright draft copy` begins a copy, which is sent as something new.

A command that reads with `--base-url` and `--show-settings` says at its end which `adwright workspace add` keeps that
service, with the settings that its answers showed.

A file becomes drafts all or none. A create that was stopped can be run again: objects that this workspace sent with the same
content are left out, and a sentence says so. `--again` creates them once more. Equal objects in one file are separate objects.

A login that opens a session (`--auth session`) opens one for a workspace: its token is in the system's keyring, where the
window and each command find it, also where `--secret-env` or `--secret-stdin` gives the password. The password itself is
kept nowhere then. Where there is no keyring or it is locked (it is not asked to unlock itself for a password that is given),
and for a service without a workspace (`--base-url`), each command opens a session of its own. The interface names no way to
log out, so these stay open until the service ends them: where a service allows few, use a workspace and a keyring.
";

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args_os().nth(1).ok_or("the file is missing")?;
    fs::write(file, guide()?)?;
    Ok(())
}

fn guide() -> Result<String, std::fmt::Error> {
    let mut command = adwright_cli::command().disable_help_subcommand(true);
    command.build();
    let mut leaves = Vec::new();
    gather(&command, &mut leaves);
    let mut text = BEGINNING.to_owned();
    exit_codes(&mut text)?;
    json_shapes(&mut text)?;
    for leaf in &leaves {
        describe(leaf, &mut text)?;
    }
    // They are the same for all commands that have them; some have a part of them only.
    let count = |leaf: &&&Command| leaf.get_arguments().filter(|one| is_shared(one)).count();
    if let Some(shared) = leaves.iter().max_by_key(count) {
        writeln!(text, "\n## Which service, and who asks\n")?;
        options(shared, is_shared, &mut text)?;
    }
    Ok(text)
}

/// The commands that do something.
fn gather<'a>(command: &'a Command, leaves: &mut Vec<&'a Command>) {
    if !command.has_subcommands() {
        leaves.push(command);
    }
    for below in command.get_subcommands() {
        gather(below, leaves);
    }
}

fn exit_codes(text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "\n## How it ends\n\n| code | meaning |\n| --- | --- |"
    )?;
    for (code, meaning) in adwright_cli::exit_codes() {
        writeln!(text, "| {code} | {meaning} |")?;
    }
    Ok(())
}

fn json_shapes(text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "\n## What `--json` prints\n\nNothing but JSON goes to standard output; what is said to a person goes to standard error.\nWith `--show-reply` a failure is one line there, `{{message, reply}}`, and `reply` is null where nothing came. Wherever there is a\n`reply`, it is `{{request, status, at, headers, body, about, more, text}}`, without secrets: `text` is all of it, to be read.\n\n| commands | what is printed |\n| --- | --- |"
    )?;
    for shape in adwright_cli::JSON_SHAPES {
        let commands = shape.commands.iter().map(|command| format!("`{command}`"));
        let commands: Vec<_> = commands.collect();
        let what = match (shape.is_array, shape.members) {
            (true, []) => "An array of objects as the service has them, byte for byte.".to_owned(),
            (false, []) => "The object as the service has it, byte for byte.".to_owned(),
            (true, members) => format!("An array of `{{{}}}`.", members.join(", ")),
            (false, members) => format!("`{{{}}}`.", members.join(", ")),
        };
        let lists = shape.lists.iter();
        let lists = lists
            .map(|(name, members)| format!(" Each of `{name}` is `{{{}}}`.", members.join(", ")));
        let cell = format!("{what}{} {}", lists.collect::<String>(), shape.note);
        writeln!(text, "| {} | {} |", commands.join(", "), cell.trim_end())?;
    }
    Ok(())
}

fn describe(command: &Command, text: &mut String) -> std::fmt::Result {
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let about = command.get_long_about().or_else(|| command.get_about());
    let about = sentence(about.map(ToString::to_string));
    writeln!(text, "\n## `{name}`\n\n{about}\n")?;
    let places = command.get_positionals().map(place).collect::<String>();
    let options_too = command.get_opts().next().map_or("", |_| " [OPTIONS]");
    writeln!(text, "```\n{name}{options_too}{places}\n```\n")?;
    options(command, |option| !is_shared(option), text)?;
    if command.get_arguments().any(is_shared) {
        writeln!(
            text,
            "\nBesides: [which service, and who asks](#which-service-and-who-asks)."
        )?;
    }
    Ok(())
}

/// Where an argument without a name stands.
fn place(argument: &Arg) -> String {
    let value = values(argument);
    if argument.is_required_set() {
        format!(" {value}")
    } else {
        format!(" [{value}]")
    }
}

fn options(
    command: &Command,
    is_meant: impl Fn(&Arg) -> bool,
    text: &mut String,
) -> std::fmt::Result {
    let own = |argument: &&Arg| !matches!(argument.get_id().as_str(), "help" | "version");
    for argument in command
        .get_arguments()
        .filter(own)
        .filter(|&one| is_meant(one))
    {
        let help = argument.get_long_help().or_else(|| argument.get_help());
        // What follows the first paragraph stays in the item.
        let help = sentence(help.map(ToString::to_string)).replace("\n\n", "\n\n  ");
        writeln!(
            text,
            "- `{}`: {help}{}",
            spelled(argument),
            choices(argument)
        )?;
    }
    Ok(())
}

/// What clap says, with the full stop that it takes away from single paragraphs.
fn sentence(text: Option<String>) -> String {
    let text = text.unwrap_or_default();
    format!("{}.", text.trim_end().trim_end_matches('.'))
}

fn spelled(argument: &Arg) -> String {
    match argument.get_long() {
        None => values(argument),
        Some(name) if argument.get_action().takes_values() => {
            format!("--{name} {}", values(argument))
        }
        Some(name) => format!("--{name}"),
    }
}

fn values(argument: &Arg) -> String {
    let names = argument.get_value_names().unwrap_or_default();
    names.join(" ")
}

fn choices(argument: &Arg) -> String {
    if !argument.get_action().takes_values() {
        return String::new();
    }
    let values = argument.get_possible_values();
    let names: Vec<_> = values
        .iter()
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!(" One of {}.", names.join(", "))
}

fn is_shared(argument: &Arg) -> bool {
    argument.get_help_heading() == Some("Which service, and who asks")
}
