//! Reads and prints one object.

use std::io::{self, Write};

use adwright_client::ClientError;
use adwright_model::{EditableDocument, Node, Path};

use super::columns::display_value;
use super::kind_noun;
use super::object_text::object_text;
use crate::arguments::{OutputFormat, SingleTarget};
use crate::backoff::{PauseNotices, retry_when_busy};
use crate::connect::ServiceConnection;
use crate::exit::Exit;
use crate::failure::{CommandFailure, FailureContext};
use crate::printable::escape_line;

/// The greatest width of a path. A longer path pushes its value aside.
const MAX_WIDTH: usize = 48;

/// The object to print.
pub(super) struct SingleRequest<'a> {
    pub(super) target: SingleTarget,
    pub(super) form: OutputFormat,
    pub(super) context: FailureContext<'a>,
}

/// Fetches and prints one object, and returns the exit code.
pub(super) async fn run(
    service: &ServiceConnection,
    request: SingleRequest<'_>,
    stopped: impl Future<Output = ()>,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let SingleRequest {
        target,
        form,
        context,
    } = request;
    let _pauses = PauseNotices::subscribe(&service.client);
    let fetched = retry_when_busy(async || fetch(service, target).await, |error| Some(error));
    let fetched = tokio::select! {
        fetched = fetched => fetched?,
        () = stopped => return incomplete_failure("Stopped before the service answered.").report(context),
    };
    let found = match fetched {
        Ok(Some(found)) => found,
        Ok(None) => return not_found_failure(target).report(context),
        Err(error) => return CommandFailure::from(error).report(context),
    };
    match object_text(found.as_bytes()) {
        Ok(_) if form == OutputFormat::Text => print_fields(&found, context, out),
        Ok(text) => {
            writeln!(out, "{text}")?;
            Ok(Exit::Success)
        }
        Err(why) => incomplete_failure(&format!("The service’s reply cannot be read: {why}"))
            .report(context),
    }
}

fn incomplete_failure(sentence: &str) -> CommandFailure {
    CommandFailure::new(Exit::Incomplete, sentence.to_owned())
}

async fn fetch(
    service: &ServiceConnection,
    target: SingleTarget,
) -> Result<Option<String>, ClientError> {
    match target {
        SingleTarget::Entity(kind, id) => service.client.get(kind, id).await,
        SingleTarget::SiteContact {
            campaign,
            id,
            from_advertiser,
        } => {
            let client = &service.client;
            client.get_site_contact(campaign, id, from_advertiser).await
        }
    }
}

fn not_found_failure(target: SingleTarget) -> CommandFailure {
    let missing = match target {
        SingleTarget::Entity(kind, id) => format!("{} {id}", kind_noun(kind)),
        SingleTarget::SiteContact { campaign, id, .. } => {
            format!("site contact {id} of campaign {campaign}")
        }
    };
    let sentence = format!("The service has no {missing} for this login.");
    CommandFailure::new(Exit::Refused, sentence)
}

/// Prints one field on each line, with its path.
fn print_fields(text: &str, context: FailureContext<'_>, out: &mut impl Write) -> io::Result<Exit> {
    let document = match EditableDocument::parse(text) {
        Ok(document) => document,
        Err(why) => {
            let why = format!("{why} Use --json to see the reply.");
            return incomplete_failure(&why).report(context);
        }
    };
    let mut fields = Vec::new();
    collect_fields(&Path::root(), &document.root(), &mut fields);
    let widths = fields.iter().map(|(place, _)| place.chars().count());
    let width = widths
        .filter(|&width| width <= MAX_WIDTH)
        .max()
        .unwrap_or(0);
    for (place, value) in &fields {
        writeln!(out, "{place:<width$}  {value}")?;
    }
    Ok(Exit::Success)
}

/// Collects the values that contain no others, each with its path. The parser limits their depth.
fn collect_fields(path: &Path, node: &Node<'_>, fields: &mut Vec<(String, String)>) {
    if node.is_empty() {
        let place = escape_line(&path.to_string()).into_owned();
        fields.push((place, display_value(node).into_owned()));
        return;
    }
    for (name, member) in node.members() {
        collect_fields(&path.child(name), &member, fields);
    }
    for (at, item) in node.items().enumerate() {
        collect_fields(&path.item(at), &item, fields);
    }
}
