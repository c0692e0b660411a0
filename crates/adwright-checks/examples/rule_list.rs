//! Writes the list of all rules for the user guide. Usage: `rule_list FILE`; `cargo xtask codegen` does it.

use std::fmt::Write as _;
use std::{env, fs};

use adwright_checks::{Rule, rules};

fn main() {
    let file = env::args().nth(1).expect("the file to write");
    let mut text = format!(
        "# Rules\n\nWritten by `cargo xtask codegen` from `crates/adwright-checks/src/rules`; do not edit it. {} rules, in the \
         order in which they are checked.\nAn *error* blocks sending unless you override it for that send, a *warning* is \
         probably a mistake, a *note* is worth knowing.\nIn the terminal, `adwright explain RULE` says the same.\n",
        rules().len()
    );
    for rule in rules() {
        write(&mut text, rule);
    }
    fs::write(file, text).expect("the file can be written");
}

fn write(text: &mut String, rule: &Rule) {
    let prediction = rule.code.map_or(String::new(), |code| {
        format!(" Predicts the service's code {code}.")
    });
    let wordings = rule.cases.iter().map(|case| {
        let severity = format!("{:?}", case.severity).to_lowercase();
        format!(
            "- *{severity}*: {}
",
            case.wording
        )
    });
    let wordings: String = wordings.collect();
    write!(
        text,
        "\n## {id}\n\n**{title}.** {about}{prediction}\n\n{wordings}\nSource: {source}\n",
        id = rule.id,
        title = rule.title,
        about = rule.about,
        source = rule.source,
    )
    .expect("writing to a text cannot fail");
}
