use adwright_model::Path;

use crate::check_input::Phase;
use crate::document_index::DocumentIndex;
use crate::fact::Fact;
use crate::finding::Finding;
use crate::rule::{Rule, error};

/// 62004: the login lacks the privilege.
///
/// While the fact is unknown, no note is added: every document would get it.
pub(super) const RULE: Rule = Rule {
    id: "insufficient-privileges",
    code: Some(62004),
    title: "Login lacks the privilege",
    about: "The service allows each login only certain actions, but does not list them. Adwright learns about missing \
           privileges from refusals.",
    source: "The interface, Authentication: \"When the caller lacks privileges for an action, the \
            service answers with error 62004.\"",
    kinds: &[],
    cases: &[error(
        "refused",
        "Your login may not {action} this {noun}, so the service will refuse it (62004). Ask for \
        the privilege, or connect with another login.",
    )],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let input = &index.input;
    let refused = input.fact(Fact::MayWrite).filter(|known| !known.value);
    let action = match input.phase {
        Phase::Create => "create",
        Phase::Update => "change",
    };
    let finding = refused.map(|known| {
        RULE.finding("refused", Path::root())
            .with_source(known.source_text())
    });
    finding
        .map(|finding| {
            finding
                .with_arg("action", action)
                .with_arg("noun", input.noun())
        })
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn unprivileged_login_is_reported_before_sending() {
        check(
            RULE.id,
            &TestCase::update(&[]).with_fact(Fact::MayWrite, false, None),
            &expect![[r"
                Error at : Your login may not change this campaign, so the service will refuse it (62004). Ask for the privilege, or connect with another login.
                  source: practice admin
            "]],
        );
        check(
            RULE.id,
            &TestCase::create(&[]).with_fact(Fact::MayWrite, false, None),
            &expect![[r"
                Error at : Your login may not create this campaign, so the service will refuse it (62004). Ask for the privilege, or connect with another login.
                  source: practice admin
            "]],
        );
    }

    #[test]
    fn allowed_or_unknown_login_has_no_finding() {
        check(
            RULE.id,
            &TestCase::update(&[]).with_fact(Fact::MayWrite, true, None),
            &expect![[""]],
        );
        check(RULE.id, &TestCase::update(&[]), &expect![[""]]);
    }
}
