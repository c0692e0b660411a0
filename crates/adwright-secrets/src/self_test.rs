use adwright_desk::{Secrets, SecretsError};
use secrecy::{ExposeSecret, SecretString};

/// Keeps a probe, reads it back and forgets it again: whether secrets can be kept at all, before a person types one.
///
/// The error says in plain words what is wrong and what to do.
pub fn self_test(secrets: &dyn Secrets) -> Result<(), SecretsError> {
    // One name for each process, so that two that start together do not forget each other's probe.
    let name = format!("self-test/{}", std::process::id());
    let probe = SecretString::from(format!("probe of {name}"));
    secrets.set(&name, &probe)?;
    let read = secrets.get(&name);
    secrets.forget(&name)?;
    match read? {
        Some(read) if read.expose_secret() == probe.expose_secret() => Ok(()),
        Some(_) => Err(mismatch("it gave back something else than it was given")),
        None => Err(mismatch("it forgot what it was given")),
    }
}

fn mismatch(details: &str) -> SecretsError {
    SecretsError::Failed {
        details: details.to_owned(),
    }
}
