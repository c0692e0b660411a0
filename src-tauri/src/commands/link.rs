use adwright_desk::{Error, parse_web_address};

use super::{CommandResult, to_command_result};

/// Opens a web address in the system's browser, because the person asked for that address. The page has no other way to
/// open one, because the opener plugin is not exposed to it.
#[tauri::command(async)]
#[specta::specta]
pub(crate) fn link_open(address: String) -> CommandResult<()> {
    let address = to_command_result(parse_web_address(&address))?;
    let opened = tauri_plugin_opener::open_url(address, None::<&str>);
    to_command_result(opened.map_err(|error| Error::NoBrowser(error.into())))
}
