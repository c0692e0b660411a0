//! The manual: a page for each command.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use clap::{Arg, Command};

/// Escapes a text as a page does.
fn written(text: &str) -> String {
    text.replace('-', r"\-").replace('\'', r"\*(Aq")
}

/// Returns the name of an argument in a page.
fn name_of(argument: &Arg) -> String {
    let long = argument.get_long().map(|long| format!("--{long}"));
    let short = || argument.get_short().map(|short| format!("-{short}"));
    let place = || argument.get_value_names()?.first().map(ToString::to_string);
    let name = long.or_else(short).or_else(place);
    written(&name.expect("it is called something"))
}

/// Compares the pages of a command and its subcommands with their definitions, and collects the names of the pages.
fn check(command: &Command, name: &str, folder: &Path, pages: &mut BTreeSet<String>) {
    let file = format!("{name}.1");
    let page = fs::read_to_string(folder.join(&file)).unwrap_or_else(|_| panic!("no {file}"));
    let has = |text: &str| assert!(page.contains(text), "{file} has no {text}:\n{page}");
    has(&written(
        &command
            .get_about()
            .expect("it says what it does")
            .to_string(),
    ));
    let arguments = command.get_arguments().filter(|one| !one.is_hide_set());
    arguments.for_each(|argument| has(&name_of(argument)));
    for (code, meaning) in adwright_cli::exit_codes() {
        has(&format!("\n  {code}  {}\n", written(meaning)));
    }
    for below in command.get_subcommands() {
        check(
            below,
            &format!("{name}-{}", below.get_name()),
            folder,
            pages,
        );
    }
    pages.insert(file);
}

#[test]
fn each_command_has_page_with_options_and_exits() {
    let folder = tempfile::tempdir().unwrap();
    clap_mangen::generate_to(adwright_cli::manual(), folder.path()).unwrap();
    let mut command = adwright_cli::manual();
    command.build();
    let mut pages = BTreeSet::new();
    check(&command, "adwright", folder.path(), &mut pages);
    let entries = fs::read_dir(folder.path()).unwrap();
    let there: BTreeSet<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(there, pages);
    assert!(pages.contains("adwright-campaign-list.1"), "{pages:?}");
}
