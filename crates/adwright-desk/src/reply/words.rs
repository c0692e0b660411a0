use adwright_client::{ClientError, Evidence, repeated};
use adwright_review::grouped;
use adwright_wire::{Dialect, Setting, Unreadable};

/// What came, from where, and what to do next; none where the failure's own words say all that there is.
pub(crate) fn sentence(error: &ClientError) -> Option<String> {
    let at = at(error.evidence()?);
    if let Some(header) = error.missing_header() {
        return Some(format!(
            "{}. Set the header {header} under “Plain headers” in the workspace’s settings, or as a header with a secret \
             value.",
            capitalised(&error.to_string())
        ));
    }
    Some(match error {
        ClientError::Unreadable { why, .. } => unreadable(*why, &at),
        ClientError::TooLarge { limit, .. } => format!(
            "The answer ({at}) is larger than {} bytes, and the rest of it was not read. Ask for smaller pages, or \
             allow larger replies, in the workspace’s settings.",
            grouped(*limit)
        ),
        ClientError::BrokenOff { why, .. } => format!(
            "The answer ({at}) ended before it was whole: {why}. Try again; if it happens each time, look at the \
             reply for how far it came."
        ),
        ClientError::RepeatsSecret { header, .. } => format!(
            "The answer ({at}) repeats {}, and was not kept for that reason. {}",
            repeated(header.as_deref()),
            against_repeating(header.as_deref())
        ),
        ClientError::LoginRefused {
            status: 404 | 405, ..
        } => format!(
            "The service has no login there ({at}). Set “Path of the login” in the workspace’s settings, or let the \
             connection doctor look for it."
        ),
        ClientError::Unauthorized { message, .. } => format!(
            "The service asks for another login ({at}){}. Check the login, and enter its password or token anew, in the \
             workspace’s settings.",
            message
                .as_ref()
                .map_or_else(String::new, |message| format!(": “{message}”"))
        ),
        ClientError::LoginSentOn { to, .. } => format!(
            "The service sends the login on to {to}, where the password does not follow. Let the connection doctor look for \
             the login; or set “Path of the login” in the workspace’s settings.",
        ),
        ClientError::Unclear { why, .. } => format!(
            "{}. Look at the reply of {}; then check the address in the workspace’s settings, or try again later.",
            capitalised(why),
            address(error.evidence()?)
        ),
        ClientError::Refused {
            status: 404, codes, ..
        } if codes.iter().all(|code| *code == 404) => format!(
            "The service has nothing at {0} (status 404). Let the connection doctor try other ways to ask, such as with a \
             slash at the end; or check {1} in the workspace’s settings.",
            address(error.evidence()?),
            setting_of_path(address(error.evidence()?))
        ),
        _ => return None,
    })
}

/// The setting that says where something is.
fn setting_of_path(address: &str) -> String {
    let key = if address.contains("/tagManagers") {
        "restPrefix"
    } else if address.contains("/campaigns") {
        return "the address".to_owned();
    } else {
        "adsPath"
    };
    let setting = Setting::of_key(key).expect("it is in the table of settings");
    format!("“{}”", setting.title)
}

/// What to do about an answer that repeats a secret: a value that stands in ordinary answers may be none.
fn against_repeating(header: Option<&str>) -> String {
    let tell = "Look at the reply, where secrets are hidden, and tell whoever runs the service."
        .to_owned();
    match header.filter(|name| Dialect::may_be_plain(name)) {
        Some(name) => format!(
            "If {name} is no secret, take it out of the headers with secret values and enter it under “Plain headers” in the \
             workspace’s settings. {tell}"
        ),
        None => tell,
    }
}

/// A list of which not a byte came, nor a word that it is empty.
pub(crate) fn silence(evidence: &Evidence) -> String {
    format!(
        "The service answered with nothing at all ({}). Try again; if it stays so, check the address in the workspace’s \
         settings.",
        at(evidence)
    )
}

fn unreadable(why: Unreadable, at: &str) -> String {
    match why {
        Unreadable::WebPage => format!(
            "The service answered with a web page instead of data ({at}). A sign-in page, a proxy or a wrong address does that. \
             Look at the reply; then check the address and the login in the workspace’s settings."
        ),
        Unreadable::CutOff => format!(
            "The service answered with JSON that ends in the middle ({at}). Try again, or ask for smaller pages in the workspace’s \
             settings."
        ),
        Unreadable::NotJson => format!(
            "The service answered with something that is no JSON ({at}). Look at the reply; then check the address in the \
             workspace’s settings."
        ),
        Unreadable::OtherForm => format!(
            "The service answered with JSON, but it is not clear where in it the data is ({at}). Look at the reply; then let the \
             connection doctor look for it, or say in the workspace’s settings where it is."
        ),
        Unreadable::MemberTwice => format!(
            "The service answered with JSON that has a member twice, so nobody can tell which one counts ({at}). Look at the reply, \
             and tell whoever runs the service."
        ),
        Unreadable::NoObject => format!(
            "The service answered with something else where the object should be ({at}). Look at the reply; then check the address \
             in the workspace’s settings."
        ),
    }
}

/// The status, and where it came from.
fn at(evidence: &Evidence) -> String {
    format!("status {}, {}", evidence.status, address(evidence))
}

/// The address without its query.
fn address(evidence: &Evidence) -> &str {
    let address = evidence.address.split_once('?');
    address.map_or(&evidence.address, |(address, _)| address)
}

/// The text with a capital at its beginning.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}
