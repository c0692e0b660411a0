//! One object.

use std::io::{self, Write};

use adwright_desk::Desk;
use adwright_model::{Editable, Id, Kind, Node, Path};

use super::columns::shown;
use super::count;
use super::row::object;
use crate::arguments::{Form, Request};
use crate::connect::Service;
use crate::exit::Exit;
use crate::failure::{Failure, Telling};
use crate::patience::{Pauses, in_time};
use crate::printable::one_line;

/// No place is given more room than this; what is longer pushes its value aside.
const WIDEST: usize = 48;

/// Gets and prints one object; says how the program ends.
pub(super) async fn run(
    service: &Service,
    (request, telling): (&Request<'_>, Telling<'_>),
    id: Id,
    stopped: impl Future<Output = ()>,
    out: &mut impl Write,
) -> io::Result<Exit> {
    let _pauses = Pauses::of(&service.client);
    let got = in_time(
        async || service.client.get(request.kind, id).await,
        |error| Some(error),
    );
    let got = tokio::select! {
        got = got => got?,
        () = stopped => return incomplete("Stopped before the service answered.").tell(telling),
    };
    let found = match got {
        Ok(Some(found)) => found,
        Ok(None) => return nothing(request.kind, id).tell(telling),
        Err(error) => return Failure::from(error).tell(telling),
    };
    if let Some(Err(error)) = service.desk.as_ref().map(Desk::learn_paths) {
        return Failure::from(error).tell(telling);
    }
    match object(found.as_bytes()) {
        Ok(_) if request.form == Form::Text => fields(&found, telling, out),
        Ok(text) => {
            writeln!(out, "{text}")?;
            Ok(Exit::Fine)
        }
        Err(why) => {
            incomplete(&format!("What the service sent cannot be read: {why}")).tell(telling)
        }
    }
}

fn incomplete(sentence: &str) -> Failure {
    Failure::new(Exit::Incomplete, sentence.to_owned())
}

fn nothing(kind: Kind, id: Id) -> Failure {
    let noun = count(1, kind);
    let noun = noun.trim_start_matches("1 ");
    Failure::new(
        Exit::Refused,
        format!("The service has no {noun} {id} that this login may see."),
    )
}

/// Prints one field on each line, with its place.
fn fields(text: &str, telling: Telling<'_>, out: &mut impl Write) -> io::Result<Exit> {
    let document = match Editable::parse(text) {
        Ok(document) => document,
        Err(why) => {
            let why = format!("{why} Use --json to see it as it came.");
            return incomplete(&why).tell(telling);
        }
    };
    let mut fields = Vec::new();
    gather(&Path::root(), &document.root(), &mut fields);
    let widths = fields.iter().map(|(place, _)| place.chars().count());
    let width = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    for (place, value) in &fields {
        writeln!(out, "{place:<width$}  {value}")?;
    }
    Ok(Exit::Fine)
}

/// The values that hold no others, each with its place; their depth is bounded by the parser.
fn gather(path: &Path, node: &Node<'_>, fields: &mut Vec<(String, String)>) {
    if node.is_empty() {
        let place = one_line(&path.to_string()).into_owned();
        fields.push((place, shown(node).into_owned()));
        return;
    }
    for (name, member) in node.members() {
        gather(&path.child(name), &member, fields);
    }
    for (at, item) in node.items().enumerate() {
        gather(&path.item(at), &item, fields);
    }
}
