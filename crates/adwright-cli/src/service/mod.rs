//! Prints lists and single objects of a service as they arrive.

mod columns;
mod list;
mod object_text;
mod row_printer;
mod single;

use std::io::{self, Write};

use adwright_model::Kind;
use adwright_wire::Setting;

use crate::arguments::{OutputFormat, ReadRequest, ReadTarget, ServiceSelectionArgs};
use crate::connect::ServiceConnection;
use crate::exit::Exit;
use crate::failure::{CommandFailure, FailureContext};
use crate::printable::escape_line;
use crate::{ctrl_c, runtime};

/// Reads from the service, prints the result, and returns the exit code.
pub(crate) fn run(request: &ReadRequest<'_>, out: &mut impl Write) -> io::Result<Exit> {
    let context = FailureContext::for_connection(&request.service.connection)
        .with_json_if(request.form != OutputFormat::Text);
    runtime::block_on(async {
        let stopped = ctrl_c::listen_for_stop().await;
        let service = ServiceConnection::connect(request.service).await;
        let mut service = match service.and_then(|service| service.require_kind(request.kind)) {
            Ok(service) => service,
            Err(failure) => return failure.report(context),
        };
        let ended = match &request.wish {
            ReadTarget::Single(target) => {
                let single = single::SingleRequest {
                    target: *target,
                    form: request.form,
                    context,
                };
                single::run(&service, single, stopped, out).await
            }
            ReadTarget::List(query, most) => {
                let list = list::ListRequest {
                    kind: request.kind,
                    query: (**query).clone(),
                    most: *most,
                    form: request.form,
                    context,
                };
                list::run(&mut service, list, stopped, out).await
            }
        }?;
        let ServiceSelectionArgs {
            connection,
            settings,
        } = request.service;
        if connection.show_settings && ended == Exit::Success {
            let command = connection.add_command(&service.learned_settings(settings));
            writeln!(
                io::stderr(),
                "To store this service as a workspace: {}",
                escape_line(&command)
            )?;
        }
        Ok(ended)
    })?
}

impl ServiceConnection {
    /// Returns these settings, with the corrections that replies showed.
    fn learned_settings(&self, settings: &[String]) -> Vec<String> {
        let mut learned = self.dialect.clone();
        learned.paging_window = self.refused_from.or(learned.paging_window);
        let all = Setting::all();
        let changed = all.filter(|setting| setting.get(&learned) != setting.get(&self.dialect));
        let changed = changed.map(|setting| {
            let value = setting.get(&learned).unwrap_or_default();
            (format!("dialect.{}=", setting.key), value)
        });
        let mut settings = settings.to_vec();
        for (key, value) in changed {
            settings.retain(|setting| !setting.starts_with(&key));
            settings.push(key + &value);
        }
        settings
    }

    /// Returns the service if the dialect has a path for this kind. The path of site contacts is always known.
    fn require_kind(self, kind: Kind) -> Result<Self, CommandFailure> {
        let is_known = adwright_wire::collection_path(&self.dialect, kind).is_some();
        if is_known || kind == Kind::SiteContact {
            return Ok(self);
        }
        let failure = CommandFailure::usage("The path of this service’s ads is not set.");
        Err(failure.suggesting("Set it, such as", "dialect.adsPath=/ads"))
    }
}

/// Returns a count with the noun of its kind.
fn count_noun(number: u64, kind: Kind) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {}{plural}", kind_noun(kind))
}

const fn kind_noun(kind: Kind) -> &'static str {
    match kind {
        Kind::Campaign => "campaign",
        Kind::RetargetingDataValue => "value",
        _ => "ad",
    }
}
