//! Reads the causes of connection failures.

use std::error::Error;
use std::io;

use adwright_wire::{CertificateProblem, ConnectionFailure, RequestFailure};
use rustls::CertificateError;

/// Converts an error of the HTTP library, without the URL.
pub(crate) fn connection_failure(error: &reqwest::Error) -> RequestFailure {
    if let Some(problem) = causes(error).find_map(certificate_problem) {
        return RequestFailure::CertificateRejected(problem);
    }
    let cause = match (error.is_timeout(), error.is_connect()) {
        (true, true) => ConnectionFailure::ConnectTimeout,
        (true, false) => ConnectionFailure::RequestTimeout,
        (false, true) if is_dns_failure(error) => ConnectionFailure::UnknownHost,
        (false, _) => root_cause(error),
    };
    if error.is_connect() {
        RequestFailure::Unreachable(cause)
    } else {
        RequestFailure::IncompleteReply(cause)
    }
}

/// Returns the root cause. The errors above it only repeat that something failed.
pub(crate) fn root_cause(error: &reqwest::Error) -> ConnectionFailure {
    let Some(first) = causes(error).last() else {
        return ConnectionFailure::Unexplained;
    };
    // The text of an I/O error differs between systems and contains a useless number.
    ConnectionFailure::Other(
        match first.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(kind) if kind != io::ErrorKind::Other => kind.to_string(),
            _ => first.to_string(),
        },
    )
}

/// Returns whether no address was found for the host name. The system's text for this varies and has no error kind.
fn is_dns_failure(error: &reqwest::Error) -> bool {
    causes(error).any(|cause| cause.to_string() == "dns error")
}

/// Returns the causes of an error, the root cause last.
fn causes(error: &reqwest::Error) -> impl Iterator<Item = &(dyn Error + 'static)> {
    std::iter::successors(error.source(), |cause| (**cause).source())
}

/// Returns why a certificate was rejected, if this cause says so.
fn certificate_problem(cause: &(dyn Error + 'static)) -> Option<CertificateProblem> {
    if let Some(error) = cause.downcast_ref::<io::Error>() {
        // `io::Error::source` skips its own content and returns the source behind it.
        return certificate_problem(error.get_ref()?);
    }
    let rustls::Error::InvalidCertificate(error) = cause.downcast_ref::<rustls::Error>()? else {
        return None;
    };
    Some(match error {
        CertificateError::UnknownIssuer => CertificateProblem::UnknownIssuer,
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            CertificateProblem::Expired
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            CertificateProblem::NotYetValid
        }
        CertificateError::Revoked => CertificateProblem::Revoked,
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            CertificateProblem::WrongName
        }
        other => CertificateProblem::Other(other.to_string()),
    })
}
