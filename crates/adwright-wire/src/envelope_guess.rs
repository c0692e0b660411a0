//! Guesses the paths of values in replies of unknown form. A guess is a place to try, and never reliable.

use adwright_model::{EditableDocument, Id, JsonType, Node, Path};

use crate::codes;

/// How many levels deep the search goes.
const MAX_DEPTH: usize = 3;

/// Parts of the names of members that contain a count.
const COUNT_WORDS: [&str; 2] = ["total", "count"];

/// Returns the path of the outermost list of objects. A list whose objects have an id comes first.
#[must_use]
pub fn guess_list_path(body: &str) -> Option<Path> {
    let first =
        |node: Node<'_>, is_row: fn(Node<'_>) -> bool| node.items().next().is_some_and(is_row);
    let with_ids = |_: &str, node: Node<'_>| first(node, |row| row.member("id").is_some());
    let of_objects =
        |_: &str, node: Node<'_>| first(node, |row| row.json_type() == JsonType::Object);
    find_nearest(body, with_ids).or_else(|| find_nearest(body, of_objects))
}

/// Returns the path of the outermost object with this id. The id may be a text.
#[must_use]
pub fn guess_single_path(body: &str, id: Id) -> Option<Path> {
    let digits = id.to_string();
    let has_id = |_: &str, node: Node<'_>| {
        let member = node.member("id");
        member.is_some_and(|member| member.raw().trim_matches('"') == digits)
    };
    find_nearest(body, has_id)
}

/// Returns the path of the first number that, by its name, counts the rows of all pages. A number that equals the rows
/// of the page may count only the page, so its name has to contain "total". A smaller number never counts.
#[must_use]
pub fn guess_total_path(body: &str, rows: u64) -> Option<Path> {
    let counts_all = |name: &str, node: Node<'_>| {
        let name = name.to_ascii_lowercase();
        let number = node.as_i64().and_then(|number| u64::try_from(number).ok());
        let is_count = COUNT_WORDS.iter().any(|count| name.contains(count));
        is_count
            && number.is_some_and(|number| {
                number > rows || number == rows && name.contains(COUNT_WORDS[0])
            })
    };
    find_nearest(body, counts_all)
}

/// Returns the path of the first code that the interface names in a failed reply, and of the message beside it.
#[must_use]
pub fn guess_error_paths(body: &str) -> Option<(Path, Option<Path>)> {
    let is_code = |_: &str, node: Node<'_>| {
        let number = node.raw().trim_matches('"').parse().ok();
        number.and_then(codes::meaning).is_some()
    };
    let code = find_nearest(body, is_code)?;
    let document = EditableDocument::parse(body).ok()?;
    let parent = code.parent()?;
    let mut siblings = document.get(&parent)?.members();
    let message = siblings.find(|(_, node)| {
        let text = node.as_str();
        text.is_some_and(|text| text.contains(char::is_whitespace))
    });
    Some((code, message.map(|(name, _)| parent.child(name))))
}

/// Returns the path of the outermost member that fits, the first of several. Searches in objects only.
fn find_nearest(body: &str, fits: impl Fn(&str, Node<'_>) -> bool) -> Option<Path> {
    let document = EditableDocument::parse(body).ok()?;
    let mut level = vec![(Path::root(), document.root())];
    for _ in 0..MAX_DEPTH {
        let mut inner = Vec::new();
        for (path, node) in &level {
            for (name, member) in node.members() {
                if fits(&name, member) {
                    return Some(path.child(name));
                }
                if member.json_type() == JsonType::Object {
                    inner.push((path.child(name), member));
                }
            }
        }
        level = inner;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(place: Option<Path>) -> String {
        place.map_or_else(|| "nowhere".to_owned(), |place| place.to_string())
    }

    #[test]
    fn rows_are_the_nearest_list_of_objects() {
        let list = |body: &str| shown(guess_list_path(body));
        assert_eq!(list(r#"{"a":[1],"page":{"rows":[{"id":1}]}}"#), "page.rows");
        let warned = r#"{"warnings":[{"text":"x"}],"page":{"rows":[{"id":"1"}]}}"#;
        assert_eq!(list(warned), "page.rows");
        for none in [r#"{"a":[1],"b":{"c":"d"}}"#, "[]", "no json", r#"{"a":[]}"#] {
            assert_eq!(list(none), "nowhere", "{none}");
        }
    }

    #[test]
    fn entity_is_recognised_by_its_id() {
        let single = |body: &str| shown(guess_single_path(body, Id(7)));
        assert_eq!(
            single(r#"{"of":{"id":8},"page":{"row":{"id":"7"}}}"#),
            "page.row"
        );
        assert_eq!(single(r#"{"page":{"row":{"id":70}}}"#), "nowhere");
        assert_eq!(single("<html>"), "nowhere");
    }

    #[test]
    fn page_number_is_not_a_total() {
        let total = |body: &str| shown(guess_total_path(body, 2));
        assert_eq!(
            total(r#"{"count":2,"page":{"allCount":7}}"#),
            "page.allCount"
        );
        assert_eq!(total(r#"{"TotalResults":2}"#), "TotalResults");
        assert_eq!(total(r#"{"count":2,"size":9,"total":"7"}"#), "nowhere");
    }

    #[test]
    fn error_is_recognised_by_interface_code() {
        let error = |body: &str| {
            let (code, words) = guess_error_paths(body)?;
            Some(format!("{code}, {}", shown(words)))
        };
        assert_eq!(
            error(r#"{"ok":false,"problem":{"kind":"x","number":"62004","text":"Not for you."}}"#),
            Some("problem.number, problem.text".to_owned())
        );
        assert_eq!(error(r#"{"no":66107}"#), Some("no, nowhere".to_owned()));
        assert_eq!(error(r#"{"status":500,"id":12345}"#), None);
    }
}
