//! What a service is asked for, printed as it comes.

mod columns;
mod list;
mod one;
mod row;
mod rows;

use std::io::{self, Write};

use adwright_model::Kind;
use adwright_wire::Setting;

use crate::arguments::{Form, Request, ServiceArguments, Wish};
use crate::connect::Service;
use crate::exit::Exit;
use crate::failure::{Failure, Telling};
use crate::printable::one_line;
use crate::{runtime, stop};

/// Asks the service, and prints what it has; says how the program ends.
pub(crate) fn run(request: &Request<'_>, out: &mut impl Write) -> io::Result<Exit> {
    let telling = Telling::of(&request.service.place, request.form != Form::Text);
    runtime::wait(async {
        let stopped = stop::listen().await;
        let service = Service::of(request.service).await;
        let mut service = match service.and_then(|service| service.has(request.kind)) {
            Ok(service) => service,
            Err(failure) => return failure.tell(telling),
        };
        let ended = match &request.wish {
            Wish::One(id) => one::run(&service, (request, telling), *id, stopped, out).await,
            Wish::List(query, most) => {
                let asked = list::Asked {
                    kind: request.kind,
                    query: (**query).clone(),
                    most: *most,
                    form: request.form,
                    telling,
                };
                list::run(&mut service, asked, stopped, out).await
            }
        }?;
        let ServiceArguments { place, settings } = request.service;
        if place.show_settings && ended == Exit::Fine {
            let command = place.adding(&service.learned(settings));
            writeln!(io::stderr(), "To keep this service: {}", one_line(&command))?;
        }
        Ok(ended)
    })?
}

impl Service {
    /// These settings, with those that answers showed to be otherwise.
    fn learned(&self, settings: &[String]) -> Vec<String> {
        let mut learned = self.dialect.clone();
        learned.trailing_slash = self.client.trailing_slash(learned.trailing_slash);
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

    /// The service, if the dialect says where it has this kind.
    fn has(self, kind: Kind) -> Result<Self, Failure> {
        if adwright_wire::collection_path(&self.dialect, kind).is_some() {
            return Ok(self);
        }
        let failure = Failure::usage("Nothing says where this service has its ads.");
        Err(failure.unless("Say it, such as", "dialect.adsPath=/ads"))
    }
}

/// So many of a kind, in words.
fn count(number: u64, kind: Kind) -> String {
    let noun = match kind {
        Kind::Campaign => "campaign",
        Kind::RetargetingDataValue => "value",
        _ => "ad",
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}
