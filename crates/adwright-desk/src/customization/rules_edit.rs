//! Edits a text of rules. Every byte stays that no changed part has.

use adwright_checks::OwnRules;
use adwright_model::{
    Edit, EditableDocument, FieldType, JsonType, Kind, Node, Path, to_json_string,
};
use adwright_views::{RequirementKind, RuleParts, RuleRequirement, RulesEdit};

use super::own_rules::or_empty_rules;
use super::rules_form::{
    checked_kind, requirement_name, rule_nodes, rule_parts, scalar_text, severity_name,
};
use crate::customization::Customization;
use crate::error::{DocumentError, Error};
use crate::field::rule_field_type;

/// The first part of the name of a rule that the form added.
const NEW_NAME: &str = "rule";

impl Customization {
    /// Returns a text of rules with one change. Nothing is saved.
    pub fn edit_rules(&self, text: &str, edit: &RulesEdit) -> Result<String, Error> {
        let document = OwnRules::parse_json(or_empty_rules(text)).map_err(Error::OwnRules)?;
        let edits = match edit {
            RulesEdit::Remove { index } => vec![Edit::Remove {
                path: rule_path(*index),
            }],
            RulesEdit::Put { index, parts } => self.put_rule(&document, *index, parts),
        };
        let edited = document.apply_all(&edits).map_err(DocumentError::Edit)?;
        Ok(edited.text().to_owned())
    }

    fn put_rule(&self, document: &EditableDocument, index: u32, parts: &RuleParts) -> Vec<Edit> {
        let rules = rule_nodes(document);
        let Some(rule) = rules.get(index as usize) else {
            return vec![add_rule(&rules, parts)];
        };
        let (path, now) = (rule_path(index), rule_parts(rule));
        let text = |name: &str, now: &Option<String>, new: &Option<String>| {
            let json = to_json_string(new.as_deref().filter(|new| now.as_deref() != Some(*new))?);
            let path = path.child(name);
            Some(Edit::Set { path, json })
        };
        let must = || {
            let new = parts.requirement.as_ref();
            let new = new.filter(|new| now.requirement.as_ref() != Some(*new))?;
            let field = parts.field.as_deref().or(now.field.as_deref());
            let catalog = self.context.catalog();
            let choices = ChoiceSpelling {
                old: rule.member("must").and_then(|must| must.member("beOneOf")),
                ty: field.and_then(|field| rule_field_type(&catalog, checked_kind(rule), field)),
            };
            Some(set_requirement(
                &path.child("must"),
                now.requirement.as_ref(),
                new,
                &choices,
            ))
        };
        let severity = || {
            let new = parts.severity.filter(|new| now.severity != Some(*new))?;
            let (path, json) = (path.child("severity"), to_json_string(severity_name(new)));
            Some(Edit::Set { path, json })
        };
        let edits = [
            text("field", &now.field, &parts.field),
            must(),
            severity(),
            text("says", &now.message, &parts.message),
        ];
        edits.into_iter().flatten().collect()
    }
}

fn rule_path(index: u32) -> Path {
    Path::root().child("rules").item(index as usize)
}

/// Adds a rule about campaigns after the others. The first one is written on lines of its own, as the next ones follow
/// its style.
fn add_rule(rules: &[Node<'_>], parts: &RuleParts) -> Edit {
    let path = Path::root().child("rules");
    let json = new_rule(&unused_name(rules), parts);
    if rules.is_empty() {
        let json = format!("[\n    {json}\n  ]");
        return Edit::Set { path, json };
    }
    let at = rules.len();
    Edit::Insert { path, at, json }
}

fn new_rule(name: &str, parts: &RuleParts) -> String {
    let text = |text: &Option<String>| to_json_string(text.as_deref().unwrap_or_default());
    let no_choices = ChoiceSpelling::default();
    let must = parts.requirement.as_ref();
    let must = must.map_or_else(
        || r#"{ "beFilled": true }"#.to_owned(),
        |must| requirement_json(must, &no_choices),
    );
    let members = [
        ("name", to_json_string(name)),
        ("kind", to_json_string(Kind::Campaign.as_str())),
        ("field", text(&parts.field)),
        ("must", must),
        (
            "severity",
            to_json_string(parts.severity.map_or("warning", severity_name)),
        ),
        ("says", text(&parts.message)),
    ];
    let members = members.map(|(name, json)| format!("      \"{name}\": {json}"));
    format!("{{\n{}\n    }}", members.join(",\n"))
}

/// Returns a name that no rule has.
fn unused_name(rules: &[Node<'_>]) -> String {
    let names: Vec<_> = rules
        .iter()
        .filter_map(|rule| rule.member("name")?.as_str())
        .collect();
    let numbers = 1..=names.len() + 1;
    let mut free = numbers
        .map(|number| format!("{NEW_NAME}-{number}"))
        .filter(|name| names.iter().all(|other| other != name));
    free.next().expect("there are more numbers than names")
}

/// Sets a requirement. If only its value differs, everything around the value stays.
fn set_requirement(
    path: &Path,
    now: Option<&RuleRequirement>,
    new: &RuleRequirement,
    choices: &ChoiceSpelling<'_>,
) -> Edit {
    if now.is_some_and(|now| requirement_name(now.kind) == requirement_name(new.kind)) {
        Edit::Set {
            path: path.child(requirement_name(new.kind)),
            json: value_json(new, choices),
        }
    } else {
        Edit::Set {
            path: path.clone(),
            json: requirement_json(new, choices),
        }
    }
}

fn requirement_json(new: &RuleRequirement, choices: &ChoiceSpelling<'_>) -> String {
    let name = requirement_name(new.kind);
    format!(r#"{{ "{name}": {} }}"#, value_json(new, choices))
}

fn value_json(new: &RuleRequirement, choices: &ChoiceSpelling<'_>) -> String {
    match new.kind {
        RequirementKind::BeFilled => "true".to_owned(),
        RequirementKind::BeEmpty => "false".to_owned(),
        RequirementKind::Match | RequirementKind::NotMatch => to_json_string(&new.value),
        RequirementKind::BeOneOf => choices.spell(&new.value),
        // Text that is not a number stays as typed, and the form reports it.
        RequirementKind::BeAtLeast | RequirementKind::BeAtMost | RequirementKind::HaveAtMost => {
            scalar_json(&new.value, JsonType::Number)
        }
    }
}

/// The spelling of choices: as before, otherwise by the type of the field.
#[derive(Default)]
struct ChoiceSpelling<'a> {
    /// The list of choices so far.
    old: Option<Node<'a>>,
    ty: Option<FieldType>,
}

impl ChoiceSpelling<'_> {
    /// Returns the list of choices from lines. Blank lines are left out.
    fn spell(&self, lines: &str) -> String {
        let lines = lines.lines().filter(|line| !line.trim().is_empty());
        let choices: Vec<_> = lines.map(|line| self.spell_choice(line)).collect();
        format!("[{}]", choices.join(", "))
    }

    fn spell_choice(&self, line: &str) -> String {
        let mut old = self.old.iter().flat_map(Node::items);
        if let Some(same) = old.find(|item| scalar_text(item).as_deref() == Some(line)) {
            return same.raw().to_owned();
        }
        match self.ty {
            Some(FieldType::Integer | FieldType::Decimal) => scalar_json(line, JsonType::Number),
            Some(FieldType::YesNo) => scalar_json(line, JsonType::Bool),
            _ => to_json_string(line),
        }
    }
}

/// Returns a typed text as JSON of a type if it is that, otherwise as a JSON text.
fn scalar_json(typed: &str, json_type: JsonType) -> String {
    let typed = typed.trim();
    let is_of_type = |value: &EditableDocument| value.root().json_type() == json_type;
    match EditableDocument::parse(typed) {
        Ok(value) if is_of_type(&value) => typed.to_owned(),
        _ => to_json_string(typed),
    }
}
