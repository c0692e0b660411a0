//! The session of a login outlives the program. It belongs to that login only, even if another program changes the
//! login.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use adwright_desk::{Desk, SecretStorage, SecretStore, SecretsError};
use adwright_testkit::{TestApp, TestKeyring};
use adwright_views::RemovalMode;
use expect_test::{Expect, expect};
use secrecy::SecretString;
use tempfile::TempDir;

use crate::workspace_secrets::{given, open, who_asks, who_asks_until};
use crate::workspaces::form;

/// A window with a workspace open as anna, before its first request. The password was given directly, so the keyring
/// has only later secrets.
struct Window {
    desk: Desk,
    id: String,
    address: String,
    seen: Arc<Mutex<Vec<String>>>,
    ended: Arc<AtomicBool>,
    keyring: Arc<TestKeyring>,
    home: TempDir,
}

async fn window_of_anna() -> Window {
    let ended = Arc::<AtomicBool>::default();
    let (address, seen) = who_asks_until(Arc::clone(&ended));
    let home = TestApp::first_start().await.close().await;
    let keyring = Arc::new(TestKeyring::default());
    let practice = open(&home, &keyring).await;
    let saved = practice
        .workspaces
        .save_workspace(None, &form("Acme live", &address, "anna"));
    let id = saved.unwrap().id;
    let desk = practice.switch(&id).await.unwrap();
    let desk = desk.reopen_with_secrets(given()).await.unwrap();
    Window {
        desk,
        id,
        address,
        seen,
        ended,
        keyring,
        home,
    }
}

impl Window {
    /// Opens the same workspace with its current settings, as another program.
    async fn terminal(&self) -> Desk {
        let practice = open(&self.home, &self.keyring).await;
        let desk = practice.switch(&self.id).await.unwrap();
        desk.reopen_with_secrets(given()).await.unwrap()
    }

    async fn becomes_bens(&self) {
        let terminal = self.terminal().await;
        let ben = form("Acme live", &self.address, "ben");
        terminal
            .workspaces
            .save_workspace(Some(&self.id), &ben)
            .unwrap();
    }

    /// Checks who logs in, and whose session requests carry, while this desk checks the connection.
    async fn check(&self, desk: &Desk, expected: Expect) {
        // The result is ignored, because the workspace that it is stored for may be gone.
        drop(desk.overview.check_connection().await);
        let mut told: Vec<_> = self.seen.lock().unwrap().drain(..).collect();
        told.dedup();
        expected.assert_eq(&told.join(", "));
    }

    fn kept(&self) -> usize {
        self.keyring.names().len()
    }
}

#[tokio::test]
async fn open_window_of_other_login_leaves_session_alone() {
    let window = window_of_anna().await;
    window.becomes_bens().await;
    let ben = window.terminal().await;
    window.check(&ben, expect!["ben logs in, ben asks"]).await;
    window
        .check(&window.desk, expect!["anna logs in, anna asks"])
        .await;
    window
        .check(&window.terminal().await, expect!["ben asks"])
        .await;
    assert_eq!(window.kept(), 1);
}

#[tokio::test]
async fn ending_old_session_keeps_the_current_login() {
    let window = window_of_anna().await;
    window
        .check(&window.desk, expect!["anna logs in, anna asks"])
        .await;
    window.becomes_bens().await;
    window
        .check(&window.terminal().await, expect!["ben logs in, ben asks"])
        .await;
    window.ended.store(true, Ordering::SeqCst);
    window
        .check(&window.desk, expect!["anna asks, anna logs in, anna asks"])
        .await;
    window
        .check(&window.terminal().await, expect!["ben asks"])
        .await;
}

#[tokio::test]
async fn session_without_login_name_is_not_reused() {
    let window = window_of_anna().await;
    window
        .check(&window.desk, expect!["anna logs in, anna asks"])
        .await;
    let name = window.keyring.names().remove(0);
    let unmarked = SecretString::from("session-of-ben");
    window.keyring.set(&name, &unmarked).unwrap();
    window
        .check(&window.terminal().await, expect!["anna logs in, anna asks"])
        .await;
    window
        .check(&window.terminal().await, expect!["anna asks"])
        .await;
}

#[tokio::test]
async fn window_of_moved_workspace_leaves_no_session() {
    let window = window_of_anna().await;
    let (other, _) = who_asks();
    let moved = form("Acme live", &other, "anna");
    let terminal = window.terminal().await;
    terminal
        .workspaces
        .save_workspace(Some(&window.id), &moved)
        .unwrap();
    window
        .check(&window.desk, expect!["anna logs in, anna asks"])
        .await;
    assert_eq!(window.keyring.names(), [""; 0]);
}

#[tokio::test]
async fn window_of_removed_workspace_leaves_no_session() {
    let window = window_of_anna().await;
    let terminal = window.terminal().await;
    let practice = terminal.workspaces.workspaces().unwrap().remove(0).id;
    let practice = terminal.switch(&practice).await.unwrap();
    let removed = practice
        .workspaces
        .remove_workspace(&window.id, RemovalMode::WithoutExport);
    removed.unwrap();
    window
        .check(&window.desk, expect!["anna logs in, anna asks"])
        .await;
    assert_eq!(window.keyring.names(), [""; 0]);
}

/// A keyring that prompts the person before it stores a secret, and runs `meanwhile` during the first prompt.
struct PromptingKeyring {
    keyring: Arc<TestKeyring>,
    meanwhile: Mutex<Option<Meanwhile>>,
}

type Meanwhile = Box<dyn FnOnce() + Send>;

impl SecretStore for PromptingKeyring {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        self.keyring.get(name)
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        if let Some(meanwhile) = self.meanwhile.lock().unwrap().take() {
            meanwhile();
        }
        self.keyring.set(name, secret)
    }

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        self.keyring.delete(name)
    }

    fn storage(&self) -> SecretStorage {
        SecretStorage::Keyring
    }

    fn use_storage(&self, _place: SecretStorage) {}
}

#[tokio::test]
async fn workspace_change_during_keyring_wait_leaves_no_session() {
    let window = window_of_anna().await;
    let (other, _) = who_asks();
    for (address, login) in [(&other, "anna"), (&window.address, "ben")] {
        let anna = form("Acme live", &window.address, "anna");
        let terminal = window.terminal().await;
        terminal
            .workspaces
            .save_workspace(Some(&window.id), &anna)
            .unwrap();
        let changed = form("Acme live", address, login);
        let id = window.id.clone();
        let meanwhile: Meanwhile = Box::new(move || {
            let _ = terminal
                .workspaces
                .save_workspace(Some(&id), &changed)
                .unwrap();
        });
        let asking = Arc::new(PromptingKeyring {
            keyring: Arc::clone(&window.keyring),
            meanwhile: Mutex::new(Some(meanwhile)),
        });
        let desk = TestApp::open_with(window.home.path(), asking);
        let desk = desk
            .await
            .unwrap()
            .reopen_with_secrets(given())
            .await
            .unwrap();
        window
            .check(&desk, expect!["anna logs in, anna asks"])
            .await;
        assert_eq!(window.keyring.names(), [""; 0], "{address} {login}");
    }
}
