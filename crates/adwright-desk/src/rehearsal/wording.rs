//! Turns verdicts into sentences: what would happen, then what to do.

use adwright_checks::message;
use adwright_planner::{OpenReason, SendOutcome};
use adwright_store::ItemSource;
use adwright_views::{FactQuestion, ItemVerdictKind, Rehearsal, RehearsedRow, saturating_u32};

use super::verdict::{ItemVerdict, MissingKnowledge, RefusalReason, RehearsedItem};

use crate::fact::fact_key;
use crate::host::rfc3339;
use crate::outbox::OutcomeRenderer;
use crate::wording::{fact_question, join_words};

/// Returns a rehearsal for window and terminal.
pub(super) fn rehearsal_view(items: &[RehearsedItem], outcomes: &OutcomeRenderer<'_>) -> Rehearsal {
    let rows: Vec<_> = items.iter().map(|item| row(item, outcomes)).collect();
    let count = |kind| {
        let of = rows.iter().filter(|row| row.verdict == kind);
        saturating_u32(of.count())
    };
    let mut questions: Vec<FactQuestion> = Vec::new();
    for question in rows.iter().flat_map(|row| &row.questions) {
        if !questions.contains(question) {
            questions.push(question.clone());
        }
    }
    let mut rehearsal = Rehearsal {
        accepted: count(ItemVerdictKind::Accepted),
        refused: count(ItemVerdictKind::Refused),
        stopped: count(ItemVerdictKind::Stopped),
        unknown: count(ItemVerdictKind::Unknown),
        summary: String::new(),
        items: rows,
        questions,
    };
    rehearsal.summary = summary(&rehearsal);
    rehearsal
}

fn summary(rehearsal: &Rehearsal) -> String {
    let parts = [
        (rehearsal.accepted, "would be accepted"),
        (rehearsal.refused, "would be refused"),
        (rehearsal.stopped, "would wait for you"),
        (rehearsal.unknown, "cannot be known offline"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<_> = parts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if parts.is_empty() {
        return "There is nothing to rehearse.".to_owned();
    }
    format!("{}.", join_words(&parts))
}

fn row(item: &RehearsedItem, outcomes: &OutcomeRenderer<'_>) -> RehearsedRow {
    let (draft, row) = match &item.source {
        ItemSource::Draft(draft) => (Some(draft.clone()), None),
        ItemSource::Row { row, .. } => (None, Some(*row)),
    };
    let mut view = RehearsedRow {
        draft,
        row,
        verdict: ItemVerdictKind::Accepted,
        message: "The service would accept this.".to_owned(),
        code: None,
        fix: None,
        questions: Vec::new(),
        cached: item.cached_at.map(rfc3339),
    };
    match &item.verdict {
        ItemVerdict::Accepted => {}
        ItemVerdict::Refused { code, reason } => {
            view.verdict = ItemVerdictKind::Refused;
            view.code = *code;
            view.message = refusal_message(reason);
            if let RefusalReason::Rule(finding) = reason {
                view.fix = finding.fix.as_ref().map(|fix| fix.label.clone());
            }
        }
        ItemVerdict::Stopped(reason) => {
            view.verdict = ItemVerdictKind::Stopped;
            view.message = stop_message(reason, outcomes);
        }
        ItemVerdict::Unknown { missing } => {
            view.verdict = ItemVerdictKind::Unknown;
            let sentences: Vec<_> = missing.iter().map(missing_message).collect();
            view.message = sentences.join(" ");
            view.questions = missing.iter().filter_map(question).collect();
        }
    }
    view
}

fn refusal_message(reason: &RefusalReason) -> String {
    match reason {
        RefusalReason::Rule(finding) => message(finding),
        RefusalReason::Fact { fact, subject } => format!(
            "The service would refuse this. {} No.",
            fact_question(*fact, subject)
        ),
    }
}

fn stop_message(reason: &OpenReason, outcomes: &OutcomeRenderer<'_>) -> String {
    outcomes.outcome(&SendOutcome::NeedsYou(reason.clone()))
}

/// Returns the question that settles what is missing, if a person can answer it.
fn question(missing: &MissingKnowledge) -> Option<FactQuestion> {
    let MissingKnowledge::Fact { fact, subject } = missing else {
        return None;
    };
    Some(FactQuestion {
        key: fact_key(subject, *fact),
        question: fact_question(*fact, subject),
    })
}

fn missing_message(missing: &MissingKnowledge) -> String {
    match missing {
        MissingKnowledge::Fact { fact, subject } => fact_question(*fact, subject),
        MissingKnowledge::NotCached => {
            "This workspace does not have the object. Fetch it first.".to_owned()
        }
        MissingKnowledge::OnlySummary => {
            "This workspace has only a summary of the object. Open it to fetch the rest.".to_owned()
        }
        MissingKnowledge::AccountOfAdvertiser(advertiser) => format!(
            "Nothing here shows the account of advertiser {advertiser}. Fetch its campaigns first."
        ),
        MissingKnowledge::Reference => {
            "An id is missing that the service may require. Fill in the ids.".to_owned()
        }
        MissingKnowledge::Binding(finding) => message(finding),
        MissingKnowledge::OwnRule(finding) => format!(
            "Practice would refuse this, but the interface does not describe the field: {}",
            message(finding)
        ),
        MissingKnowledge::ReadOnly(path) => format!(
            "The service assigns {path}. It may overwrite or refuse your value. Undo this change."
        ),
        MissingKnowledge::EarlierSend => {
            "An earlier send may have created it. Only the service can show that.".to_owned()
        }
        MissingKnowledge::OtherRow => {
            "The service may refuse another row of the same call, and this row with it.".to_owned()
        }
        MissingKnowledge::CallSize(rows) => format!(
            "The service may refuse a call of {rows} rows as too large. Set “Values in one call” to what it accepts."
        ),
    }
}
