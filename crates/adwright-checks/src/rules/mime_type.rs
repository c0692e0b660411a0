use crate::check_input::contains_word;
use crate::document_index::{DocumentIndex, ObjectInstance};
use crate::finding::Finding;
use crate::rule::{Rule, note, warning};

/// An invalid media type, or one that contradicts the kind of the file.
pub(super) const RULE: Rule = Rule {
    id: "mime-type",
    code: None,
    title: "Media type of a file",
    about: "A file's media type tells browsers how to show it: image/png, video/mp4. With a wrong type, the file \
           may not show at all.",
    source: "RFC 6838, January 2013, section 4.2: \"type name\" and \"subtype name\"; for the listed media: the \
            interface, Values seen for enumerated fields, mediaType.",
    kinds: &[],
    cases: &[
        warning(
            "form",
            "{field} is \"{value}\", which is not a media type such as image/png. Browsers may not show the file. \
            Enter its media type.",
        ),
        note(
            "other",
            "{field} is \"{value}\", but the file is listed as {media}. Check which of them is right.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let assets = index.objects("AdAsset").chain(index.objects("APIAsset"));
    assets.filter_map(|asset| finding(&asset)).collect()
}

fn finding(asset: &ObjectInstance<'_>) -> Option<Finding> {
    let field = asset.field("mimeType")?;
    let value = field.node?.as_str()?;
    if !is_media_type(&value) {
        return Some(RULE.finding_at("form", &field).with_arg("value", value));
    }
    let media = asset.text("mediaType")?;
    (!fits(&value, &media)).then(|| {
        RULE.finding_at("other", &field)
            .with_arg("value", value)
            .with_arg("media", media)
    })
}

/// Returns true for two names with a slash between them. Parameters follow a semicolon.
fn is_media_type(text: &str) -> bool {
    let end = text.bytes().position(|byte| byte == b';');
    let names = text[..end.unwrap_or(text.len())].trim_end();
    let is_name = |name: &[u8]| {
        let is_sign = |byte| {
            matches!(
                byte,
                b'!' | b'#' | b'$' | b'&' | b'-' | b'^' | b'_' | b'.' | b'+'
            )
        };
        let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || is_sign(*byte);
        name.first().is_some_and(u8::is_ascii_alphanumeric) && name.iter().all(is_allowed)
    };
    let names = names.split_once('/');
    names.is_some_and(|(ty, subtype)| is_name(ty.as_bytes()) && is_name(subtype.as_bytes()))
}

fn fits(mime: &str, media: &str) -> bool {
    let is = |word: &str| media.eq_ignore_ascii_case(word);
    let begins = |kind: &str| {
        let start = mime.get(..kind.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(kind))
    };
    let has = |word: &str| contains_word(mime, word);
    !(is("IMAGE") && !begins("image/")
        || is("VIDEO") && !begins("video/")
        || is("HTML") && !has("html")
        || is("JS") && !has("javascript") && !has("ecmascript")
        || is("FLASH") && !has("flash"))
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn file(mime: &str, media: &str) -> TestCase {
        let json =
            format!(r#"{{"html5":{{"assets":[{{"mimeType":{mime},"mediaType":{media}}}]}}}}"#);
        TestCase::new_of(Kind::Html5ExpandableBannerAd, &json)
    }

    #[test]
    fn a_media_type_fits_its_file() {
        for (mime, media) in [
            ("\"image/svg+xml\"", "\"IMAGE\""),
            ("\"Video/MP4\"", "\"video\""),
            ("\"text/html; charset=utf-8\"", "\"HTML\""),
            ("\"application/xhtml+xml\"", "\"HTML\""),
            ("\"text/javascript\"", "\"JS\""),
            ("\"application/ecmascript\"", "\"JS\""),
            ("\"application/x-shockwave-flash\"", "\"FLASH\""),
            ("\"application/octet-stream\"", "\"GENERIC\""),
            ("\"font/woff2\"", "null"),
            ("null", "\"IMAGE\""),
        ] {
            check(RULE.id, &file(mime, media), &expect![[""]]);
        }
    }

    #[test]
    fn media_type_of_another_file_is_reported() {
        for media in ["IMAGE", "VIDEO", "HTML", "JS", "FLASH"] {
            let case = file("\"audio/mpeg\"", &format!("\"{media}\""));
            assert_eq!(case.findings_of(RULE.id).len(), 1, "{media}");
        }
        check(
            RULE.id,
            &file("\"video/mp4\"", "\"IMAGE\""),
            &expect![[r#"
                Note at html5.assets[0].mimeType: MIME type is "video/mp4", but the file is listed as IMAGE. Check which of them is right.
            "#]],
        );
    }

    #[test]
    fn invalid_media_type_is_reported() {
        for text in [
            "",
            "png",
            "/png",
            "image/",
            "image/png/2",
            "im age/png",
            "-x/png",
        ] {
            let case = file(&format!("\"{text}\""), "null");
            assert_eq!(case.findings_of(RULE.id).len(), 1, "{text}");
        }
        check(
            RULE.id,
            &file("\"PNG\"", "\"IMAGE\""),
            &expect![[r#"
                Warning at html5.assets[0].mimeType: MIME type is "PNG", which is not a media type such as image/png. Browsers may not show the file. Enter its media type.
            "#]],
        );
    }
}
