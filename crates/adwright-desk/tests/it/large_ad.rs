//! An ad with too much of everything and many errors.

/// Returns its text: 2,000 panels, 10,000 files, and markup in every text. Many files are made from each other in
/// cycles.
pub(crate) fn worst_ad() -> String {
    let markup = "<script>document.title='run'</script><img src=x onerror=document.title='run'>";
    let wrong = [
        "-970", "\"wide\"", "1e400", "null", "[]", "0", "970", "20001",
    ];
    let panels = (0..2_000).map(|at| {
        let side = |shift: usize| wrong[(at + shift) % wrong.len()];
        format!(
            r#"{{"name":"{markup} {at}","width":{},"height":{},"positionX":{},"positionY":{},"positionType":"BANNER_RELATIVE"}}"#,
            if at % 3 == 0 { "300" } else { side(0) },
            if at % 3 == 0 { "250" } else { side(1) },
            (at * 7) % 900,
            (at * 13) % 700,
        )
    });
    let files = (0..10_000).map(|at| {
        let parent = (at + 1) % 50;
        format!(
            r#"{{"fileName":"{markup}{at}.js","assetId":{at},"parentAssetId":{parent},"mimeType":"image/png","status":"INGESTING","publishPath":"a/../{markup}/{at}","formatContext":{{"fileSize":{}}},"htmlContext":{{"clickTag":"{markup}","scriptSource":[{{"innerText":"{markup}"}}]}}}}"#,
            at * 11
        )
    });
    let (panels, files): (Vec<_>, Vec<_>) = (panels.collect(), files.collect());
    let (panels, files) = (panels.join(","), files.join(","));
    format!(
        r#"{{"type":"HTML5ExpandableBannerAd","id":7,"name":"{markup}","width":-1,"height":1e308,"panels":[{panels}],
            "html5":{{"assets":[{files}]}},"mainClickthrough":{{"url":"javascript:document.title='run'"}},
            "adURLs":[{{"url":"https://{markup}/","urlType":"{markup}"}}],"customInteractions":{{"name":"{markup}"}},
            "adSmartVersionSchema":{{"smartElements":[{{"svKey":"{markup}","value":["{markup}"]}}]}},"rotationType":"{markup}"}}"#
    )
}
