//! Writes the guide of the terminal, from the command line's own description: `terminal_guide FILE`.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;

use clap::{Arg, Command};

const BEGINNING: &str = "# Adwright in the terminal

`cargo xtask codegen` writes this page from the command line of the program `adwright`; do not edit it. `adwright --help`,
`adwright COMMAND --help` and the manual pages in the packages have the same text.
`adwright completions SHELL` prints a script that completes command lines.

## A first look

Without options, each command uses Practice, which needs no network: `adwright campaign list --max 5`.
Your own service needs a workspace. To read from the service, its base URL is enough. The example uses a practice service on
the same computer, with its password in a variable:

```sh
adwright-service --port 8080 --password practice &
export PRACTICE=practice
at=(--base-url http://127.0.0.1:8080 --auth session --username mara.lindgaard)
adwright campaign list --max 5 \"${at[@]}\" --secret-env PRACTICE  # only reads
adwright workspace add Trial \"${at[@]}\" --no-secret
in=(--workspace Trial --secret-env PRACTICE)
adwright campaign update 1072226018 --set 'name=\"Spring, DE\"' \"${in[@]}\"       # shows the change and saves a draft
adwright campaign update 1072226018 --set 'name=\"Spring, DE\"' \"${in[@]}\" --go  # sends the same draft
adwright draft list \"${in[@]}\"  # lists the remaining drafts
```

A service without a workspace (`--base-url`) can only be read. Drafts and sends need a workspace.

Nothing is sent without `--go`. A plan is saved as a draft. If you repeat the command, it uses that draft, so there is no
second one. A draft with errors is not sent, unless `--override RULE` overrides the errors of that rule; the receipt records
it. `adwright draft discard` discards drafts, and `adwright draft restore` restores them. `adwright draft copy` makes a copy,
which is sent as a new object.

`--show-settings` prints an `adwright workspace add` command after reading with `--base-url`. That command stores the service
as a workspace, with the settings found in its answers.

All objects of a file become drafts, or none. You can repeat a stopped create: objects that this workspace sent with the
same content are skipped, and a sentence reports them. `--again` creates them once more. Equal objects in one file are
separate objects.

A workspace shares its session login (`--auth session`). The token is in the system's keyring for the window and for each
command, also if `--secret-env` or `--secret-stdin` supplies the password. In that case the password is not stored. A command
opens its own session if there is no keyring, if the keyring is locked, or if the service has no workspace (`--base-url`). If
you supply the password, a locked keyring stays locked and asks nothing. The interface has no logout, so sessions stay open
until the service ends them. If a service allows only a few sessions, use a workspace and a keyring.
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
    // Shared options are equal in all commands, but some commands have only a part of them.
    let count = |leaf: &&&Command| leaf.get_arguments().filter(|one| is_shared(one)).count();
    if let Some(shared) = leaves.iter().max_by_key(count) {
        writeln!(text, "\n## Service and login\n")?;
        options(shared, is_shared, &mut text)?;
    }
    Ok(text)
}

/// Collects the commands without subcommands.
fn gather<'a>(command: &'a Command, leaves: &mut Vec<&'a Command>) {
    if !command.has_subcommands() {
        leaves.push(command);
    }
    for below in command.get_subcommands() {
        gather(below, leaves);
    }
}

fn exit_codes(text: &mut String) -> std::fmt::Result {
    writeln!(text, "\n## Exit codes\n\n| code | meaning |\n| --- | --- |")?;
    for (code, meaning) in adwright_cli::exit_codes() {
        writeln!(text, "| {code} | {meaning} |")?;
    }
    Ok(())
}

fn json_shapes(text: &mut String) -> std::fmt::Result {
    writeln!(
        text,
        "\n## What `--json` prints\n\nStandard output has JSON only; messages go to standard error. With `--show-reply` a failure is one line on\nstandard error, `{{message, reply}}`, and `reply` is null if no reply came. Every `reply` is\n`{{request, status, at, headers, body, about, more, text}}`, without secrets: `text` is the whole reply for a person.\n\n| commands | output |\n| --- | --- |"
    )?;
    for shape in adwright_cli::JSON_SHAPES {
        let commands = shape.commands.iter().map(|command| format!("`{command}`"));
        let commands: Vec<_> = commands.collect();
        let what = match (shape.is_array, shape.members) {
            (true, []) => "An array of the service's objects, byte for byte.".to_owned(),
            (false, []) => "The service's object, byte for byte.".to_owned(),
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
        writeln!(text, "\nSee also [service and login](#service-and-login).")?;
    }
    Ok(())
}

/// Returns the usage of a positional argument.
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
        // The other paragraphs stay in the list item.
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

/// Restores the full stop that clap removes from single paragraphs.
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
    argument.get_help_heading() == Some("Service and login")
}
