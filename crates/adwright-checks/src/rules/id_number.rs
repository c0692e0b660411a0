use std::borrow::Cow;

use adwright_model::{Edit, Facet, FieldType, JsonType, Node, Path, is_id_name};

use super::MOST_FINDINGS;
use crate::check_input::{CheckInput, display_value};
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::id_damage::{IdDamage, KEPT_DIGITS, is_rounded_from};
use crate::rule::{Rule, error, note};

/// An id that no service assigns: zero or less, or damaged by a spreadsheet.
///
/// Ids that the service sent are not reported. Neither are folders, because the root folder is -1.
pub(super) const RULE: Rule = Rule {
    id: "id",
    code: None,
    title: "Id that no service assigns",
    about: "Services number their objects from 1. Tools write 0 or -1 if they have no id; an empty field is \
           clearer. A spreadsheet keeps 15 digits of a number. It writes a longer id with an exponent or with \
           zeros at its end, which is the id of another object.",
    source: "The interface, Resources and their fields: ids are Long, so whole numbers of up to 19 digits. Public \
            help pages of the historic ad server of this interface: the ids seen are positive, except for the root \
            folder, which is -1.",
    kinds: &[],
    cases: &[
        note(
            "no-id",
            "{field} is {value}, but services number objects from 1. Leave it empty if there is no id.",
        ),
        error(
            "spelled",
            "{field} is {value}. A spreadsheet wrote this id as a decimal number, so digits may be lost. \
            Enter the whole id as the service shows it.",
        ),
        error(
            "rounded",
            "{field} is {value}. All digits after the 15th are zeros, as if a spreadsheet had rounded the id. \
            Enter the whole id as the service shows it.",
        ),
        error(
            "lost",
            "{field} is {value}, but the service has {whole}. A spreadsheet or script rounded the last digits. \
            Restore {whole}.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let ids = index.fields_with(Facet::Id);
    let mut findings: Vec<_> = ids
        .filter(|instance| !is_usual(instance))
        .filter_map(|instance| impossible_id(&instance).or_else(|| check_field(&instance)))
        .collect();
    index.visit_uncatalogued(&mut |name, node, path| {
        if findings.len() < MOST_FINDINGS && is_id_name(name) {
            findings.extend(check_uncatalogued(&index.input, name, &node, path));
        }
    });
    findings
}

/// A fast path: returns true if an id is so short that it cannot be damaged, and is not zero or less.
fn is_usual(instance: &FieldInstance<'_>) -> bool {
    let digits = match instance.node.map_or("", |node| node.raw()).as_bytes() {
        [b'"', text @ .., b'"'] => text,
        number => number,
    };
    digits.len() <= KEPT_DIGITS
        && matches!(digits, [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit))
}

fn impossible_id(instance: &FieldInstance<'_>) -> Option<Finding> {
    let field = instance.field;
    // Folders have a different kind of number.
    if field.ty != FieldType::Integer || field.name == "folderId" {
        return None;
    }
    let node = instance.node?;
    let value = node.as_id().filter(|value| *value < 1)?;
    let is_sent = instance
        .base
        .is_some_and(|base| base.equals_ignoring_id_type(&node));
    let is_limited = instance.field.minimum.is_some();
    (!is_sent && !is_limited).then(|| {
        RULE.finding_at("no-id", instance)
            .with_arg("value", value.to_string())
    })
}

fn check_field(instance: &FieldInstance<'_>) -> Option<Finding> {
    let node = instance.node?;
    let is_number = instance.field.ty == FieldType::Integer && node.json_type() == JsonType::Number;
    // The rule `type` reports fractions.
    if is_number && node.as_i64().is_none() {
        return None;
    }
    let damage = DamagedId::detect(&node, instance.base.as_ref())?;
    let finding = damage.finding(&instance.field.title, instance.path());
    Some(if instance.is_editable() {
        finding
    } else {
        Finding {
            fix: None,
            ..finding
        }
    })
}

fn check_uncatalogued(
    input: &CheckInput<'_>,
    name: &str,
    node: &Node<'_>,
    path: &dyn Fn() -> Path,
) -> Option<Finding> {
    let base = input.base.and_then(|base| base.get(&path()));
    let damage = DamagedId::detect(node, base.as_ref())?;
    Some(damage.finding(name, path()))
}

/// The damage to an id, and the id that the service has.
struct DamagedId<'n> {
    case: &'static str,
    value: Cow<'n, str>,
    /// The undamaged id as the service spells it, if it is known.
    whole: Option<&'n str>,
}

impl<'n> DamagedId<'n> {
    fn detect(node: &Node<'n>, base: Option<&Node<'n>>) -> Option<Self> {
        if base.is_some_and(|base| base.raw() == node.raw()) {
            return None;
        }
        let visible_damage = match node.json_type() {
            JsonType::Number => IdDamage::from_number(node.raw()),
            JsonType::String => IdDamage::from_text(&node.as_str()?),
            _ => return None,
        };
        let ids = || Some((node.as_i64()?, base?.as_i64()?));
        let is_lost = || ids().is_some_and(|(id, whole)| is_rounded_from(id, whole));
        let is_same = || base.is_some_and(|base| base.same_value(node));
        let (case, is_of_base) = match visible_damage {
            Some(IdDamage::Reformatted) => ("spelled", is_same()),
            _ if is_lost() => ("lost", true),
            Some(IdDamage::Rounded) => ("rounded", false),
            None => return None,
        };
        Some(Self {
            case,
            value: display_value(node),
            whole: base.filter(|_| is_of_base).map(Node::raw),
        })
    }

    fn finding(self, field: &str, path: Path) -> Finding {
        let finding = RULE.finding(self.case, path.clone());
        let finding = finding
            .with_arg("field", field)
            .with_arg("value", self.value);
        let Some(whole) = self.whole else {
            return finding;
        };
        let json = whole.to_owned();
        let label = format!("Restore {whole}");
        finding
            .with_arg("whole", whole)
            .with_fix(label, Edit::Set { path, json })
    }
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(json: &str) -> TestCase {
        TestCase::new_of(Kind::ExpandableBannerAd, json)
    }

    #[test]
    fn ids_count_from_one() {
        check(
            RULE.id,
            &ad(r#"{"id":1,"adTemplateId":null,"banner":{"assetId":7,"folderId":-1,"width":0}}"#),
            &expect![[""]],
        );
        check(
            RULE.id,
            &ad(r#"{"id":0,"adTemplateId":-1,"banner":{"assetId":0.0}}"#),
            &expect![[r#"
                Note at id: Ad ID is 0, but services number objects from 1. Leave it empty if there is no id.
                Note at adTemplateId: Template ID is -1, but services number objects from 1. Leave it empty if there is no id.
                Note at banner.assetId: Asset ID is 0, but services number objects from 1. Leave it empty if there is no id.
            "#]],
        );
    }

    #[test]
    fn id_from_the_service_has_no_finding() {
        let sent = TestCase::update_from(&[("createdBy", "0"), ("id", "0")], &[]);
        check(RULE.id, &sent, &expect![[""]]);
    }

    #[test]
    fn id_that_a_spreadsheet_damaged_is_an_error() {
        for (path, value, case) in [
            ("brandId", "5.2024E+4", "spelled"),
            ("brandId", "9.00719925474099E+15", "spelled"),
            ("brandId", "88120.0", "spelled"),
            ("brandId", "\"9.00719925474099E+15\"", "spelled"),
            ("brandId", "\"9,00719925474099E+15\"", "spelled"),
            ("orderId", "5.2024E+4", "spelled"),
            ("orderId", "\"5.2024E+4\"", "spelled"),
            ("brandId", "900719925474099000", "rounded"),
            ("orderId", "\"900719925474099000\"", "rounded"),
        ] {
            let case_of = TestCase::create(&[(path, value)]);
            let expected = format!("{path} Error {case}");
            assert_eq!(case_of.outline(RULE.id), [expected], "{value}");
        }
        let nested = TestCase::create(&[("plan", r#"{"lines":[{"siteId":1},{"siteId":1e4}]}"#)]);
        assert_eq!(
            nested.outline(RULE.id),
            ["plan.lines[1].siteId Error spelled"]
        );
    }

    #[test]
    fn undamaged_ids_and_other_numbers_are_fine() {
        for (path, value) in [
            ("brandId", "9007199254740993"),
            ("brandId", "9007199254740990"),
            ("brandId", "\"9007199254740993\""),
            ("budget", "1.25e4"),
            ("orderId", "\"52024e4\""),
            ("orderId", "\"1.5\""),
            ("paid", "1.5"),
        ] {
            let case = TestCase::create(&[(path, value)]);
            assert!(case.outline(RULE.id).is_empty(), "{path} {value}");
        }
    }

    #[test]
    fn id_spelling_of_the_service_has_no_finding() {
        let base = [("orderId", "5.2024E+4"), ("brandId", "8.8120E+4")];
        let unchanged = TestCase::update_from(&base, &[]);
        assert!(unchanged.outline(RULE.id).is_empty());
        let damaged = TestCase::update_from(&[("orderId", "52024")], &[("orderId", "5.2024E+4")]);
        check(
            RULE.id,
            &damaged,
            &expect![[r#"
                Error at orderId: orderId is 5.2024E+4. A spreadsheet wrote this id as a decimal number, so digits may be lost. Enter the whole id as the service shows it.
                  fix: Restore 52024 (set orderId to 52024)
            "#]],
        );
    }

    #[test]
    fn lost_digits_show_beside_the_base() {
        let base = "9007199254740993";
        for lost in ["9007199254740990", "9007199254740992"] {
            let json = |id: &str| {
                format!(r#"{{"type":"ExpandableBannerAd","banner":{{"assetId":{id}}}}}"#)
            };
            let case = TestCase::new_change(Kind::ExpandableBannerAd, &json(base), &json(lost));
            assert_eq!(
                case.outline(RULE.id),
                ["banner.assetId Error lost"],
                "{lost}"
            );
        }
    }

    #[test]
    fn limit_of_the_field_takes_precedence() {
        check(
            RULE.id,
            &TestCase::create(&[("brandId", "0")]),
            &expect![[""]],
        );
    }
}
