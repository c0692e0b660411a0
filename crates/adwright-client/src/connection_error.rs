//! Failures of connections, in words.

use std::error::Error;
use std::io;

use rustls::CertificateError;

use crate::error::ClientError;

/// Puts a failure of the HTTP library into words, without the URL.
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

/// The first cause in words; the ones above it only repeat that something failed.
pub(crate) fn root_cause(error: &reqwest::Error) -> String {
    let Some(first) = causes(error).last() else {
        return "no cause is known".to_owned();
    };
    // The system's own text of an I/O error differs between systems and carries a number that helps nobody.
    match first.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(kind) if kind != io::ErrorKind::Other => kind.to_string(),
        _ => first.to_string(),
    }
}

/// Whether nobody knew an address for the name of the service: the system's words for it differ, and have no kind.
fn is_dns_failure(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.to_string() == "dns error")
}

/// What lies behind an error, the first cause last.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| (**cause).source())
}

/// Why a certificate is not accepted, where this cause says so.
fn certificate_problem(cause: &(dyn Error + 'static)) -> Option<String> {
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        // It gives as its source what lies behind its own content, and so passes over that.
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
