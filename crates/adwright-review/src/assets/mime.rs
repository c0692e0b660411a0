//! Compares the extension of a file name with the media type.

/// Extensions, and the prefixes of the media types that fit them.
const MIME_TYPES: [(&[&str], &[&str]); 16] = [
    (&["html", "htm"], &["text/html", "application/xhtml"]),
    (
        &["js", "mjs"],
        &[
            "text/javascript",
            "application/javascript",
            "application/x-javascript",
            "application/ecmascript",
        ],
    ),
    (&["css"], &["text/css"]),
    (&["json"], &["application/json", "text/json"]),
    (&["xml"], &["application/xml", "text/xml"]),
    (&["png"], &["image/png"]),
    (
        &["jpg", "jpeg"],
        &["image/jpeg", "image/jpg", "image/pjpeg"],
    ),
    (&["gif"], &["image/gif"]),
    (&["webp"], &["image/webp"]),
    (&["svg"], &["image/svg"]),
    (&["mp4", "m4v"], &["video/mp4", "video/x-m4v"]),
    (&["webm"], &["video/webm", "audio/webm"]),
    (&["mov"], &["video/quicktime"]),
    (&["mp3"], &["audio/mpeg", "audio/mp3"]),
    (
        &["swf"],
        &[
            "application/x-shockwave-flash",
            "application/vnd.adobe.flash",
        ],
    ),
    (
        &["woff", "woff2"],
        &[
            "font/woff",
            "application/font-woff",
            "application/x-font-woff",
        ],
    ),
];

/// Describes a mismatch in a few words; `None` if the name or the type is unknown.
pub(super) fn mismatch(name: &str, mime_type: Option<&str>) -> Option<String> {
    let mime_type = mime_type?;
    let (_, extension) = name.rsplit_once('.')?;
    let is_extension = |known: &str| extension.eq_ignore_ascii_case(known);
    let (_, kinds) = MIME_TYPES
        .iter()
        .find(|(extensions, _)| extensions.iter().any(|known| is_extension(known)))?;
    let matches_kind = |kind: &&str| {
        let start = mime_type.trim().get(..kind.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(kind))
    };
    // Servers use this type for unknown files.
    let is_general = mime_type.eq_ignore_ascii_case("application/octet-stream");
    (!is_general && !kinds.iter().any(matches_kind))
        .then(|| format!("its name ends in .{extension}, but its data is {mime_type}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ending_fits_its_data_or_is_named() {
        for (name, mime_type) in [
            ("a.PNG", "image/png"),
            ("a.js", "application/javascript; charset=utf-8"),
            ("a.woff2", "font/woff2"),
            ("a.unknown", "image/png"),
            ("noending", "image/png"),
            ("a.png", "application/octet-stream"),
        ] {
            assert_eq!(mismatch(name, Some(mime_type)), None, "{name} {mime_type}");
        }
        assert_eq!(mismatch("a.png", None), None);
        let message = mismatch("hero.jpg", Some("image/png"));
        assert_eq!(
            message.as_deref(),
            Some("its name ends in .jpg, but its data is image/png")
        );
    }
}
