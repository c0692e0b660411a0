//! What an in-stream ad plays, in sequence, and what goes with it.

mod order;
mod words;

use adwright_model::{Editable, Kind, Shape};
use serde::Serialize;
use specta::Type;

use crate::amount::Amount;
use crate::interactions::Interaction;
use crate::layout::Part;
use crate::read::{Held, plain};

/// No more linears or variables are shown.
const MOST: usize = 1_000;

/// What an in-stream ad plays.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// The linears in the order in which they play, those without a place in it last; of very many, the first.
    pub linears: Vec<Linear>,
    /// How many linears there are beyond those.
    pub more_linears: u32,
    /// Whether the order can be told: a linear without a place in it may stand in any.
    pub in_order: bool,
    /// How long all of it runs, in seconds; none where that cannot be told.
    pub seconds: Option<f64>,
    /// How long the file is, as the settings of the linears say.
    pub file: Amount,
    /// When the person may skip it.
    pub skip: Skip,
    /// The same in a sentence.
    pub skipping: String,
    /// How many parts lie over the picture, as far as the ad says.
    pub non_linears: u32,
    /// What the template of the ad lets people set, and the ad's own variables; of very many, the first.
    pub variables: Vec<Variable>,
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
pub enum Skip {
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
pub struct Variable {
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
    /// Whether it is one of the VAST template, and not of the ad itself.
    pub of_template: bool,
}

impl Timeline {
    /// What an ad plays; nothing of an ad that plays nothing.
    #[must_use]
    pub fn of(ad: &Editable) -> Option<Self> {
        let ad = Held::root(ad.root());
        if !is_played(&ad) {
            return None;
        }
        let settings = ad.object("linearSettings");
        let file = settings
            .as_ref()
            .map(|settings| Amount::of(settings.value("fileDuration")));
        let file = file.unwrap_or_default();
        let (linears, seconds) = order::linears(&ad, &file);
        let in_order = order::is_told(&linears);
        let (linears, more_linears) = first(linears);
        let (variables, more_variables) = variables(&ad);
        let mut timeline = Self {
            linears,
            more_linears,
            in_order,
            seconds,
            file,
            skip: settings.as_ref().map_or(Skip::Unsaid, Skip::of),
            skipping: String::new(),
            non_linears: non_linears(&ad),
            variables,
            more_variables,
            sentences: Vec::new(),
        };
        timeline.skipping = words::skipping(&timeline);
        timeline.sentences = words::sentences(&timeline, settings.as_ref());
        Some(timeline)
    }
}

impl Timeline {
    /// Adds in sentences what people can do while it plays, with how many more of that there is, and what stands beside it.
    pub(crate) fn tell_around(&mut self, what: (&[Interaction], u32), companions: &[Part]) {
        self.sentences.extend(words::interactions(what));
        self.sentences.extend(words::companions(companions));
    }
}

impl Skip {
    fn of(settings: &Held<'_>) -> Self {
        match settings.flag("skipEnabled") {
            None => Self::Unsaid,
            Some(false) => Self::Never,
            Some(true) => Self::After {
                delay: Amount::of(settings.value("skipDelay")),
            },
        }
    }

    /// After how many seconds it may be skipped, where that is told by a number that can be one.
    #[must_use]
    pub fn after(&self) -> Option<f64> {
        match self {
            Self::After { delay } => delay.known().filter(|delay| *delay >= 0.0),
            Self::Unsaid | Self::Never => None,
        }
    }
}

/// Whether an ad plays at all: one that does says so by its type, or has linears, or settings for them.
pub(crate) fn is_played(ad: &Held<'_>) -> bool {
    let kind = ad.text("type").and_then(|kind| Kind::from_wire(&kind));
    kind == Some(Kind::InStreamInteractiveAd)
        || ad.object("linearSettings").is_some()
        || !ad.objects("linears").is_empty()
}

/// The interface shows nothing of them but their name, so that one may stand there without a list around it.
fn non_linears(ad: &Held<'_>) -> u32 {
    let count = ad
        .value("nonLinears")
        .map_or(0, |parts| match parts.shape() {
            Shape::Array => parts.len(),
            Shape::Object => 1,
            _ => 0,
        });
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The first of very many, and how many there are beyond those.
fn first<T>(mut all: Vec<T>) -> (Vec<T>, u32) {
    let more = all.len().saturating_sub(MOST);
    all.truncate(MOST);
    (all, u32::try_from(more).unwrap_or(u32::MAX))
}

fn variables(ad: &Held<'_>) -> (Vec<Variable>, u32) {
    let template = ad.object("templateData");
    let listed = template.map(|template| template.objects("vastVariables"));
    let listed = listed.unwrap_or_default();
    let own = ad.objects("variables");
    let listed = listed.iter().map(|held| variable(held, true));
    let own = own.iter().map(|held| variable(held, false));
    first(listed.chain(own).collect())
}

fn variable(held: &Held<'_>, of_template: bool) -> Variable {
    Variable {
        of_template,
        name: held
            .said("name")
            .unwrap_or_else(|| "a variable without a name".to_owned()),
        value: held.value("value").map(plain),
        edit_level: held.said("editLevel"),
        source: held.said("source"),
        path: held.path.to_string(),
    }
}

#[cfg(test)]
mod tests;
