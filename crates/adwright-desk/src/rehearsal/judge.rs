//! Decides about one write by the rules of the practice service, with what is known here.

use std::cell::RefCell;
use std::collections::HashMap;

use adwright_checks::{
    BatchChecker, CheckInput, Fact, FactSource, FactSubject, FactValue, Facts, Finding, Phase,
    check,
};
use adwright_model::{Binding, Catalog, EditableDocument, Id, Kind, Path};
use adwright_planner::REFERENCE_MEMBER;
use adwright_service::winning_refusal;
use adwright_wire::codes;

use super::seen_references::SeenReferences;
use super::verdict::{ItemVerdict, MissingKnowledge, RefusalReason};

use crate::context::Context;
use crate::document::bound_id;
use crate::error::Error;
use crate::fact::{FactKeys, KnownFacts, refusing_value};

/// The facts that decide about refusals by rules, each with its code.
const RULE_CODES: [u32; 7] = [
    codes::TRAFFICKING_MODE,
    codes::VERIFICATION,
    codes::PRIVACY_SECTION,
    codes::DISABLE_COOKIES,
    codes::PRIVILEGES,
    codes::ACTIVITY_OF_ADVERTISER,
    codes::LOOSE_DATA,
];

/// A write to decide about.
pub(super) struct JudgedWrite<'a> {
    pub(super) stored_kind: Kind,
    pub(super) target: Option<Id>,
    pub(super) body: &'a EditableDocument,
    pub(super) before: Option<&'a EditableDocument>,
}

/// Decides about writes, with the facts of one rehearsal.
pub(super) struct Judge<'a> {
    context: &'a Context,
    known_facts: &'a KnownFacts,
    seen: SeenReferences,
    /// The facts for the rules of the last items without a campaign.
    rule_facts: RefCell<HashMap<FactKeys, Facts>>,
    /// The facts about references and about the service.
    other_facts: RefCell<HashMap<FactSubject, Vec<(Fact, bool)>>>,
}

/// What is known about a write so far.
#[derive(Default)]
struct Reasons {
    refusal: Option<(Option<u32>, RefusalReason)>,
    missing: Vec<MissingKnowledge>,
}

impl Reasons {
    fn refuse(&mut self, code: Option<u32>, reason: RefusalReason) {
        self.refusal.get_or_insert((code, reason));
    }

    fn lack(&mut self, missing: MissingKnowledge) {
        if !self.missing.contains(&missing) {
            self.missing.push(missing);
        }
    }

    fn into_verdict(self) -> ItemVerdict {
        match self {
            Self {
                refusal: Some((code, reason)),
                ..
            } => ItemVerdict::Refused { code, reason },
            Self { missing, .. } if missing.is_empty() => ItemVerdict::Accepted,
            Self { missing, .. } => ItemVerdict::Unknown { missing },
        }
    }
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        context: &'a Context,
        known_facts: &'a KnownFacts,
        seen: SeenReferences,
    ) -> Self {
        Self {
            context,
            known_facts,
            seen,
            rule_facts: RefCell::default(),
            other_facts: RefCell::default(),
        }
    }

    /// Returns what the service would do with a write.
    pub(super) fn judge(&self, write: &JudgedWrite<'_>) -> Result<ItemVerdict, Error> {
        let mut reasons = Reasons::default();
        let keys = self.keys(write);
        self.apply_rules(write, keys, &mut reasons)?;
        self.check_references(write, keys, &mut reasons)?;
        self.check_service(write, &mut reasons)?;
        Ok(reasons.into_verdict())
    }

    /// Adds a write to the check of its call. Returns whether it contradicts an earlier one about an activity.
    pub(super) fn contradicts(&self, write: &JudgedWrite<'_>, call: &mut BatchChecker) -> bool {
        let facts = Facts::default();
        let found = call.check_item(&self.input(write, &facts, Catalog::bundled()));
        found.iter().any(|finding| {
            finding.code == Some(codes::ACTIVITY_OF_ADVERTISER) && finding.case == "contradicts"
        })
    }

    /// Returns the ids of a write. The account is the one of the advertiser if the object names none.
    fn keys(&self, write: &JudgedWrite<'_>) -> FactKeys {
        let bindings = &self.context.dialect.bindings;
        let keys = FactKeys::of(write.stored_kind, write.target, write.body, bindings);
        let of_advertiser = || self.seen.account_of(keys.advertiser?);
        FactKeys {
            account: keys.account.or_else(of_advertiser),
            ..keys
        }
    }

    fn apply_rules(
        &self,
        write: &JudgedWrite<'_>,
        keys: FactKeys,
        reasons: &mut Reasons,
    ) -> Result<(), Error> {
        let mut facts = self.facts(keys)?;
        let assumed = assume_refusals(&mut facts);
        let findings = self.findings(write, &facts, Catalog::bundled());
        let service = FactSubject::Service(write.stored_kind.specific(write.body));
        let mut certain = Vec::new();
        for finding in findings {
            let fact = finding.code.and_then(refusing_value).map(|(fact, _)| fact);
            match fact {
                _ if finding.case == "ambiguous" && finding.code.is_some() => {
                    reasons.lack(MissingKnowledge::Binding(Box::new(finding)));
                }
                _ if finding.rule == "read-only" => {
                    reasons.lack(MissingKnowledge::ReadOnly(finding.path));
                }
                _ if finding.case == "id-as-text" => {
                    self.judge_text_id(write, &service, finding, reasons)?;
                }
                Some(Fact::VerificationPlacementAttached)
                    if self.other_fact(&service, Fact::SavesDespite62001)? == Some(true) => {}
                Some(fact) if assumed.contains(&fact) => {
                    reasons.lack(self.missing_fact(fact, keys));
                }
                Some(Fact::VerificationPlacementAttached)
                    if self
                        .other_fact(&service, Fact::SavesDespite62001)?
                        .is_none() =>
                {
                    reasons.lack(MissingKnowledge::Fact {
                        fact: Fact::SavesDespite62001,
                        subject: service.clone(),
                    });
                }
                _ => certain.push(finding),
            }
        }
        if let Some(refusal) = winning_refusal(&certain) {
            self.add_refusal(write, &facts, refusal, reasons);
        }
        Ok(())
    }

    /// Adds a refusal by a rule. A rule about a field that only Practice describes may not exist on other services.
    fn add_refusal(
        &self,
        write: &JudgedWrite<'_>,
        facts: &Facts,
        refusal: &Finding,
        reasons: &mut Reasons,
    ) {
        let is_practice = self.context.backend.practice().is_some();
        let boxed = || Box::new(refusal.clone());
        if refusal.code.is_none() && !is_practice {
            let findings = self.findings(write, facts, Catalog::without_practice());
            let of_interface = findings.iter().filter(|finding| finding.code.is_none());
            if winning_refusal(of_interface).is_none() {
                reasons.lack(MissingKnowledge::OwnRule(boxed()));
                return;
            }
        }
        reasons.refuse(refusal.code, RefusalReason::Rule(boxed()));
    }

    fn findings(&self, write: &JudgedWrite<'_>, facts: &Facts, catalog: &Catalog) -> Vec<Finding> {
        check(&self.input(write, facts, catalog))
    }

    fn input<'b>(
        &'b self,
        write: &JudgedWrite<'b>,
        facts: &'b Facts,
        catalog: &'b Catalog,
    ) -> CheckInput<'b> {
        CheckInput {
            kind: write.stored_kind.specific(write.body),
            document: write.body,
            base: write.before,
            phase: if write.before.is_some() {
                Phase::Update
            } else {
                Phase::Create
            },
            catalog,
            bindings: &self.context.dialect.bindings,
            facts,
        }
    }

    /// Returns the known facts for the rules. Cached values show the advertisers of an activity.
    fn facts(&self, keys: FactKeys) -> Result<Facts, Error> {
        if let Some(facts) = self.rule_facts.borrow().get(&keys) {
            return Ok(facts.clone());
        }
        let mut facts = self.known_facts.for_rules(keys)?;
        let learned = facts.get(Fact::ActivityOfAdvertiser);
        let is_learned = learned.is_some_and(|known| known.source == FactSource::Service);
        let pair = keys.activity.zip(keys.advertiser);
        let seen = pair
            .and_then(|(activity, advertiser)| self.seen.activity_belongs(activity, advertiser));
        if let Some(value) = seen.filter(|_| !is_learned) {
            facts.set(Fact::ActivityOfAdvertiser, document_fact(value));
        }
        // Updates seldom share their keys.
        if keys.campaign.is_none() {
            self.rule_facts.borrow_mut().insert(keys, facts.clone());
        }
        Ok(facts)
    }

    /// Returns the fact that a rule lacks, with its subject.
    fn missing_fact(&self, fact: Fact, keys: FactKeys) -> MissingKnowledge {
        let mut subjects = keys.subjects(&self.context.login).into_iter();
        match (
            subjects.find(|subject| fact.is_about(subject)),
            keys.advertiser,
        ) {
            (Some(subject), _) => MissingKnowledge::Fact { fact, subject },
            (None, Some(advertiser)) => MissingKnowledge::AccountOfAdvertiser(advertiser),
            (None, None) => MissingKnowledge::Reference,
        }
    }

    /// Judges an id that is a text. The service's own texts are right.
    fn judge_text_id(
        &self,
        write: &JudgedWrite<'_>,
        service: &FactSubject,
        finding: Finding,
        reasons: &mut Reasons,
    ) -> Result<(), Error> {
        let raw = |document: &EditableDocument| {
            let node = document.get(&finding.path)?;
            Some(node.raw().to_owned())
        };
        let before = write.before.and_then(raw);
        if before.is_some() && before == raw(write.body) {
            return Ok(());
        }
        match self.other_fact(service, Fact::AcceptsTextIds)? {
            Some(true) => {}
            Some(false) => {
                reasons.refuse(None, RefusalReason::Rule(Box::new(finding)));
            }
            None => reasons.lack(MissingKnowledge::Fact {
                fact: Fact::AcceptsTextIds,
                subject: service.clone(),
            }),
        }
        Ok(())
    }

    /// Checks that the objects that a write names exist and belong together.
    fn check_references(
        &self,
        write: &JudgedWrite<'_>,
        keys: FactKeys,
        reasons: &mut Reasons,
    ) -> Result<(), Error> {
        let bindings = &self.context.dialect.bindings;
        let named = |document, binding| bound_id(document, bindings, binding);
        let is_changed = |bound: &[Binding]| {
            let ids =
                |document| -> Vec<_> { bound.iter().map(|it| named(document, *it)).collect() };
            write
                .before
                .is_none_or(|before| ids(before) != ids(write.body))
        };
        let account = named(write.body, Binding::AccountId);
        match (write.stored_kind, keys.advertiser) {
            (Kind::Campaign, Some(advertiser)) => {
                if let Some(brand) = named(write.body, Binding::BrandId) {
                    if is_changed(&[Binding::BrandId, Binding::AdvertiserId])
                        && !self.seen.has_brand(brand, advertiser)
                    {
                        let subject = FactSubject::Brand { brand, advertiser };
                        self.require(Fact::BrandOfAdvertiser, subject, reasons)?;
                    }
                } else {
                    reasons.lack(MissingKnowledge::Reference);
                }
                if let Some(account) = account
                    && is_changed(&[Binding::AccountId, Binding::AdvertiserId])
                    && !self.seen.has_account(advertiser, account)
                {
                    let subject = FactSubject::AdvertiserInAccount {
                        advertiser,
                        account,
                    };
                    self.require(Fact::AdvertiserOfAccount, subject, reasons)?;
                }
            }
            (Kind::RetargetingDataValue, Some(_)) if keys.activity.is_some() => {}
            (Kind::Campaign | Kind::RetargetingDataValue, _) => {
                reasons.lack(MissingKnowledge::Reference);
            }
            _ => self.check_campaign_of_ad(write, account, reasons)?,
        }
        Ok(())
    }

    fn check_campaign_of_ad(
        &self,
        write: &JudgedWrite<'_>,
        account: Option<i64>,
        reasons: &mut Reasons,
    ) -> Result<(), Error> {
        let path = Path::root().child("adAssignmentData").child("campaignId");
        let campaign = |ad: &EditableDocument| ad.get(&path)?.as_id();
        let Some(account) = account else {
            reasons.lack(MissingKnowledge::Reference);
            return Ok(());
        };
        let Some(id) = campaign(write.body) else {
            return Ok(());
        };
        if write.before.and_then(campaign) == Some(id) {
            return Ok(());
        }
        let (store, workspace) = (&self.context.store, &self.context.workspace.id);
        let cached = store.cache_get(workspace, Kind::Campaign, Id(id))?;
        let cached = cached.and_then(|cached| EditableDocument::parse(&cached.entry.text).ok());
        let of_campaign = cached.and_then(|campaign| {
            bound_id(
                &campaign,
                &self.context.dialect.bindings,
                Binding::AccountId,
            )
        });
        if of_campaign != Some(account) {
            let campaign = id;
            let subject = FactSubject::CampaignInAccount { campaign, account };
            self.require(Fact::CampaignOfAccount, subject, reasons)?;
        }
        Ok(())
    }

    /// Checks what only this service decides: our reference, and members that the update lacks.
    fn check_service(&self, write: &JudgedWrite<'_>, reasons: &mut Reasons) -> Result<(), Error> {
        let service = FactSubject::Service(write.stored_kind.specific(write.body));
        let root = write.body.root();
        let Some(before) = write.before else {
            let reference = root.member(REFERENCE_MEMBER);
            if reference.is_some_and(|reference| !reference.is_null()) {
                self.require(Fact::AcceptsReference, service, reasons)?;
            }
            return Ok(());
        };
        let mut names = before.root().members().map(|(name, _)| name);
        if names.any(|name| root.member(&name).is_none()) {
            let fact = Fact::AcceptsRemovedMembers;
            if self.other_fact(&service, fact)? != Some(true) {
                let subject = service;
                reasons.lack(MissingKnowledge::Fact { fact, subject });
            }
        }
        Ok(())
    }

    /// Requires that a fact is true.
    fn require(
        &self,
        fact: Fact,
        subject: FactSubject,
        reasons: &mut Reasons,
    ) -> Result<(), Error> {
        match self.other_fact(&subject, fact)? {
            Some(true) => {}
            Some(false) => reasons.refuse(None, RefusalReason::Fact { fact, subject }),
            None => reasons.lack(MissingKnowledge::Fact { fact, subject }),
        }
        Ok(())
    }

    fn other_fact(&self, subject: &FactSubject, fact: Fact) -> Result<Option<bool>, Error> {
        let find = |known: &Vec<(Fact, bool)>| {
            let found = known.iter().find(|(known, _)| *known == fact);
            found.map(|(_, value)| *value)
        };
        if let Some(known) = self.other_facts.borrow().get(subject) {
            return Ok(find(known));
        }
        let known = self.known_facts.about(std::slice::from_ref(subject))?;
        let known: Vec<_> = known
            .into_iter()
            .map(|(_, fact, known)| (fact, known.value))
            .collect();
        let found = find(&known);
        self.other_facts.borrow_mut().insert(subject.clone(), known);
        Ok(found)
    }
}

/// Sets every unknown fact of the rules to the value that causes a refusal. Returns these facts.
fn assume_refusals(facts: &mut Facts) -> Vec<Fact> {
    let mut assumed = Vec::new();
    for (fact, value) in RULE_CODES.into_iter().filter_map(refusing_value) {
        if facts.get(fact).is_none() {
            facts.set(fact, document_fact(value));
            assumed.push(fact);
        }
    }
    assumed
}

const fn document_fact(value: bool) -> FactValue {
    FactValue {
        value,
        source: FactSource::Document,
        detail: None,
    }
}
