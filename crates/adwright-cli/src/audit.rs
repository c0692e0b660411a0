//! `adwright audit`.

use std::io::{self, Write};

use crate::arguments::AuditArgs;
use crate::exit::Exit;
use crate::failure::{CommandAbort, FailureContext, report_result};
use crate::json::print_json;
use crate::printable::escape_line;
use crate::{connect, runtime};

/// Verifies the receipts, and returns the exit code.
pub(crate) fn run(audit: &AuditArgs, out: &mut impl Write) -> io::Result<Exit> {
    let done = runtime::block_on(async {
        let desk = connect::open_offline(&audit.connection).await?;
        let result = desk.outbox.verify_receipts()?;
        if audit.json {
            print_json(&result, out)?;
        } else {
            writeln!(out, "{}", escape_line(&result.message)).map_err(CommandAbort::Output)?;
        }
        Ok(match result.broken {
            None => Exit::Success,
            Some(_) => Exit::Findings,
        })
    })?;
    let context = FailureContext::for_connection(&audit.connection);
    report_result(done, context.with_json_if(audit.json))
}
