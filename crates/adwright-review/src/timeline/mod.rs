//! The timeline of an in-stream ad: what plays in sequence, and what accompanies it.

mod order;
mod wording;

use adwright_model::{EditableDocument, JsonType, Kind};
use serde::Serialize;
use specta::Type;

use crate::amount::Amount;
use crate::interactions::Interaction;
use crate::layout::SizedPart;
use crate::object_reader::{ObjectReader, to_plain_text};

/// The most linears or variables shown.
const MAX_ITEMS: usize = 1_000;

/// The playback of an in-stream ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// The linears in playing order, up to a limit. Linears without a sequence number come last.
    pub linears: Vec<Linear>,
    /// The number of linears beyond the limit.
    pub more_linears: u32,
    /// True if every linear has a sequence number, or there is only one linear.
    pub is_order_known: bool,
    /// The total duration in seconds, if it is known.
    pub total_seconds: Option<f64>,
    /// The duration of the file in seconds, from the settings of the linears.
    pub file_duration: Amount,
    /// When a viewer can skip the ad.
    pub skip: SkipOffset,
    /// `skip` as a sentence.
    pub skip_sentence: String,
    /// The number of non-linears, which overlay the video.
    pub non_linear_count: u32,
    /// The variables of the ad's template and of the ad itself, up to a limit.
    #[serde(rename = "variables")]
    pub template_variables: Vec<TemplateVariable>,
    /// The number of variables beyond the limit.
    #[serde(rename = "moreVariables")]
    pub more_template_variables: u32,
    /// The timeline in sentences, for people who do not see the drawing.
    pub sentences: Vec<String>,
}

/// A linear: a part that plays instead of the video.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Linear {
    /// Its name.
    pub name: String,
    /// Its path in the document.
    pub path: String,
    /// Its type, as the ad names it, such as `LinearHtml5Folder`.
    pub type_name: Option<String>,
    /// Its sequence number, which orders the linears.
    pub sequence: Amount,
    /// Its start in seconds from the start of the ad, if it is known.
    pub start_seconds: Option<f64>,
    /// Its duration in seconds.
    pub duration: Amount,
    /// True if it communicates with the player over VPAID.
    pub vpaid: Option<bool>,
}

/// When a viewer can skip an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum SkipOffset {
    /// The ad does not say.
    Unspecified,
    /// Never.
    Never,
    /// After a delay.
    After {
        /// The delay in seconds.
        delay: Amount,
    },
}

/// The owner of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum VariableOwner {
    /// The VAST template of the ad.
    Template,
    /// The ad itself.
    Ad,
}

/// A variable of the template of an ad, or of the ad itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateVariable {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Option<String>,
    /// Who may change it, as the ad says.
    pub edit_level: Option<String>,
    /// Its source, as the ad says.
    pub source: Option<String>,
    /// Its path in the document.
    pub path: String,
    /// Its owner.
    pub owner: VariableOwner,
}

impl Timeline {
    /// Reads the timeline of an ad. Returns `None` if the ad plays nothing.
    #[must_use]
    pub fn from_ad(ad: &EditableDocument) -> Option<Self> {
        let ad = ObjectReader::root(ad.root());
        if !has_playback(&ad) {
            return None;
        }
        let settings = ad.object("linearSettings");
        let file_duration = settings
            .as_ref()
            .map(|settings| Amount::from_node(settings.value("fileDuration")));
        let file_duration = file_duration.unwrap_or_default();
        let (linears, total_seconds) = order::read_linears(&ad, &file_duration);
        let is_order_known = order::is_order_known(&linears);
        let (linears, more_linears) = truncate(linears);
        let (template_variables, more_template_variables) = read_template_variables(&ad);
        let mut timeline = Self {
            linears,
            more_linears,
            is_order_known,
            total_seconds,
            file_duration,
            skip: settings
                .as_ref()
                .map_or(SkipOffset::Unspecified, SkipOffset::from_settings),
            skip_sentence: String::new(),
            non_linear_count: count_non_linears(&ad),
            template_variables,
            more_template_variables,
            sentences: Vec::new(),
        };
        timeline.skip_sentence = wording::skip_sentence(&timeline);
        timeline.sentences = wording::sentences(&timeline, settings.as_ref());
        Some(timeline)
    }
}

impl Timeline {
    /// Adds sentences about interactions and companions.
    pub(crate) fn add_context_sentences(
        &mut self,
        interactions: &[Interaction],
        more_interactions: u32,
        companions: &[SizedPart],
    ) {
        self.sentences.extend(wording::interactions_sentence(
            interactions,
            more_interactions,
        ));
        self.sentences
            .extend(wording::companions_sentence(companions));
    }
}

impl SkipOffset {
    fn from_settings(settings: &ObjectReader<'_>) -> Self {
        match settings.boolean("skipEnabled") {
            None => Self::Unspecified,
            Some(false) => Self::Never,
            Some(true) => Self::After {
                delay: Amount::from_node(settings.value("skipDelay")),
            },
        }
    }

    /// Returns the delay in seconds, if it is a valid number.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        match self {
            Self::After { delay } => delay.value().filter(|delay| *delay >= 0.0),
            Self::Unspecified | Self::Never => None,
        }
    }
}

/// Returns true if the ad plays something: it is an in-stream ad, or has linears or settings for linears.
pub(crate) fn has_playback(ad: &ObjectReader<'_>) -> bool {
    let kind = ad.text("type").and_then(|kind| Kind::from_wire(&kind));
    kind == Some(Kind::InStreamInteractiveAd)
        || ad.object("linearSettings").is_some()
        || !ad.objects("linears").is_empty()
}

/// Counts the non-linears. The interface documents only the member's name, so it may be one object and not a list.
fn count_non_linears(ad: &ObjectReader<'_>) -> u32 {
    let count = ad
        .value("nonLinears")
        .map_or(0, |parts| match parts.json_type() {
            JsonType::Array => parts.len(),
            JsonType::Object => 1,
            _ => 0,
        });
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Keeps the first items, and returns the number of items removed.
fn truncate<T>(mut all: Vec<T>) -> (Vec<T>, u32) {
    let more = all.len().saturating_sub(MAX_ITEMS);
    all.truncate(MAX_ITEMS);
    (all, u32::try_from(more).unwrap_or(u32::MAX))
}

fn read_template_variables(ad: &ObjectReader<'_>) -> (Vec<TemplateVariable>, u32) {
    let template = ad.object("templateData");
    let of_template = template.map(|template| template.objects("vastVariables"));
    let of_template = of_template.unwrap_or_default();
    let of_ad = ad.objects("variables");
    let of_template = of_template
        .iter()
        .map(|reader| read_template_variable(reader, VariableOwner::Template));
    let of_ad = of_ad
        .iter()
        .map(|reader| read_template_variable(reader, VariableOwner::Ad));
    truncate(of_template.chain(of_ad).collect())
}

fn read_template_variable(reader: &ObjectReader<'_>, owner: VariableOwner) -> TemplateVariable {
    TemplateVariable {
        owner,
        name: reader
            .short_text("name")
            .unwrap_or_else(|| "a variable without a name".to_owned()),
        value: reader.value("value").map(to_plain_text),
        edit_level: reader.short_text("editLevel"),
        source: reader.short_text("source"),
        path: reader.path.to_string(),
    }
}

#[cfg(test)]
mod tests;
