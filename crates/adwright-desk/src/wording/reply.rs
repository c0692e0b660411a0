//! The wording of replies that failed.

use adwright_client::{ClientError, RedactedReply};
use adwright_review::group_thousands;
use adwright_wire::{Dialect, EnvelopeError, RequestFailure, Setting, describe_leaked_secret};

/// Returns what the service replied, from where, and what to do next; none if the error's own message says
/// everything.
pub(crate) fn client_error_message(error: &ClientError) -> Option<String> {
    let at = status_and_address(error.reply()?);
    if let Some(header) = error.failure.missing_header() {
        return Some(format!(
            "{}. Set the header {header} under “Plain headers” in the workspace’s settings, or as a header with a secret \
             value.",
            capitalize(&error.to_string())
        ));
    }
    Some(match &error.failure {
        RequestFailure::Unreadable(why) => unreadable_message(*why, &at),
        RequestFailure::TooLarge { limit } => format!(
            "The reply ({at}) is larger than {} bytes, so the rest of it was not read. Fetch smaller pages, or \
             allow larger replies, in the workspace’s settings.",
            group_thousands(*limit)
        ),
        RequestFailure::IncompleteReply(cause) => format!(
            "The reply ({at}) ended too early: {cause}. Try again. If it happens each time, look at the reply to \
             see how much arrived."
        ),
        RequestFailure::ReplyLeaksSecret { header } => format!(
            "The reply ({at}) repeats {}, so it was not kept. {}",
            describe_leaked_secret(header.as_deref()),
            repeated_secret_advice(header.as_deref())
        ),
        RequestFailure::LoginRefused {
            status: 404 | 405, ..
        } => format!(
            "The service has no login there ({at}). Set “Path of the login” in the workspace’s settings, or let the \
             connection doctor look for it."
        ),
        RequestFailure::Unauthorized { message } => format!(
            "The service asks for another login ({at}){}. Check the login, and enter its password or token again, in the \
             workspace’s settings.",
            message
                .as_ref()
                .map_or_else(String::new, |message| format!(": “{message}”"))
        ),
        RequestFailure::LoginRedirected { to, .. } => format!(
            "The service redirects the login to {to}, and the password is not sent there. Let the connection doctor look for \
             the login; or set “Path of the login” in the workspace’s settings.",
        ),
        failure @ (RequestFailure::Unclear(_) | RequestFailure::LoginRedirectedNowhere { .. }) => {
            format!(
                "{}. Look at the reply of {}; then check the address in the workspace’s settings, or try again later.",
                capitalize(&failure.to_string()),
                address_without_query(error.reply()?)
            )
        }
        RequestFailure::Refused {
            status: 404, codes, ..
        } if codes.iter().all(|code| *code == 404) => format!(
            "The service has nothing at {0} (status 404). Let the connection doctor try other paths, such as one with a \
             slash at the end; or check {1} in the workspace’s settings.",
            address_without_query(error.reply()?),
            path_setting_title(address_without_query(error.reply()?))
        ),
        _ => return None,
    })
}

/// Returns the title of the setting for a path.
fn path_setting_title(address: &str) -> String {
    let key = if address.contains("/tagManagers") {
        "restPrefix"
    } else if address.contains("/campaigns") {
        return "the address".to_owned();
    } else {
        "adsPath"
    };
    let setting = Setting::from_key(key).expect("it is in the table of settings");
    format!("“{}”", setting.title)
}

/// Returns advice for a reply that repeats a secret. A value that occurs in ordinary replies may not be secret.
fn repeated_secret_advice(header: Option<&str>) -> String {
    let tell =
        "Look at the reply, where secrets are hidden, and tell the service’s operator.".to_owned();
    match header.filter(|name| Dialect::can_be_plain(name)) {
        Some(name) => format!(
            "If {name} is not a secret, remove it from the headers with secret values and enter it under “Plain headers” in the \
             workspace’s settings. {tell}"
        ),
        None => tell,
    }
}

/// Returns the message for a list reply that has no body and no sign that the list is empty.
pub(crate) fn empty_reply_message(evidence: &RedactedReply) -> String {
    format!(
        "The service sent an empty reply ({}). Try again. If the next reply is empty too, check the address in the \
         workspace’s settings.",
        status_and_address(evidence)
    )
}

fn unreadable_message(why: EnvelopeError, at: &str) -> String {
    match why {
        EnvelopeError::WebPage => format!(
            "The service answered with a web page instead of data ({at}). The cause may be a sign-in page, a proxy or a wrong address. \
             Look at the reply; then check the address and the login in the workspace’s settings."
        ),
        EnvelopeError::Truncated => format!(
            "The service answered with JSON that ends too early ({at}). Try again, or set smaller pages in the workspace’s \
             settings."
        ),
        EnvelopeError::NotJson => format!(
            "The service answered with something that is not JSON ({at}). Look at the reply; then check the address in the \
             workspace’s settings."
        ),
        EnvelopeError::UnknownEnvelope => format!(
            "The service answered with JSON, but it is not clear where the data is ({at}). Look at the reply; then let the \
             connection doctor look for it, or set its place in the workspace’s settings."
        ),
        EnvelopeError::DuplicateMember => format!(
            "The service answered with JSON that has a member twice, so it is not clear which one counts ({at}). Look at the reply, \
             and tell the service’s operator."
        ),
        EnvelopeError::NotAnObject => format!(
            "The service’s reply has no object in the expected place ({at}). Look at the reply; then check the address \
             in the workspace’s settings."
        ),
    }
}

/// Returns the status and the address.
fn status_and_address(evidence: &RedactedReply) -> String {
    format!(
        "status {}, {}",
        evidence.status,
        address_without_query(evidence)
    )
}

fn address_without_query(evidence: &RedactedReply) -> &str {
    let address = evidence.address.split_once('?');
    address.map_or(&evidence.address, |(address, _)| address)
}

/// Returns the text with its first letter in upper case.
#[must_use]
pub fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
