//! Secrets, from all sources except the command line.

use std::collections::BTreeMap;
use std::env::VarError;
use std::io::{BufRead, BufReader, IsTerminal, Read};

use adwright_wire::SecretName;
use secrecy::SecretString;

use crate::exit::Exit;
use crate::failure::CommandFailure;

/// The sources of secrets.
pub(crate) struct SecretSources<'a, Environment, Input> {
    /// Environment variables, each after its secret's name and `=` if there are several.
    pub(crate) named: &'a [String],
    pub(crate) environment: Environment,
    /// The input whose lines are secrets, if it should be read.
    pub(crate) input: Option<Input>,
}

/// Collects all these secrets from their sources.
pub(crate) fn collect_secrets(
    required: &[SecretName],
    sources: SecretSources<'_, impl Fn(&str) -> Result<String, VarError>, impl Read + IsTerminal>,
) -> Result<BTreeMap<SecretName, SecretString>, CommandFailure> {
    if required.is_empty() && (sources.input.is_some() || !sources.named.is_empty()) {
        return Err(CommandFailure::usage(
            "There is a secret but no way to log in. Choose one with --auth.",
        ));
    }
    let mut required = required.to_vec();
    let mut secrets = BTreeMap::new();
    for named in sources.named {
        let (name, variable) = parse_secret_env(named, &required)?;
        secrets.insert(name.clone(), read_variable(variable, &sources.environment)?);
        required.retain(|missing| *missing != name);
    }
    if let Some(input) = sources.input {
        read_secret_lines(input, &mut required, &mut secrets)?;
    }
    match required.first() {
        None => Ok(secrets),
        Some(missing) => Err(CommandFailure::new(
            Exit::Unauthorized,
            format!("There is no {missing}. Pass it with --secret-env VARIABLE or --secret-stdin."),
        )),
    }
}

/// Returns the secret that a variable holds.
fn parse_secret_env<'a>(
    named: &'a str,
    required: &[SecretName],
) -> Result<(SecretName, &'a str), CommandFailure> {
    let (name, variable) = match named.split_once('=') {
        None => (None, named),
        Some((name, variable)) => (Some(name), variable),
    };
    let found = match (name, required) {
        (None, [only]) => Some(only),
        (None, _) => None,
        (Some(name), _) => required
            .iter()
            .find(|secret| secret.to_string().eq_ignore_ascii_case(name)),
    };
    let found = found.cloned().map(|found| (found, variable));
    found.ok_or_else(|| CommandFailure::usage(ambiguous_secret_message(required)))
}

/// Says why the secret of a variable is ambiguous.
fn ambiguous_secret_message(required: &[SecretName]) -> String {
    if required.is_empty() {
        return "There are more --secret-env options than secrets.".to_owned();
    }
    let each = required.iter().map(|name| format!("{name}="));
    format!(
        "--secret-env does not name the secret. Put {} before the variable.",
        each.collect::<Vec<_>>().join(" or ")
    )
}

fn read_variable(
    variable: &str,
    environment: impl Fn(&str) -> Result<String, VarError>,
) -> Result<SecretString, CommandFailure> {
    let missing = |why: &str| {
        CommandFailure::new(
            Exit::Unauthorized,
            format!("The environment variable {variable}, which --secret-env names, {why}."),
        )
    };
    match environment(variable) {
        Ok(text) if text.is_empty() => Err(missing("is empty")),
        Ok(text) => Ok(text.into()),
        Err(VarError::NotPresent) => Err(missing("is not set")),
        Err(VarError::NotUnicode(_)) => Err(missing("is not UTF-8 text")),
    }
}

/// Reads one line for each secret that is still missing.
fn read_secret_lines(
    input: impl Read + IsTerminal,
    required: &mut Vec<SecretName>,
    secrets: &mut BTreeMap<SecretName, SecretString>,
) -> Result<(), CommandFailure> {
    if input.is_terminal() {
        return Err(CommandFailure::usage(
            "A secret typed here would be visible. Pipe it into --secret-stdin, or use --secret-env.",
        ));
    }
    let mut lines = BufReader::new(input);
    for name in required.drain(..) {
        let mut line = String::new();
        let read = lines.read_line(&mut line);
        // The error message never contains the bytes of the line.
        let length = line.trim_end_matches(['\n', '\r']).len();
        line.truncate(length);
        if read.is_err() || line.is_empty() {
            return Err(CommandFailure::new(
                Exit::Unauthorized,
                format!("Standard input has no line for the {name}."),
            ));
        }
        secrets.insert(name, line.into());
    }
    Ok(())
}
