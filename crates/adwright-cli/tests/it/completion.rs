//! Completions and help.

use crate::{adwright, shown};

#[test]
fn every_shell_has_a_completion_script() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = adwright(folder.path(), &["completions", shell], b"");
        assert_eq!(output.status.code(), Some(0));
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["campaign", "check", "secret-stdin"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

#[test]
fn the_help_has_the_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    let help = shown(&adwright(folder.path(), &["--help"], b""));
    for (code, meaning) in adwright_cli::exit_codes() {
        assert!(help.contains(&format!("  {code}  {meaning}\n")), "{help}");
    }
}

#[test]
fn the_command_line_is_sound() {
    adwright_cli::command().debug_assert();
}
