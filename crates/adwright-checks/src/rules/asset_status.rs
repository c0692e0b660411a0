use crate::check_input::{contains_word, is_word};
use crate::document_index::{DocumentIndex, FieldInstance};
use crate::finding::Finding;
use crate::rule::{Rule, warning};

/// An asset that cannot be served: the service has not processed it yet, or could not.
pub(super) const RULE: Rule = Rule {
    id: "asset-status",
    code: None,
    title: "Asset that is not ready",
    about: "The service has to process an uploaded file before it can serve the file. Until then, sizes and \
           durations are missing or wrong.",
    source: "The interface, Values seen for enumerated fields: APIAsset status \"Available, \
            INGESTING\"; Nested object shapes: formatContext has decodingFailed.",
    kinds: &[],
    cases: &[
        warning(
            "ingesting",
            "The service is still processing {asset}, so its size and duration may be missing. Fetch the ad again \
            later, before it is served.",
        ),
        warning(
            "failed",
            "{asset} has the status {status}, so it cannot be served. Upload the file again.",
        ),
        warning(
            "undecodable",
            "The service could not decode this file, so it cannot be served. Upload it again in \
            another format.",
        ),
    ],
    check,
};

fn check(index: &DocumentIndex<'_>) -> Vec<Finding> {
    let assets = index.objects("AdAsset");
    let assets = assets.filter_map(|asset| asset.field("assetStatus"));
    let files = index.objects("APIAsset");
    let files = files.filter_map(|file| file.field("status"));
    let contexts = index.objects("AssetFormatContext");
    let undecodable = contexts
        .filter(|context| context.is_true("decodingFailed"))
        .filter_map(|context| context.field("decodingFailed"))
        .map(|instance| RULE.finding_at("undecodable", &instance));
    let unready = assets.chain(files).filter_map(check_asset);
    unready.chain(undecodable).collect()
}

fn check_asset(instance: FieldInstance<'_>) -> Option<Finding> {
    let node = instance.node?;
    let status = node.as_str()?;
    let case = if is_word(&node, "INGESTING") {
        "ingesting"
    } else if is_failure_status(&status) {
        "failed"
    } else {
        return None;
    };
    let asset = instance.object();
    let name = asset
        .text("assetName")
        .or_else(|| asset.text("fileName"))
        .unwrap_or("This asset".into());
    Some(
        RULE.finding_at(case, &instance)
            .with_arg("asset", name)
            .with_arg("status", status),
    )
}

/// The list of values is open, so the words in the status decide.
fn is_failure_status(status: &str) -> bool {
    let words = ["fail", "error", "reject", "invalid", "corrupt"];
    words.iter().any(|word| contains_word(status, word))
}

#[cfg(test)]
mod tests {
    use adwright_model::Kind;
    use expect_test::expect;

    use super::*;
    use crate::testing::{TestCase, check};

    fn ad(html5: &str) -> TestCase {
        TestCase::new_of(
            Kind::Html5ExpandableBannerAd,
            &format!(r#"{{"html5":{html5}}}"#),
        )
    }

    #[test]
    fn an_available_asset_can_be_served() {
        check(
            RULE.id,
            &ad(
                r#"{"assetStatus":null,"assets":[{"status":"Available","formatContext":{"decodingFailed":false}},
                {"status":"ARCHIVED"},{"formatContext":null}]}"#,
            ),
            &expect![[""]],
        );
    }

    #[test]
    fn unready_asset_cannot_be_served() {
        check(
            RULE.id,
            &ad(
                r#"{"assetStatus":"Ingesting","assetName":"Folder","assets":[
                {"fileName":"a.mp4","status":"INGESTING"},{"status":"IngestError"},{"status":"FAILED"},
                {"status":"Available","formatContext":{"decodingFailed":true}}]}"#,
            ),
            &expect![[r#"
                Warning at html5.assetStatus: The service is still processing Folder, so its size and duration may be missing. Fetch the ad again later, before it is served.
                Warning at html5.assets[0].status: The service is still processing a.mp4, so its size and duration may be missing. Fetch the ad again later, before it is served.
                Warning at html5.assets[1].status: This asset has the status IngestError, so it cannot be served. Upload the file again.
                Warning at html5.assets[2].status: This asset has the status FAILED, so it cannot be served. Upload the file again.
                Warning at html5.assets[3].formatContext.decodingFailed: The service could not decode this file, so it cannot be served. Upload it again in another format.
            "#]],
        );
    }
}
