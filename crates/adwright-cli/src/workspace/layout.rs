//! `adwright workspace layout`.

use std::io::Write;

use adwright_views::FormSection;

use crate::arguments::LayoutArgs;
use crate::connect;
use crate::exit::Exit;
use crate::failure::CommandAbort;
use crate::files::read_text;
use crate::printable::escape_line;

/// Prints the layout of a workspace's form, or uses the layout of a file. Returns the exit code.
pub(super) async fn run(layout: &LayoutArgs, out: &mut impl Write) -> Result<Exit, CommandAbort> {
    let desk = connect::open_named_offline(&layout.name).await?;
    let Some(file) = &layout.import else {
        let text = desk.customization.form_layout_text();
        out.write_all(text.as_bytes())
            .map_err(CommandAbort::Output)?;
        return Ok(Exit::Success);
    };
    let sections = desk.customization.read_form_layout(&read_text(file)?)?;
    print_sections(&sections, out)?;
    let message = if layout.yes {
        desk.customization.save_form_layout(&sections)?;
        "The form now has this layout."
    } else {
        "Nothing was changed. Add --yes to use this layout."
    };
    writeln!(out, "{message}").map_err(CommandAbort::Output)?;
    Ok(Exit::Success)
}

fn print_sections(sections: &[FormSection], out: &mut impl Write) -> Result<(), CommandAbort> {
    for section in sections {
        writeln!(out, "{}", escape_line(&section.title)).map_err(CommandAbort::Output)?;
        for field in &section.fields {
            let hidden = if field.hidden { ", hidden" } else { "" };
            let line = format!("{} ({}){hidden}", field.label, field.name);
            writeln!(out, "  {}", escape_line(&line)).map_err(CommandAbort::Output)?;
        }
    }
    Ok(())
}
