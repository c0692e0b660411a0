use adwright_model::Facet;

use crate::date::format_day;
use crate::document_index::{DocumentIndex, FieldInstance, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// An end before its start, or a flight outside its campaign.
pub(super) const RULE: Rule = Rule {
    id: "start-before-end",
    code: None,
    title: "End before start",
    about: "A campaign or a flight ends after it starts, and a flight lies within its campaign. \
           Otherwise nothing is served, or less than was bought.",
    source: "The interface, Campaign: \"Campaign field list, including which fields are required: not shown.\" The \
            dates are our own choice and apply in Practice and in workspaces that have them.",
    kinds: &[],
    cases: &[
        warning(
            "order",
            "{field} is {end}, but the start is {start}. Nothing can be served in between, so put \
            the end after the start.",
        ),
        warning(
            "before",
            "{field} of this flight is {flight}, but its campaign starts on {campaign}. Nothing is \
            served before that, so move the flight or the campaign.",
        ),
        warning(
            "after",
            "{field} of this flight is {flight}, but its campaign ends on {campaign}. Nothing is \
            served after that, so move the flight or the campaign.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ends = index.fields_with(Facet::Instant);
    let ends = ends.filter(|instance| instance.field.name == "endDate");
    let campaign = index.objects("Campaign").next();
    let flights = index.objects("Flight");
    let outside = flights.flat_map(|flight| check_flight(&flight, campaign.as_ref()));
    ends.filter_map(check_order).chain(outside).collect()
}

fn check_order(end: FieldInstance<'_>) -> Option<Finding> {
    let ends = end.node?.as_i64()?;
    let starts = end.object().integer("startDate")?;
    (ends < starts).then(|| {
        RULE.finding_at("order", &end)
            .with_arg("end", format_day(ends))
            .with_arg("start", format_day(starts))
    })
}

fn check_flight(
    flight: &ObjectInstance<'_>,
    campaign: Option<&ObjectInstance<'_>>,
) -> Vec<Finding> {
    let finding = |case, field, is_outside: fn(i64, i64) -> bool| {
        let campaign = campaign?.integer(field)?;
        let field = flight.field(field)?;
        let flight = field.node?.as_i64()?;
        is_outside(flight, campaign).then(|| {
            RULE.finding_at(case, &field)
                .with_arg("flight", format_day(flight))
                .with_arg("campaign", format_day(campaign))
        })
    };
    let before = finding("before", "startDate", |flight, campaign| flight < campaign);
    let after = finding("after", "endDate", |flight, campaign| flight > campaign);
    before.into_iter().chain(after).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    #[test]
    fn a_campaign_ends_after_it_starts() {
        let same = [("endDate", "1760000000000")];
        check(RULE.id, &TestCase::update(&same), &expect![[""]]);
        let open = [("endDate", "null")];
        check(RULE.id, &TestCase::update(&open), &expect![[""]]);
        let early = [("endDate", "1759999999999")];
        check(
            RULE.id,
            &TestCase::update(&early),
            &expect![[r#"
            Warning at endDate: End is 2025-10-09, but the start is 2025-10-09. Nothing can be served in between, so put the end after the start.
        "#]],
        );
    }

    #[test]
    fn a_flight_lies_within_its_campaign() {
        let flight = |start: &str, end: &str| {
            let flight = format!(r#"[{{"name":"One","startDate":{start},"endDate":{end}}}]"#);
            TestCase::update(&[("flights", &flight)])
        };
        let whole = flight("1760000000000", "1761000000000");
        check(RULE.id, &whole, &expect![[""]]);
        let longer = flight("1759900000000", "1761100000000");
        check(
            RULE.id,
            &longer,
            &expect![[r#"
            Warning at flights[0].startDate: Start of this flight is 2025-10-08, but its campaign starts on 2025-10-09. Nothing is served before that, so move the flight or the campaign.
            Warning at flights[0].endDate: End of this flight is 2025-10-22, but its campaign ends on 2025-10-20. Nothing is served after that, so move the flight or the campaign.
        "#]],
        );
        let backwards = flight("1760900000000", "1760100000000");
        check(
            RULE.id,
            &backwards,
            &expect![[r#"
            Warning at flights[0].endDate: End is 2025-10-10, but the start is 2025-10-19. Nothing can be served in between, so put the end after the start.
        "#]],
        );
    }
}
