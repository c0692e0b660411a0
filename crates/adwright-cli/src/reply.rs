//! Prints replies of a service, for a person or a script to examine.

use std::io::{self, Write};

use adwright_views::ReplyView;

use crate::printable::escape_line;

/// The number of bytes of a reply that are printed as text.
const PRINTED: usize = 4 * 1024;

/// Prints a reply, or its first bytes, below the message about it.
pub(crate) fn print_reply(reply: &ReplyView, out: &mut impl Write) -> io::Result<()> {
    let printed = &reply.text[..reply.text.floor_char_boundary(PRINTED)];
    for line in printed.lines() {
        let line = format!("  {}", escape_line(&line.replace('\t', "    ")));
        writeln!(out, "{}", line.trim_end())?;
    }
    if printed.len() < reply.text.len() {
        writeln!(out, "  … --json prints the rest.")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answer_is_truncated_with_a_notice() {
        let reply = ReplyView {
            request: String::new(),
            status: None,
            at: None,
            headers: Vec::new(),
            body: String::new(),
            about: String::new(),
            more: None,
            text: format!("GET /\n{}", "ü".repeat(PRINTED)),
        };
        let mut out = Vec::new();
        print_reply(&reply, &mut out).unwrap();
        let printed = String::from_utf8(out).unwrap();
        assert!(printed.len() < PRINTED + 100, "{}", printed.len());
        assert!(
            printed.ends_with("ü\n  … --json prints the rest.\n"),
            "{printed}"
        );
    }
}
