//! A small XML parser, to check that a picture is well formed and contains nothing that runs.

/// Returns the names of all elements of a picture, in order. Panics if the text is not well formed.
pub(crate) fn elements(xml: &str) -> Vec<String> {
    let (mut open, mut names, mut rest) = (Vec::new(), Vec::new(), xml);
    while let Some(start) = rest.find('<') {
        check_text(&rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        if tag.starts_with('!') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "tags nest");
            continue;
        }
        let name: String = tag
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        assert!(
            tag.matches('"').count().is_multiple_of(2),
            "attributes are quoted: {tag}"
        );
        check_text(tag);
        if !tag.ends_with('/') {
            open.push(name.clone());
        }
        names.push(name);
    }
    assert!(open.is_empty(), "every tag is closed: {open:?}");
    names
}

fn check_text(text: &str) {
    let is_forbidden = |c: char| c.is_control() && c != '\n';
    assert!(
        !text.contains(is_forbidden),
        "no control characters: {text}"
    );
    for (at, _) in text.match_indices('&') {
        let entities = ["&amp;", "&lt;", "&gt;", "&quot;"];
        assert!(
            entities.iter().any(|entity| text[at..].starts_with(entity)),
            "{text}"
        );
    }
}
