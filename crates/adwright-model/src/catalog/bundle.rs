//! The hand-written schemas.

/// Lists the schema texts, ordered by name.
macro_rules! schemas {
    ($($name:literal),* $(,)?) => {
        &[$((
            $name,
            include_str!(concat!("../../../../schemas/objects/", $name, ".json")),
        )),*]
    };
}

/// Every object and its schema, ordered by name.
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

/// Returns the schema of an object.
pub(super) fn schema_text(name: &str) -> Option<&'static str> {
    let at = SCHEMAS.binary_search_by_key(&name, |(known, _)| known);
    at.ok().map(|at| SCHEMAS[at].1)
}
