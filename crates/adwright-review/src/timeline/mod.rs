//! The timeline of an in-stream ad: what plays in sequence, and what accompanies it.

mod order;
mod wording;

use adwright_model::{Editable, JsonType, Kind};
use serde::Serialize;
use specta::Type;

use crate::amount::Amount;
use crate::interactions::Interaction;
use crate::layout::SizedPart;
use crate::object_reader::{ObjectReader, to_plain_text};

/// The most linears or variables shown.
const MOST: usize = 1_000;

/// What an in-stream ad plays.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// The linears in the order in which they play, those without a place in it last; of very many, the first.
    pub linears: Vec<Linear>,
    /// How many linears there are beyond those.
    pub more_linears: u32,
    /// True if the order can be told: a linear without a place in it may stand in any.
    pub in_order: bool,
    /// How long all of it runs, in seconds; none where that cannot be told.
    pub seconds: Option<f64>,
    /// How long the file is, as the settings of the linears say.
    pub file: Amount,
    /// When the person may skip it.
    pub skip: SkipOffset,
    /// The same in a sentence.
    pub skipping: String,
    /// How many parts lie over the picture, as far as the ad says.
    pub non_linears: u32,
    /// What the template of the ad lets people set, and the ad's own variables; of very many, the first.
    pub variables: Vec<TemplateVariable>,
    /// How many variables there are beyond those.
    pub more_variables: u32,
    /// All of it in sentences, for those who do not see the drawing.
    pub sentences: Vec<String>,
}

/// Something that plays in the place of the film.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
pub struct Linear {
    /// What it is called.
    pub name: String,
    /// Where it stands in the document.
    pub path: String,
    /// What it is, as the ad says, such as `LinearHtml5Folder`.
    pub called: Option<String>,
    /// When its turn is, as the ad says.
    pub sequence: Amount,
    /// When it begins, in seconds from the start; none where that cannot be told.
    pub begins: Option<f64>,
    /// How long it runs, in seconds.
    pub seconds: Amount,
    /// Whether it talks to the player by VPAID.
    pub vpaid: Option<bool>,
}

/// When the person may skip an ad.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum SkipOffset {
    /// The ad does not say.
    Unsaid,
    /// Never.
    Never,
    /// After so many seconds, as the ad says.
    After {
        /// The seconds.
        delay: Amount,
    },
}

/// A variable of the template of an ad, or of the ad itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct TemplateVariable {
    /// What it is called.
    pub name: String,
    /// What it is set to.
    pub value: Option<String>,
    /// Who may change it, as the ad says.
    pub edit_level: Option<String>,
    /// Where it is from, as the ad says.
    pub source: Option<String>,
    /// Where it stands in the document.
    pub path: String,
    /// True if it is one of the VAST template, and not of the ad itself.
    pub of_template: bool,
}

impl Timeline {
    /// Reads what an ad plays. Returns `None` if the ad plays nothing.
    #[must_use]
    pub fn from_ad(ad: &Editable) -> Option<Self> {
        let ad = ObjectReader::root(ad.root());
        if !has_playback(&ad) {
            return None;
        }
        let settings = ad.object("linearSettings");
        let file = settings
            .as_ref()
            .map(|settings| Amount::from_node(settings.value("fileDuration")));
        let file = file.unwrap_or_default();
        let (linears, seconds) = order::read_linears(&ad, &file);
        let in_order = order::is_order_known(&linears);
        let (linears, more_linears) = truncate(linears);
        let (variables, more_variables) = read_variables(&ad);
        let mut timeline = Self {
            linears,
            more_linears,
            in_order,
            seconds,
            file,
            skip: settings
                .as_ref()
                .map_or(SkipOffset::Unsaid, SkipOffset::from_settings),
            skipping: String::new(),
            non_linears: count_non_linears(&ad),
            variables,
            more_variables,
            sentences: Vec::new(),
        };
        timeline.skipping = wording::skip_sentence(&timeline);
        timeline.sentences = wording::sentences(&timeline, settings.as_ref());
        Some(timeline)
    }
}

impl Timeline {
    /// Adds sentences about interactions, with how many more there are, and about companions.
    pub(crate) fn add_context_sentences(
        &mut self,
        what: (&[Interaction], u32),
        companions: &[SizedPart],
    ) {
        self.sentences.extend(wording::interactions_sentence(what));
        self.sentences
            .extend(wording::companions_sentence(companions));
    }
}

impl SkipOffset {
    fn from_settings(settings: &ObjectReader<'_>) -> Self {
        match settings.boolean("skipEnabled") {
            None => Self::Unsaid,
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
            Self::Unsaid | Self::Never => None,
        }
    }
}

/// Returns true if the ad plays something: its type says so, or it has linears or settings for them.
pub(crate) fn has_playback(ad: &ObjectReader<'_>) -> bool {
    let kind = ad.text("type").and_then(|kind| Kind::from_wire(&kind));
    kind == Some(Kind::InStreamInteractiveAd)
        || ad.object("linearSettings").is_some()
        || !ad.objects("linears").is_empty()
}

/// Counts the non-linears. The interface shows only their name, so one may occur without a list.
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

/// Keeps the first items, and returns how many are left out.
fn truncate<T>(mut all: Vec<T>) -> (Vec<T>, u32) {
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    (all, u32::try_from(more).unwrap_or(u32::MAX))
}

fn read_variables(ad: &ObjectReader<'_>) -> (Vec<TemplateVariable>, u32) {
    let template = ad.object("templateData");
    let listed = template.map(|template| template.objects("vastVariables"));
    let listed = listed.unwrap_or_default();
    let own = ad.objects("variables");
    let listed = listed.iter().map(|held| read_variable(held, true));
    let own = own.iter().map(|held| read_variable(held, false));
    truncate(listed.chain(own).collect())
}

fn read_variable(held: &ObjectReader<'_>, of_template: bool) -> TemplateVariable {
    TemplateVariable {
        of_template,
        name: held
            .short_text("name")
            .unwrap_or_else(|| "a variable without a name".to_owned()),
        value: held.value("value").map(to_plain_text),
        edit_level: held.short_text("editLevel"),
        source: held.short_text("source"),
        path: held.path.to_string(),
    }
}

#[cfg(test)]
mod tests;
