//! Rehearsals, compared with what a service then does: item by item, over all variants.
//!
//! The table meets every code of the interface but two. 66109 refuses a call and never an item: the send halves the call
//! until the service accepts it. `rehearsal_foretells_calls_above_the_limit` provokes it. 66107 refuses a call without
//! values. No rehearsed send can provoke it: [`BatchPlan`](adwright_planner::BatchPlan) writes only calls with a row, and
//! a rehearsal without items has no verdict.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write as _};
use std::pin::Pin;

use adwright_desk::{Desk, ItemVerdict, JsonEdit, JsonObject, Paths, ResendPolicy};
use adwright_model::Kind;
use adwright_service::{DemoUser, RunningService, ServiceOptions, Variant};
use adwright_store::{ItemSource, Store};
use adwright_testkit::TestApp;
use adwright_views::{
    Collection, Decision, FactKey, ItemState, ListId, LoginKind, RehearsalSubject, ReviewItem,
    ReviewedDraft, RuleOverride, SecretText, SendRequest, SettingChange, Severity, WorkspaceForm,
};
use adwright_wire::codes;
use expect_test::{Expect, expect};
use secrecy::SecretString;

use crate::workspaces::{CANARY, form};
use crate::{draft_of, query, typed};

/// Campaigns of the demo data.
const SPRING: &str = "1072288341";
const BRAND_FILM: &str = "1072281404";
/// It allows cookies, although its advertiser disables them.
const WINTER_COVER: &str = "1072279406";
const WINTER_OFFERS: &str = "1072249291";

/// New campaigns, each with its members.
const NEW_CAMPAIGNS: [(&str, &str); 8] = [
    (
        "clean",
        r#""advertiserId":4401,"brandId":88120,"accountId":3310,"traffickingMode":"advanced""#,
    ),
    (
        "without privacy",
        r#""advertiserId":4412,"brandId":88150,"accountId":3310"#,
    ),
    (
        "with cookies",
        r#""advertiserId":4431,"brandId":88190,"accountId":3342,"adminSettings":{"privacy":{"disableCookies":false}}"#,
    ),
    (
        "brand of another",
        r#""advertiserId":4401,"brandId":88190,"accountId":3310"#,
    ),
    (
        "account of another",
        r#""advertiserId":4401,"brandId":88120,"accountId":3342"#,
    ),
    (
        "no such advertiser",
        r#""advertiserId":77,"brandId":88120,"accountId":3310"#,
    ),
    ("without brand", r#""advertiserId":4401,"accountId":3310"#),
    (
        "text as id",
        r#""advertiserId":"4401","brandId":88120,"accountId":3310"#,
    ),
];

/// New values, each with its members.
const NEW_VALUES: [(&str, &str); 5] = [
    (
        "good value",
        r#""value":"a","advertiserId":4401,"retargetingActivityId":52024"#,
    ),
    (
        "good loose value",
        r#""value":"b","advertiserId":4427,"retargetingActivityId":52183,"retargetingData":["x"]"#,
    ),
    (
        "bad activity",
        r#""value":"c","advertiserId":4405,"retargetingActivityId":52024"#,
    ),
    (
        "bad loose value",
        r#""value":"d","advertiserId":4401,"retargetingActivityId":52024,"retargetingData":["x"]"#,
    ),
    (
        "bad id",
        r#""value":"e","advertiserId":4401,"retargetingActivityId":7"#,
    ),
];

/// A desk at a service.
struct Stage {
    /// The home, whose own desk is at Practice.
    home: TestApp,
    /// The desk at another service, if it is not at Practice.
    elsewhere: Option<(Desk, RunningService)>,
}

/// What a rehearsal foretold about an item.
struct Foretold {
    name: String,
    verdict: ItemVerdict,
}

/// What the rehearsals foretold, and what the service did.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, u32>,
    wrong: String,
}

impl Stage {
    /// Opens a workspace at a service with this variant, set up as the doctor suggests.
    async fn at(variants: &[Variant], person: DemoUser) -> Self {
        let service = adwright_service::start(ServiceOptions {
            password: Some(CANARY.to_owned()),
            variants: variants.to_vec(),
            ..ServiceOptions::default()
        });
        let service = service.await.unwrap().with_person(person);
        let home = TestApp::first_start().await;
        let workspace = save(&home, &service, variants);
        let report = home
            .doctor
            .examine_connection(&workspace, "doctor", |_| {})
            .await
            .unwrap();
        let changes = report.suggestions.into_iter().flat_map(|one| one.changes);
        let suggested = changes.map(|change| (change.key, change.value));
        let ads = [("adsPath", "/ads"), ("adsMaySend", "true")];
        let ads = ads.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let changes = suggested.chain(ads).map(|(key, value)| SettingChange {
            key,
            value,
            suggested: None,
        });
        let changes: Vec<_> = changes.collect();
        home.settings.change_settings(&workspace, &changes).unwrap();
        let desk = home.switch(&workspace).await.unwrap();
        let stage = Self {
            home,
            elsewhere: Some((desk, service)),
        };
        stage.fetch().await;
        stage
    }

    /// Enters as a person that the planner may write in all accounts.
    fn enter_privileges(&self) {
        for account in [3310, 3342, 3377] {
            let login = DemoUser::Planner.username();
            self.enter(&format!("account/{account}/login/{login}"), "mayWrite");
        }
    }

    /// Enters as a person that a fact is true.
    fn enter(&self, subject: &str, fact: &str) {
        let key = FactKey {
            subject: subject.to_owned(),
            fact: fact.to_owned(),
        };
        self.desk().checker.known_facts.set(&key, true).unwrap();
    }

    async fn at_practice() -> Self {
        let stage = Self {
            home: TestApp::first_start().await,
            elsewhere: None,
        };
        stage.fetch().await;
        stage
    }

    fn desk(&self) -> &Desk {
        self.elsewhere
            .as_ref()
            .map_or(&self.home.desk, |(desk, _)| desk)
    }

    async fn fetch(&self) {
        for collection in [Collection::Campaigns, Collection::Values, Collection::Ads] {
            // Some variants make a list incomplete, which changes nothing here.
            let fetched = self.desk().fetches.fetch(collection, "fetch", |_| {}).await;
            fetched.unwrap();
        }
    }

    /// Returns the texts that the service has, as the cache knows after another fetch.
    async fn texts(&self) -> Vec<String> {
        self.fetch().await;
        let store = Store::open(&Paths::in_home(self.home.home()).store()).unwrap();
        let workspace = self.desk().overview.workspace_view().unwrap().id;
        let mut texts = Vec::new();
        for kind in [Kind::Campaign, Kind::RetargetingDataValue, Kind::Ad] {
            let found = store.cache_texts(&workspace, kind, (None, u32::MAX));
            texts.extend(found.unwrap().into_iter().map(|(_, text)| text));
        }
        texts
    }

    async fn update(&self, id: &str, edits: &[(&str, &str)]) -> String {
        let edits: Vec<_> = edits.iter().map(|(path, json)| edit(path, json)).collect();
        let made = self.desk().drafts.update_from_json(id, &edits, true).await;
        made.unwrap().drafts.remove(0)
    }

    /// Creates drafts with these names and members.
    fn create(&self, kind: Kind, objects: Vec<(String, &str)>) -> Vec<(String, String)> {
        let from_json = |(name, members): &(String, &str)| JsonObject {
            from: name.clone(),
            json: format!(
                r#"{{"type":"{}","name":{name:?},{members}}}"#,
                kind.as_str()
            )
            .into(),
        };
        let json: Vec<_> = objects.iter().map(from_json).collect();
        let drafts = &self.desk().drafts;
        let made = drafts.create_from_json(kind, &json, &[], ResendPolicy::CreateAgain);
        let names = objects.into_iter().map(|(name, _)| name);
        made.unwrap().drafts.into_iter().zip(names).collect()
    }

    /// Creates drafts of campaigns and ads. The names end with the round.
    async fn campaigns_and_ads(&self, round: u32) -> Vec<(String, String)> {
        let mut items = Vec::new();
        let cookies = ("adminSettings.privacy.disableCookies", "false");
        let verification = ("adminSettings.campaignSettings.verification", "\"None\"");
        for (what, id, edits) in [
            (
                "to simple with placements",
                SPRING,
                vec![("traffickingMode", "\"simple\"")],
            ),
            (
                "verification with a placement",
                BRAND_FILM,
                vec![verification],
            ),
            ("cookies were on before", WINTER_COVER, vec![]),
            ("cookies on", WINTER_OFFERS, vec![cookies]),
            ("another brand", "1072250745", vec![("brandId", "88191")]),
            (
                "a text for a number",
                "1072251966",
                vec![("adminSettings.budget", "\"much\"")],
            ),
            ("another name", "1072253335", vec![]),
        ] {
            let name = format!("{what} {round}");
            let json = format!("{name:?}");
            let edits = [&[("name", &*json)], &edits[..]].concat();
            items.push((self.update(id, &edits).await, name));
        }
        let named = NEW_CAMPAIGNS.map(|(what, members)| (format!("{what} {round}"), members));
        items.extend(self.create(Kind::Campaign, named.into()));
        let ad = self.first_ad();
        let copy = self
            .desk()
            .drafts
            .copy_draft(&ad)
            .await
            .unwrap()
            .detail
            .target;
        for (what, target) in [("ad", &ad), ("copied ad", &copy)] {
            self.desk().details.open_detail(target).await.unwrap();
            let name = format!("{what} {round}");
            let detail = self.desk().drafts.edit_draft(target, &typed("name", &name));
            items.push((draft_of(&detail.unwrap()), name));
        }
        items
    }

    fn first_ad(&self) -> adwright_views::DocumentRef {
        let lists = &self.desk().lists;
        let mut all = [ListId::Html5Expandable, ListId::OtherAds].into_iter();
        let rows = all.find_map(|list| {
            lists
                .list_rows(list, &query(""))
                .unwrap()
                .rows
                .into_iter()
                .next()
        });
        adwright_views::DocumentRef::Ad(rows.unwrap().id)
    }

    /// Creates drafts of values for one call: good ones, and those that the service refuses.
    fn values(&self, round: u32, bad: &[&str]) -> Vec<(String, String)> {
        let wanted = NEW_VALUES
            .iter()
            .filter(|(what, _)| what.starts_with("good") || bad.contains(what));
        let named = wanted.map(|(what, members)| {
            let name = format!("{what} {round} {}", bad.join("+"));
            (name, *members)
        });
        self.create(Kind::RetargetingDataValue, named.collect())
    }

    /// Creates drafts of good values, more than the service accepts in one call.
    fn too_many_values(&self) -> Vec<(String, String)> {
        let number = 1..=51;
        let members = number.map(|number| {
            format!(r#""value":"{number}","advertiserId":4401,"retargetingActivityId":52024"#)
        });
        let members: Vec<_> = members.collect();
        let named = members.iter().zip(1..).map(|(members, number): (_, u32)| {
            let name = format!("value {number}");
            (name, members.as_str())
        });
        self.create(Kind::RetargetingDataValue, named.collect())
    }

    /// Rehearses these drafts, then sends them in spite of all findings.
    async fn rehearse_and_send(&self, items: Vec<(String, String)>) -> Vec<Foretold> {
        let drafts: Vec<_> = items.iter().map(|(draft, _)| draft.clone()).collect();
        let subject = RehearsalSubject::Drafts {
            drafts: drafts.clone(),
        };
        let rehearsed = self.desk().rehearsals.verdicts(&subject).unwrap();
        let sources = rehearsed.iter().map(|item| item.source.clone());
        let expected = drafts.iter().cloned().map(ItemSource::Draft);
        assert!(
            sources.eq(expected),
            "every draft is rehearsed in its order"
        );
        self.send(&drafts).await;
        let names = items.into_iter().map(|(_, name)| name);
        let foretold = names.zip(rehearsed).map(|(name, item)| Foretold {
            name,
            verdict: item.verdict,
        });
        foretold.collect()
    }

    /// Compares what was foretold with what the service did.
    async fn compare(&self, foretold: Vec<Foretold>, tally: &mut Tally) {
        let sent = self.desk().outbox.sent_items().unwrap();
        let texts = self.texts().await;
        for Foretold { name, verdict } in foretold {
            let row = sent.iter().find(|row| row.title == name).unwrap();
            let quoted = format!("{name:?}");
            let is_there = texts.iter().any(|text| text.contains(&quoted));
            let is_right = match (&verdict, row.state) {
                (ItemVerdict::Accepted, ItemState::Confirmed | ItemState::NeedsYou) => is_there,
                (ItemVerdict::Refused { code, .. }, ItemState::Refused) => {
                    !is_there && row.code.is_none_or(|told| is_same_code(told, *code))
                }
                (ItemVerdict::Refused { .. }, ItemState::NeedsYou) => !is_there,
                (ItemVerdict::Stopped(_), ItemState::NeedsYou) => true,
                (ItemVerdict::Unknown { missing }, state) => {
                    !missing.is_empty() && state != ItemState::Planned
                }
                _ => false,
            };
            tally.add(&verdict);
            if !is_right {
                let outcome = (row.state, row.code, is_there, &row.outcome);
                let _ = writeln!(tally.wrong, "{name}: {verdict:?} but {outcome:?}");
            }
        }
    }

    async fn send(&self, drafts: &[String]) {
        let mut overrides = Vec::new();
        let mut reviewed = Vec::new();
        for item in self.reviewed(drafts) {
            let errors = item.findings.iter();
            let errors = errors.filter(|finding| finding.severity == Severity::Error);
            let mut seen = HashSet::new();
            for finding in errors.filter(|finding| seen.insert((&finding.rule, &finding.path))) {
                overrides.push(RuleOverride {
                    draft: item.row.draft.clone(),
                    rule: finding.rule.clone(),
                    path: finding.path.clone(),
                });
            }
            reviewed.push(ReviewedDraft {
                draft: item.row.draft,
                revision: item.row.revision,
            });
        }
        let request = SendRequest {
            operation: "send".to_owned(),
            drafts: reviewed,
            overrides,
            typed_name: "Acme".to_owned(),
        };
        self.desk().outbox.send(&request, |_| {}).await.unwrap();
    }

    fn reviewed(&self, drafts: &[String]) -> Vec<ReviewItem> {
        let values = self.desk().values.review_values().unwrap();
        let ids: Vec<_> = drafts.iter().map(String::as_str).collect();
        let others = self.desk().outbox.review_items(&ids).unwrap();
        let items = ids.iter().zip(others).map(|(id, item)| {
            let value = || values.iter().find(|value| value.row.draft == *id).cloned();
            item.or_else(value).unwrap()
        });
        items.collect()
    }

    /// Decides about open items and discards all drafts, so that the next round can change the same campaigns.
    async fn clean_up(&self) {
        for row in self.desk().outbox.sent_items().unwrap() {
            if row.state == ItemState::NeedsYou {
                let back = self.desk().outbox.decide(&row.item, Decision::BackToDraft);
                back.await.unwrap();
            }
        }
        for draft in crate::live(self.desk()) {
            self.desk().drafts.discard_draft(&draft.draft).unwrap();
        }
    }

    async fn round(&self, round: u32, tally: &mut Tally) {
        let mut foretold = Vec::new();
        let items = self.campaigns_and_ads(round).await;
        foretold.extend(self.rehearse_and_send(items).await);
        for bad in [&["bad activity", "bad loose value"][..], &[], &["bad id"]] {
            let items = self.values(round, bad);
            foretold.extend(self.rehearse_and_send(items).await);
        }
        self.compare(foretold, tally).await;
        self.clean_up().await;
    }
}

impl Tally {
    fn add(&mut self, verdict: &ItemVerdict) {
        let name = match verdict {
            ItemVerdict::Accepted => "accepted",
            ItemVerdict::Refused { .. } => "refused",
            ItemVerdict::Stopped(_) => "stopped",
            ItemVerdict::Unknown { .. } => "unknown",
        };
        *self.counts.entry(name).or_default() += 1;
    }
}

/// Returns whether the code of a refusal is as foretold. The interface has no codes for a wrong shape.
fn is_same_code(told: u32, foretold: Option<u32>) -> bool {
    match foretold {
        Some(foretold) => told == foretold,
        None => codes::meaning(told).is_none(),
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (verdict, count) in &self.counts {
            writeln!(f, "{count} {verdict}")?;
        }
        Ok(())
    }
}

fn edit(path: &str, json: &str) -> JsonEdit {
    JsonEdit {
        path: path.to_owned(),
        json: json.to_owned(),
    }
}

/// Saves the workspace of a service with its secret. Returns the id.
fn save(home: &TestApp, service: &RunningService, variants: &[Variant]) -> String {
    let (name, _) = service.practice_login();
    let token = format!("{name}.{CANARY}");
    let logins = [
        (Variant::BasicLogin, LoginKind::Basic, "password", CANARY),
        (Variant::BearerLogin, LoginKind::Bearer, "token", &token),
        (
            Variant::HeaderLogin,
            LoginKind::Headers,
            "header/x-api-key",
            &token,
        ),
    ];
    let login = logins.iter().find(|login| variants.contains(&login.0));
    let (login, slot, secret) = match login {
        Some((_, login, slot, secret)) => (*login, *slot, *secret),
        None => (LoginKind::Session, "password", CANARY),
    };
    let only_if = |condition: bool, text: &str| {
        let text = if condition { text } else { "" };
        text.to_owned()
    };
    let form = WorkspaceForm {
        login,
        headers: only_if(login == LoginKind::Headers, "X-Api-Key"),
        plain_headers: only_if(
            variants.contains(&Variant::AccountHeader),
            "X-Account-Id: 3310",
        ),
        ..form("Acme", &service.base_url, &name)
    };
    let id = home.workspaces.save_workspace(None, &form).unwrap().id;
    let secret = SecretText::new(SecretString::from(secret));
    home.workspaces.save_secret(&id, slot, &secret).unwrap();
    id
}

/// Returns groups of variants that together cover all of them, after the service without any. A service has at most
/// one variant of each point.
fn groups() -> Vec<Vec<Variant>> {
    let mut groups: Vec<Vec<Variant>> = Vec::new();
    for variant in Variant::all() {
        let fits = |group: &&mut Vec<Variant>| {
            let mut others = group.iter();
            others.all(|other| other.point() != variant.point())
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(variant),
            None => groups.push(vec![variant]),
        }
    }
    groups.insert(0, Vec::new());
    groups
}

/// Rehearses and sends at each stage. Compares the shares with `expected`, first with nothing learned, then after one
/// round.
async fn check(stages: Vec<Pin<Box<dyn Future<Output = Stage>>>>, expected: &Expect) {
    let (mut first, mut second) = (Tally::default(), Tally::default());
    for stage in stages {
        let stage = stage.await;
        stage.round(1, &mut first).await;
        stage.round(2, &mut second).await;
    }
    let wrong = format!("{}{}", first.wrong, second.wrong);
    assert!(wrong.is_empty(), "{wrong}");
    expected.assert_eq(&format!("{first}then\n{second}"));
}

/// Checks every third group of variants. A person already knows the privileges, except at the first group, so that the
/// other facts decide.
async fn check_groups(from: usize, expected: &Expect) {
    let groups = groups().into_iter().skip(from).step_by(3);
    let stages = groups.map(|variants| {
        let stage = async move {
            let stage = Stage::at(&variants, DemoUser::Planner).await;
            if !variants.is_empty() {
                stage.enter_privileges();
            }
            stage
        };
        Box::pin(stage) as Pin<Box<dyn Future<Output = Stage>>>
    });
    check(stages.collect(), expected).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rehearsal_foretells_first_services() {
    check_groups(
        0,
        &expect![[r#"
            7 accepted
            71 unknown
            then
            27 accepted
            24 refused
            27 unknown
        "#]],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rehearsal_foretells_second_services() {
    check_groups(
        1,
        &expect![[r#"
            5 accepted
            73 unknown
            then
            22 accepted
            12 refused
            44 unknown
        "#]],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rehearsal_foretells_third_services() {
    check_groups(
        2,
        &expect![[r#"
            6 accepted
            72 unknown
            then
            20 accepted
            14 refused
            44 unknown
        "#]],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rehearsal_foretells_practice() {
    check(
        vec![Box::pin(Stage::at_practice())],
        &expect![[r#"
        5 accepted
        8 refused
        13 unknown
        then
        9 accepted
        10 refused
        7 unknown
    "#]],
    )
    .await;
}

/// A service with codes shows its limit, and the send halves the call. Without codes, it refuses every row.
#[tokio::test(flavor = "multi_thread")]
async fn rehearsal_foretells_calls_above_the_limit() {
    let mut tally = Tally::default();
    for variants in [
        &[Variant::SmallBatches][..],
        &[Variant::SmallBatches, Variant::HtmlErrors],
    ] {
        let stage = Stage::at(variants, DemoUser::Planner).await;
        stage.enter_privileges();
        stage.enter("service/RetargetingDataValue", "acceptsReference");
        stage.enter("activity/52024/advertiser/4401", "activityOfAdvertiser");
        let (what, members) = NEW_VALUES[2];
        let bad = vec![(what.to_owned(), members)];
        for items in [
            stage.create(Kind::RetargetingDataValue, bad),
            stage.too_many_values(),
        ] {
            let foretold = stage.rehearse_and_send(items).await;
            stage.compare(foretold, &mut tally).await;
        }
    }
    assert!(tally.wrong.is_empty(), "{}", tally.wrong);
    let expected = expect![[r#"
        51 accepted
        53 unknown
    "#]];
    expected.assert_eq(&tally.to_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn missing_privilege_is_learned_and_taken_back() {
    let stage = Stage::at(&[], DemoUser::Reader).await;
    let codes = |drafts: &[String]| -> Vec<_> {
        let items = stage.reviewed(drafts).into_iter();
        let findings = items.flat_map(|item| item.findings);
        findings.filter_map(|finding| finding.code).collect()
    };
    let drafts = [stage.update(SPRING, &[("name", "\"Not mine\"")]).await];
    assert!(codes(&drafts).is_empty());
    stage.send(&drafts).await;
    assert_eq!(codes(&drafts), [adwright_wire::codes::PRIVILEGES]);
    let login = DemoUser::Reader.username();
    stage.enter(&format!("account/3310/login/{login}"), "mayWrite");
    assert!(codes(&drafts).is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn rehearsal_foretells_missing_privileges() {
    let reader = Stage::at(&[], DemoUser::Reader);
    check(
        vec![Box::pin(reader)],
        &expect![[r#"
        9 refused
        17 unknown
        then
        26 refused
    "#]],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rehearsal_foretells_saves_despite_62001() {
    let stage = Stage::at(&[Variant::SavedWith62001], DemoUser::Planner);
    check(
        vec![Box::pin(stage)],
        &expect![[r#"
        2 accepted
        24 unknown
        then
        10 accepted
        7 refused
        9 unknown
    "#]],
    )
    .await;
}
