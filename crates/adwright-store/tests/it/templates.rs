use adwright_model::Path;
use adwright_store::{NewTemplate, StoreError, Template};

use crate::home::{Home, KIND};

fn save(home: &Home, name: &str, in_place_of: Option<&str>) -> Result<Template, StoreError> {
    let asked: [Path; 2] = ["name".parse().unwrap(), "a.b[0]".parse().unwrap()];
    let new = NewTemplate {
        workspace: &home.workspace,
        kind: KIND,
        name,
        description: "For the start of a quarter",
        text: r#"{"budget":1.50}"#,
        prompts: &asked,
    };
    home.store.template_save(&new, in_place_of, 10)
}

fn names(home: &Home) -> Vec<String> {
    let all = home.store.template_list(&home.workspace, KIND).unwrap();
    all.into_iter().map(|template| template.name).collect()
}

#[test]
fn template_is_stored_unchanged() {
    let home = Home::new();
    let saved = save(&home, "Quarter", None).unwrap();
    let again = home.again().template_get(&saved.id).unwrap();
    assert_eq!(again, saved);
    assert_eq!(again.text, r#"{"budget":1.50}"#);
    assert_eq!(again.prompts[1].to_string(), "a.b[0]");
}

#[test]
fn templates_are_listed_by_unique_name() {
    let home = Home::new();
    for name in ["winter", "Autumn", "Spring"] {
        save(&home, name, None).unwrap();
    }
    assert_eq!(names(&home), ["Autumn", "Spring", "winter"]);
    let error = save(&home, "WINTER", None).unwrap_err();
    assert!(
        matches!(error, StoreError::TemplateExists { .. }),
        "{error}"
    );
}

#[test]
fn template_is_renamed_unless_name_is_taken() {
    let home = Home::new();
    let template = save(&home, "One", None).unwrap();
    save(&home, "Two", None).unwrap();
    let refused = home.store.template_rename(&template.id, "two", "");
    assert!(matches!(refused, Err(StoreError::TemplateExists { .. })));
    let renamed = home
        .store
        .template_rename(&template.id, "ONE", "Why")
        .unwrap();
    assert_eq!(
        (renamed.name.as_str(), renamed.description.as_str()),
        ("ONE", "Why")
    );
}

#[test]
fn deleted_template_returns_unless_name_is_taken() {
    let home = Home::new();
    let template = save(&home, "One", None).unwrap();
    home.store.template_delete(&template.id, 20).unwrap();
    assert_eq!(names(&home), [""; 0]);
    let other = save(&home, "one", None).unwrap();
    let error = home
        .store
        .template_restore(&template.id, None, 30)
        .unwrap_err();
    assert!(
        matches!(error, StoreError::TemplateExists { .. }),
        "{error}"
    );
    assert_eq!(names(&home), ["one"]);
    home.store
        .template_restore(&template.id, Some(&other.id), 30)
        .unwrap();
    assert_eq!(names(&home), ["One"]);
}

#[test]
fn replaced_template_can_be_restored() {
    let home = Home::new();
    let old = save(&home, "One", None).unwrap();
    let new = save(&home, "One", Some(&old.id)).unwrap();
    assert_eq!(names(&home), ["One"]);
    let back = home
        .store
        .template_restore(&old.id, Some(&new.id), 30)
        .unwrap();
    assert_eq!((back, names(&home).len()), (old, 1));
}
