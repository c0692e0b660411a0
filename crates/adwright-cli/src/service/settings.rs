//! `--set dialect.KEY=VALUE`.

use adwright_wire::Dialect;
use serde_json::Value;

use crate::failure::Failure;

/// The dialect with these settings changed, in their order. Every key has to be there, and every value to fit.
pub(super) fn changed(dialect: &Dialect, settings: &[String]) -> Result<Dialect, Failure> {
    let mut dialect = dialect.clone();
    for setting in settings {
        let wrong = |why: String| Failure::usage(format!("--set {setting}: {why}"));
        dialect = change(&dialect, setting).map_err(wrong)?;
    }
    Ok(dialect)
}

fn change(dialect: &Dialect, setting: &str) -> Result<Dialect, String> {
    let form = "it has the form dialect.KEY=VALUE.";
    let (key, text) = setting.split_once('=').ok_or(form)?;
    let key = key.strip_prefix("dialect.").ok_or(form)?;
    let steps: Vec<_> = key.split('.').collect();
    let before = serde_json::to_value(dialect).map_err(|error| error.to_string())?;
    let as_text = Value::from(text);
    let given = serde_json::from_str(text).unwrap_or_else(|_| as_text.clone());
    // What reads as JSON may still be meant as a text, such as a name that is a number.
    let tried = put(&before, &steps, &given)?;
    tried.or_else(|why| put(&before, &steps, &as_text)?.map_err(|_| why))
}

/// The dialect with a value at a place. Outside: there is no such place; inside: the value does not fit.
fn put(before: &Value, steps: &[&str], value: &Value) -> Result<Result<Dialect, String>, String> {
    let mut all = before.clone();
    *place(&mut all, steps)? = value.clone();
    let read = serde_json::from_value(all).map_err(|error| format!("{error}."));
    let kept = |dialect: Dialect| {
        let mut after = serde_json::to_value(&dialect).map_err(|error| error.to_string())?;
        // What the dialect does not know would be lost without a word.
        let kept = place(&mut after, steps).is_ok_and(|kept| is_within(value, kept));
        let lost = || "this value has a part that the setting does not know.".to_owned();
        kept.then_some(dialect).ok_or_else(lost)
    };
    Ok(read.and_then(kept))
}

fn place<'a>(all: &'a mut Value, steps: &[&str]) -> Result<&'a mut Value, String> {
    let mut at = all;
    for (depth, step) in steps.iter().enumerate() {
        let before = steps[..depth].join(".");
        let Value::Object(members) = at else {
            return Err(format!(
                "{before} has no settings of its own now; set it as a whole."
            ));
        };
        // Where things are bound is empty at first, and any of its names may be added.
        if before == "bindings" {
            return Ok(members.entry(*step).or_insert(Value::Null));
        }
        let names = members.keys().cloned().collect::<Vec<_>>().join(", ");
        at = members.get_mut(*step).ok_or_else(|| {
            let place = if depth == 0 { "dialect" } else { &before };
            format!("{place} has no setting {step}; it has {names}.")
        })?;
    }
    Ok(at)
}

/// Whether everything that was given is still there.
fn is_within(given: &Value, kept: &Value) -> bool {
    match (given, kept) {
        (Value::Object(given), Value::Object(kept)) => given
            .iter()
            .all(|(name, given)| kept.get(name).is_some_and(|kept| is_within(given, kept))),
        (given, kept) => given == kept,
    }
}

#[cfg(test)]
mod tests {
    use adwright_wire::{Authentication, SessionLogin};
    use expect_test::{Expect, expect};

    use super::*;

    fn set(settings: &[&str]) -> Result<Dialect, Failure> {
        let start = Dialect {
            authentication: Authentication::Session(SessionLogin::default()),
            ..Dialect::default()
        };
        let settings: Vec<_> = settings.iter().map(|&text| text.to_owned()).collect();
        changed(&start, &settings)
    }

    fn check_refused(setting: &str, expected: &Expect) {
        expected.assert_eq(&set(&[setting]).unwrap_err().sentence);
    }

    #[test]
    fn every_setting_can_be_set_by_its_place() {
        let all = Dialect::practice();
        let Value::Object(members) = serde_json::to_value(&all).unwrap() else {
            panic!("a dialect is an object")
        };
        let settings = members
            .iter()
            .map(|(name, value)| format!("dialect.{name}={value}"));
        let settings: Vec<_> = settings.collect();
        assert_eq!(changed(&Dialect::default(), &settings), Ok(all));
    }

    #[test]
    fn what_is_no_json_or_would_not_fit_as_such_is_a_text() {
        let dialect = set(&[
            "dialect.adsPath=/ads",
            "dialect.pageSize=7",
            "dialect.listSort=null",
            "dialect.bindings.name=title.text",
            "dialect.authentication.session.usernameMember=12",
            "dialect.authentication.session.headers=[\"X-Key\"]",
        ])
        .unwrap();
        assert_eq!(dialect.ads_path.as_deref(), Some("/ads"));
        assert_eq!((dialect.page_size, dialect.list_sort), (7, None));
        assert_eq!(dialect.bindings.0.len(), 1);
        let Authentication::Session(login) = dialect.authentication else {
            panic!("the form stays")
        };
        assert_eq!(login.username_member, "12");
        assert_eq!(login.headers, ["X-Key"]);
    }

    #[test]
    fn a_wrong_setting_is_told() {
        check_refused(
            "pageSize=7",
            &expect!["--set pageSize=7: it has the form dialect.KEY=VALUE."],
        );
        check_refused(
            "dialect.pageSize",
            &expect!["--set dialect.pageSize: it has the form dialect.KEY=VALUE."],
        );
        check_refused(
            "dialect.pageSze=7",
            &expect![
                "--set dialect.pageSze=7: dialect has no setting pageSze; it has trailingSlash, restPrefix, adsPath, authentication, pageSize, listSort, clientRefId, bindings, quietPeriodMs, connectTimeoutMs, readTimeoutMs, answerTimeoutMs, replyLimitBytes."
            ],
        );
        check_refused(
            "dialect.pageSize=many",
            &expect![[
                r#"--set dialect.pageSize=many: invalid type: string "many", expected u32."#
            ]],
        );
        check_refused(
            "dialect.pageSize=-1",
            &expect!["--set dialect.pageSize=-1: invalid value: integer `-1`, expected u32."],
        );
        check_refused(
            "dialect.pageSize.x=1",
            &expect![
                "--set dialect.pageSize.x=1: pageSize has no settings of its own now; set it as a whole."
            ],
        );
        check_refused(
            "dialect.authentication.session.pth=x",
            &expect![
                "--set dialect.authentication.session.pth=x: authentication.session has no setting pth; it has path, usernameMember, passwordMember, token, header, headers."
            ],
        );
        check_refused(
            r#"dialect.listSort={"field":"id","order":"ASC","then":1}"#,
            &expect![[
                r#"--set dialect.listSort={"field":"id","order":"ASC","then":1}: this value has a part that the setting does not know."#
            ]],
        );
        check_refused(
            "dialect.bindings.nme=title",
            &expect![
                "--set dialect.bindings.nme=title: unknown variant `nme`, expected one of `traffickingMode`, `verification`, `disableCookies`, `advertiserId`, `advertiserName`, `brandId`, `brandName`, `accountId`, `accountName`, `name`, `updatedOn`, `version`, `clientRefId`."
            ],
        );
    }
}
