//! Wording of connection failures.

use std::error::Error;
use std::io;

use rustls::CertificateError;

use crate::error::ClientError;

/// Converts an error of the HTTP library, without the URL.
pub(crate) fn connection_error(error: &reqwest::Error) -> ClientError {
    let distrust = causes(error).find_map(certificate_problem);
    if let Some(why) = distrust {
        return ClientError::CertificateRejected { why };
    }
    let why = match (error.is_timeout(), error.is_connect()) {
        (true, true) => "no connection came about in time".to_owned(),
        (true, false) => "the time for it was over".to_owned(),
        (false, true) if is_dns_failure(error) => "its name cannot be looked up".to_owned(),
        (false, _) => root_cause(error),
    };
    if error.is_connect() {
        ClientError::Unreachable { why }
    } else {
        ClientError::IncompleteReply { why, came: None }
    }
}

/// Describes the root cause. The errors above it only repeat that something failed.
pub(crate) fn root_cause(error: &reqwest::Error) -> String {
    let Some(first) = causes(error).last() else {
        return "no cause is known".to_owned();
    };
    // The text of an I/O error differs between systems and contains a useless number.
    match first.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(kind) if kind != io::ErrorKind::Other => kind.to_string(),
        _ => first.to_string(),
    }
}

/// Returns whether no address was found for the host name. The system's text for this varies and has no error kind.
fn is_dns_failure(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.to_string() == "dns error")
}

/// Returns the causes of an error, the root cause last.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| (**cause).source())
}

/// Describes why a certificate was rejected, if this cause says so.
fn certificate_problem(cause: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        // `io::Error::source` skips its own content and returns the source behind it.
        return certificate_problem(error.get_ref()?);
    }
    match cause.downcast_ref::<rustls::Error>()? {
        rustls::Error::InvalidCertificate(why) => Some(describe_certificate_error(why)),
        _ => None,
    }
}

fn describe_certificate_error(why: &CertificateError) -> String {
    let words = match why {
        CertificateError::UnknownIssuer => "nobody whom this computer trusts has signed it",
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired",
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet; the clock of this computer may be wrong"
        }
        CertificateError::Revoked => "it was revoked",
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it is for another name than the address has"
        }
        other => return other.to_string(),
    };
    words.to_owned()
}
