//! The schemas as written by hand.

/// Their texts, in the order of their names.
macro_rules! schemas {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../../../../schemas/objects/", $name, ".json")),
        )),*]
    };
}

/// Every object by its name, in the order of the names.
pub(super) const SCHEMAS: &[(&str, &str)] = schemas![
    "APIAdSmartVersionSchema",
    "APIAsset",
    "Ad",
    "AdAnalyticsData",
    "AdAsset",
    "AdAssetFolder",
    "AdAssignmentData",
    "AdAutomaticEventInteraction",
    "AdClickthroughInteraction",
    "AdCustomInteraction",
    "AdRecord",
    "AdSmartElement",
    "AdTimerInteraction",
    "AdUserActionInteraction",
    "AdditionalAsset",
    "AdminSettings",
    "AdvancedCompanion",
    "AdvancedRetargeting",
    "AssetAudioStreamContext",
    "AssetBusinessMetadata",
    "AssetExpansionParams",
    "AssetFormatContext",
    "AssetHtmlContext",
    "AssetImageContext",
    "AssetJsContext",
    "AssetJsInteraction",
    "AssetRelatedProxy",
    "AssetScriptSource",
    "AssetThumbnail",
    "AssetVideoStreamContext",
    "AuditedObject",
    "BasePanelsSettings",
    "Campaign",
    "CampaignSettings",
    "Clickthrough",
    "Companion",
    "CustomFields",
    "ExpandableAd",
    "ExpandableBannerAd",
    "ExtendedPanelsSettings",
    "FlashFacts",
    "Flight",
    "FrequencyCap",
    "HTML5ExpandableBannerAd",
    "ILinearCommon",
    "InStreamInteractiveAd",
    "Linear",
    "LinearHtml5Folder",
    "LinearSettings",
    "MainClickthrough",
    "NestedObject",
    "Panel",
    "PanelsSettings",
    "PrivacySettings",
    "RetargetingDataValue",
    "SiteContact",
    "TemplateData",
    "ThirdPartyURL",
    "Tracker",
    "Variable",
    "VastVariable",
];

/// The schema of an object.
pub(super) fn schema_text(name: &str) -> Option<&'static str> {
    let at = SCHEMAS.binary_search_by_key(&name, |(known, _)| known);
    at.ok().map(|at| SCHEMAS[at].1)
}
