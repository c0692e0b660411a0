//! What an in-stream ad plays, in sequence, and what goes with it.

use adwright_model::{Editable, Shape};
use serde::Serialize;
use specta::Type;

use crate::amount::{Amount, number};
use crate::read::{Held, plain};

/// No more linears or variables are worked out.
const MOST: usize = 1_000;

/// What an in-stream ad plays.
#[derive(Debug, Clone, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// The linears in the order in which they play.
    pub linears: Vec<Linear>,
    /// How long all of it runs, in seconds; none where that cannot be told.
    pub seconds: Option<f64>,
    /// When the person may skip it.
    pub skip: Skip,
    /// How many parts lie over the picture, as far as the ad says.
    pub non_linears: u32,
    /// What the template of the ad lets people set.
    pub variables: Vec<Variable>,
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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Type)]
#[serde(tag = "is", rename_all = "camelCase")]
pub enum Skip {
    /// The ad does not say.
    Unsaid,
    /// Never.
    Never,
    /// After so many seconds; none where the ad does not say after how many.
    After {
        /// The seconds.
        seconds: Option<f64>,
    },
}

/// What the template of an ad lets people set.
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
}

impl Timeline {
    /// What an ad plays; nothing of an ad that plays nothing.
    #[must_use]
    pub fn of(ad: &Editable) -> Option<Self> {
        let ad = Held::root(ad.root());
        let settings = ad.object("linearSettings");
        if !is_played(&ad) {
            return None;
        }
        let mut linears = linears(&ad);
        let whole = settings
            .as_ref()
            .map(|settings| Amount::of(settings.value("fileDuration")));
        fill_in(&mut linears, whole.as_ref());
        let seconds = put_in_turn(&mut linears);
        let skip = settings.as_ref().map_or(Skip::Unsaid, Skip::of);
        let non_linears = ad
            .value("nonLinears")
            .filter(|list| list.shape() == Shape::Array);
        let mut timeline = Self {
            seconds: seconds.or_else(|| whole.and_then(|whole| whole.size())),
            skip,
            non_linears: non_linears
                .map_or(0, |list| u32::try_from(list.len()).unwrap_or(u32::MAX)),
            variables: variables(&ad),
            sentences: Vec::new(),
            linears,
        };
        timeline.sentences = timeline.told(settings.as_ref());
        Some(timeline)
    }

    fn told(&self, settings: Option<&Held<'_>>) -> Vec<String> {
        let mut said = vec![self.length()];
        said.extend(self.linears.iter().take(30).map(Linear::told));
        said.push(self.skipping());
        let fits = |name, yes: &str, no: &str| {
            let flag = settings?.flag(name)?;
            Some(if flag { yes } else { no }.to_owned())
        };
        said.extend(fits(
            "scalable",
            "It is scaled to the size of the player.",
            "It is not scaled to the size of the player.",
        ));
        said.extend(fits(
            "maintainAspectRatio",
            "It keeps its proportions.",
            "It may be stretched.",
        ));
        if self.non_linears > 0 {
            said.push(format!("{} parts lie over the picture.", self.non_linears));
        }
        said
    }

    fn length(&self) -> String {
        let count = match self.linears.len() {
            0 => "Nothing is listed to play".to_owned(),
            1 => "One linear plays".to_owned(),
            more => format!("{more} linears play, one after the other"),
        };
        match self.seconds {
            Some(seconds) => format!("{count}; all of it runs {} s.", number(seconds)),
            None => format!("{count}; how long all of it runs cannot be told."),
        }
    }

    fn skipping(&self) -> String {
        match (self.skip, self.seconds) {
            (Skip::Unsaid, _) => "The ad does not say whether it can be skipped.".to_owned(),
            (Skip::Never, _) => "It cannot be skipped.".to_owned(),
            (Skip::After { seconds: None }, _) => {
                "It can be skipped; the ad does not say after how many seconds.".to_owned()
            }
            (
                Skip::After {
                    seconds: Some(after),
                },
                Some(whole),
            ) if after >= whole => format!(
                "It can be skipped after {} s, when it is over already.",
                number(after)
            ),
            (
                Skip::After {
                    seconds: Some(after),
                },
                _,
            ) => {
                format!("It can be skipped after {} s.", number(after))
            }
        }
    }
}

impl Linear {
    fn told(&self) -> String {
        let begins = match self.begins {
            Some(at) => format!("begins at {} s", number(at)),
            None => "begins when what is before it ends, which cannot be told".to_owned(),
        };
        let seconds = self.seconds.said("s");
        let vpaid = if self.vpaid == Some(true) {
            ", by VPAID"
        } else {
            ""
        };
        format!("“{}” {begins}; its length is {seconds}{vpaid}.", self.name)
    }
}

impl Skip {
    fn of(settings: &Held<'_>) -> Self {
        match settings.flag("skipEnabled") {
            None => Self::Unsaid,
            Some(false) => Self::Never,
            Some(true) => Self::After {
                seconds: Amount::of(settings.value("skipDelay"))
                    .known()
                    .filter(|delay| *delay >= 0.0),
            },
        }
    }
}

/// Whether an ad plays at all: one that does has linears, or settings for them.
pub(crate) fn is_played(ad: &Held<'_>) -> bool {
    ad.object("linearSettings").is_some() || !ad.objects("linears").is_empty()
}

/// In the order of their turns; those without one keep their place behind those with one.
fn linears(ad: &Held<'_>) -> Vec<Linear> {
    let held = ad.objects("linears");
    let mut linears: Vec<_> = held
        .iter()
        .take(MOST)
        .enumerate()
        .map(|(at, held)| linear(held, at))
        .collect();
    let turn = |linear: &Linear| linear.sequence.known().unwrap_or(f64::INFINITY);
    linears.sort_by(|a, b| turn(a).total_cmp(&turn(b)));
    linears
}

fn linear(held: &Held<'_>, at: usize) -> Linear {
    Linear {
        name: held.name().unwrap_or_else(|| format!("Linear {}", at + 1)),
        path: held.path.to_string(),
        called: held.said("type"),
        sequence: Amount::of(held.value("sequence")),
        begins: None,
        seconds: Amount::of(held.value("duration")),
        vpaid: held.flag("vpaid"),
    }
}

/// The length of the whole file tells that of the only linear.
fn fill_in(linears: &mut [Linear], whole: Option<&Amount>) {
    if let ([only], Some(whole)) = (linears, whole)
        && only.seconds == Amount::Missing
    {
        only.seconds = whole.clone();
    }
}

/// Puts each behind the one before it, and gives the length of all; none from the first whose length is not known.
fn put_in_turn(linears: &mut [Linear]) -> Option<f64> {
    let mut at = (!linears.is_empty()).then_some(0.0);
    for linear in linears {
        linear.begins = at;
        at = at
            .zip(linear.seconds.size())
            .map(|(at, seconds)| at + seconds);
    }
    at.filter(|sum| sum.is_finite())
}

fn variables(ad: &Held<'_>) -> Vec<Variable> {
    let template = ad.object("templateData");
    let listed = template.map(|template| template.objects("vastVariables"));
    let own = ad.objects("variables");
    let all = listed.unwrap_or_default().into_iter().chain(own);
    all.take(MOST).map(|held| variable(&held)).collect()
}

fn variable(held: &Held<'_>) -> Variable {
    Variable {
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
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(json: &str, expected: &Expect) {
        let timeline = Timeline::of(&Editable::parse(json).unwrap());
        let told = timeline.map_or("nothing plays".to_owned(), |timeline| {
            timeline.sentences.join("\n")
        });
        expected.assert_eq(&told);
    }

    #[test]
    fn linears_play_in_their_turn() {
        check(
            r#"{"linears":[{"name":"b","sequence":2,"duration":10},{"name":"none"},{"name":"a","sequence":1,"duration":15.5,"vpaid":true}],
                "linearSettings":{"skipEnabled":true,"skipDelay":5.0,"scalable":true,"maintainAspectRatio":false}}"#,
            &expect![[r#"
                3 linears play, one after the other; how long all of it runs cannot be told.
                “a” begins at 0 s; its length is 15.5 s, by VPAID.
                “b” begins at 15.5 s; its length is 10 s.
                “none” begins at 25.5 s; its length is unknown.
                It can be skipped after 5 s.
                It is scaled to the size of the player.
                It may be stretched."#]],
        );
    }

    #[test]
    fn the_only_linear_is_as_long_as_the_file() {
        check(
            r#"{"linears":[{"assetName":"film.mp4"}],"linearSettings":{"fileDuration":30,"skipEnabled":true,"skipDelay":45}}"#,
            &expect![[r#"
                One linear plays; all of it runs 30 s.
                “film.mp4” begins at 0 s; its length is 30 s.
                It can be skipped after 45 s, when it is over already."#]],
        );
    }

    #[test]
    fn what_is_absurd_is_named() {
        check(
            r#"{"linears":{"duration":"long","sequence":-1e300},"linearSettings":{"skipEnabled":true,"skipDelay":-3},"nonLinears":[1,2]}"#,
            &expect![[r#"
                One linear plays; how long all of it runs cannot be told.
                “Linear 1” begins at 0 s; its length is no number ("long").
                It can be skipped; the ad does not say after how many seconds.
                2 parts lie over the picture."#]],
        );
        check(
            r#"{"linears":[],"linearSettings":{}}"#,
            &expect![[r#"
            Nothing is listed to play; how long all of it runs cannot be told.
            The ad does not say whether it can be skipped."#]],
        );
        check(r#"{"width":3}"#, &expect!["nothing plays"]);
    }

    #[test]
    fn variables_of_the_template_and_of_the_ad() {
        let ad = r#"{"linearSettings":{},"templateData":{"vastVariables":[{"name":"skip","value":"5","editLevel":"AD","source":"CUSTOM"}]},"variables":[{"value":7}]}"#;
        let timeline = Timeline::of(&Editable::parse(ad).unwrap()).unwrap();
        expect![[r#"
            [
                Variable {
                    name: "skip",
                    value: Some(
                        "5",
                    ),
                    edit_level: Some(
                        "AD",
                    ),
                    source: Some(
                        "CUSTOM",
                    ),
                    path: "templateData.vastVariables[0]",
                },
                Variable {
                    name: "a variable without a name",
                    value: Some(
                        "7",
                    ),
                    edit_level: None,
                    source: None,
                    path: "variables[0]",
                },
            ]
        "#]]
        .assert_debug_eq(&timeline.variables);
    }
}
