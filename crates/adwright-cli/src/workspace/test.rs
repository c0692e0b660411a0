//! `adwright workspace test`.

use std::io::Write;

use serde_json::json;

use super::print_json;
use crate::arguments::{GivenSecrets, Named, Place};
use crate::connect;
use crate::exit::Exit;
use crate::failure::{Failure, Stopped};
use crate::printable::one_line;

/// Asks the workspace's service for one campaign, and says what came of it; says how the program ends.
pub(super) async fn run(named: &Named, out: &mut impl Write) -> Result<Exit, Stopped> {
    let place = Place {
        workspace: Some(named.name.clone()),
        base_url: None,
        allow_plain_http: false,
        auth: None,
        username: None,
        secrets: GivenSecrets {
            secret_env: Vec::new(),
            secret_stdin: false,
        },
    };
    let desk = connect::open(&place, &[]).await?;
    let came = desk.check_connection().await.map_err(Failure::from);
    let (is_fine, message) = match &came {
        Ok(_) => (true, "The service answers, and lists campaigns."),
        Err(failure) => (false, failure.sentence.as_str()),
    };
    if named.json {
        print_json(
            &json!([{ "step": "campaigns", "passed": is_fine, "message": message }]),
            out,
        )?;
    } else if is_fine {
        writeln!(out, "{}", one_line(message)).map_err(Stopped::Output)?;
    }
    came?;
    Ok(Exit::Fine)
}
