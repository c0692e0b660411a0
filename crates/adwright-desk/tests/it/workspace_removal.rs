//! Removing a workspace: what is lost, what is exported first, and what blocks the removal.

use adwright_desk::{Error, RemovalBlocker, WorkspaceError};
use std::fs;

use adwright_desk::SecretStore;
use adwright_views::RemovalMode;

use crate::workspaces::{CANARY, Real, real};
use crate::{SPRING, query};

/// Returns a closed workspace with a draft, an undone draft, and a receipt.
async fn left() -> Real {
    let mut real = Box::pin(real()).await;
    real.change(SPRING, "Sent");
    real.desk
        .outbox
        .send(&real.request(""), |_| {})
        .await
        .unwrap();
    real.change("Brand film, EMEA", "Not sent yet");
    let undone = real.change("Spring launch, FR", "Undone");
    real.desk.drafts.undo_draft(&undone).unwrap();
    let practice = real.desk.workspaces.workspaces().unwrap().remove(0).id;
    real.desk = Box::pin(real.desk.switch(&practice)).await.unwrap();
    real
}

fn raw(real: &Real) -> rusqlite::Connection {
    rusqlite::Connection::open(real.desktop.home().join("adwright.db")).unwrap()
}

#[tokio::test]
async fn removal_preview_lists_the_losses() {
    let real = left().await;
    let losses = real.desk.workspaces.removal_preview(&real.id).unwrap();
    assert_eq!(losses.blocked, None);
    for loss in ["draft", "receipt", "settings", "password"] {
        assert!(losses.lost.iter().any(|line| line.contains(loss)), "{loss}");
    }
}

#[tokio::test]
async fn removed_workspace_is_exported_first_and_fully_deleted() {
    let real = left().await;
    let removed = real
        .desk
        .workspaces
        .remove_workspace(&real.id, RemovalMode::AfterExport)
        .unwrap();
    assert_eq!((removed.name.as_str(), removed.note), ("Acme live", None));
    let text = fs::read_to_string(removed.file.unwrap().path).unwrap();
    let lines: Vec<serde_json::Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines[0]["format"], "adwright-data");
    assert!(
        lines[1]["draft"]["text"]
            .as_str()
            .unwrap()
            .contains("Not sent yet")
    );
    assert!(
        lines[3]["receipt"]["canonical"]
            .as_str()
            .unwrap()
            .contains("\"Sent\"")
    );
    assert_eq!(lines.len(), 4, "with the draft that was undone");
    assert!(!text.contains(CANARY));

    for slot in ["password", "session"] {
        let kept = real.desktop.secrets.get(&real.secret(slot)).unwrap();
        assert!(kept.is_none(), "{slot}");
    }
    assert_eq!(real.desk.workspaces.workspaces().unwrap().len(), 1);
    let left: i64 = raw(&real)
        .query_row(
            "SELECT COUNT(*) FROM object WHERE workspace = ?1",
            [&real.id],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(left, 0);
    assert!(
        real.desk.lists.campaigns(&query("")).is_ok(),
        "Practice goes on"
    );
}

#[tokio::test]
async fn workspace_can_be_removed_without_export() {
    let real = left().await;
    let removed = real
        .desk
        .workspaces
        .remove_workspace(&real.id, RemovalMode::WithoutExport)
        .unwrap();
    assert_eq!(removed.file, None);
    assert!(!real.desktop.home().join("exports").exists());
    assert_eq!(real.desk.workspaces.workspaces().unwrap().len(), 1);
}

#[tokio::test]
async fn open_practice_and_sending_workspaces_cannot_be_removed() {
    let real = left().await;
    let refused = |id: &str| -> RemovalBlocker {
        let error = real
            .desk
            .workspaces
            .remove_workspace(id, RemovalMode::AfterExport)
            .unwrap_err();
        let blocked = real
            .desk
            .workspaces
            .removal_preview(id)
            .unwrap()
            .blocked
            .unwrap();
        assert_eq!(error.failure().message, blocked);
        match error {
            Error::Workspace(WorkspaceError::Removal(reason)) => reason,
            other => panic!("{other}"),
        }
    };
    let practice = real.desk.overview.workspace_view().unwrap().id;
    assert_eq!(refused(&practice), RemovalBlocker::Practice);
    raw(&real)
        .execute_batch("UPDATE item SET state = 'unknown'")
        .unwrap();
    assert!(matches!(
        refused(&real.id),
        RemovalBlocker::OpenItems { .. }
    ));
    let password = real.desktop.secrets.get(&real.secret("password"));
    assert!(password.unwrap().is_some(), "nothing was touched");
    raw(&real)
        .execute_batch("UPDATE item SET state = 'confirmed'")
        .unwrap();
    let open = real.desk.switch(&real.id).await.unwrap();
    let error = open
        .workspaces
        .remove_workspace(&real.id, RemovalMode::AfterExport)
        .unwrap_err();
    assert!(
        matches!(
            error,
            Error::Workspace(WorkspaceError::Removal(RemovalBlocker::Open))
        ),
        "{error}"
    );
}
