//! How often the keyring is asked, because it may ask the person each time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adwright_desk::{SecretStorage, SecretStore, SecretsError};
use adwright_testkit::{TestApp, TestKeyring};
use adwright_views::{LoginKind, SecretsState, WorkspaceForm};
use secrecy::SecretString;

use crate::workspace_secrets::{LockedHome, enter, kept, open, to_delete};
use crate::workspaces::{form, standing};

/// The secret storage of the window: the keyring, or memory once a person chose memory.
struct WindowSecrets {
    keyring: Arc<TestKeyring>,
    memory: TestKeyring,
    is_memory: AtomicBool,
}

impl WindowSecrets {
    fn of(keyring: &Arc<TestKeyring>) -> Arc<Self> {
        Arc::new(Self {
            keyring: Arc::clone(keyring),
            memory: TestKeyring::default(),
            is_memory: AtomicBool::new(false),
        })
    }

    fn used(&self) -> &TestKeyring {
        match self.storage() {
            SecretStorage::Keyring => &self.keyring,
            SecretStorage::Memory => &self.memory,
        }
    }
}

impl SecretStore for WindowSecrets {
    fn get(&self, name: &str) -> Result<Option<SecretString>, SecretsError> {
        self.used().get(name)
    }

    fn set(&self, name: &str, secret: &SecretString) -> Result<(), SecretsError> {
        self.used().set(name, secret)
    }

    fn delete(&self, name: &str) -> Result<(), SecretsError> {
        self.used().delete(name)
    }

    fn delete_in_keyring(&self, name: &str) -> Result<bool, SecretsError> {
        self.keyring.delete_in_keyring(name)
    }

    fn storage(&self) -> SecretStorage {
        if self.is_memory.load(Ordering::SeqCst) {
            SecretStorage::Memory
        } else {
            SecretStorage::Keyring
        }
    }

    fn use_storage(&self, place: SecretStorage) {
        self.is_memory
            .store(place == SecretStorage::Memory, Ordering::SeqCst);
    }
}

/// Returns a workspace whose secrets for another server wait for deletion in a locked keyring.
async fn with_something_to_forget() -> LockedHome {
    let kept = kept().await;
    kept.keyring.lock();
    kept.move_to("http://127.0.0.1:9");
    assert_eq!(to_delete(&kept.home).len(), 2);
    kept
}

#[tokio::test]
async fn locked_keyring_is_asked_once_per_password() {
    let kept = with_something_to_forget().await;
    let desk = open(&kept.home, &kept.keyring).await;
    let before = kept.keyring.call_count();
    desk.workspaces.load_secrets().await;
    assert_eq!(standing(&desk).0, SecretsState::Failed);
    assert_eq!(kept.keyring.call_count() - before, 1);
}

#[tokio::test]
async fn memory_storage_does_not_wait_for_keyring() {
    let kept = with_something_to_forget().await;
    let desk = TestApp::open_with(kept.home.path(), WindowSecrets::of(&kept.keyring));
    let desk = desk.await.unwrap();
    let before = kept.keyring.call_count();
    let state = desk
        .workspaces
        .choose_secret_storage(Some(&kept.id), SecretStorage::Memory);
    assert!(state.unwrap().works);
    let renamed = form("Acme", "http://127.0.0.1:9", &kept.login);
    desk.workspaces
        .save_workspace(Some(&kept.id), &renamed)
        .unwrap();
    enter(&desk, &kept.id);
    desk.workspaces.load_secrets().await;
    assert_eq!(standing(&desk).0, SecretsState::Found);
    assert!(
        desk.workspaces
            .test_secret_storage(Some(&kept.id))
            .unwrap()
            .works
    );
    assert_eq!(kept.keyring.call_count(), before);

    kept.keyring.unlock();
    let state = desk
        .workspaces
        .choose_secret_storage(Some(&kept.id), SecretStorage::Keyring);
    assert!(state.unwrap().works);
    assert_eq!(kept.keyring.names(), [""; 0], "taken out with its next use");
    assert_eq!(to_delete(&kept.home), [""; 0]);
}

#[tokio::test]
async fn saving_settings_asks_keyring_only_if_needed() {
    let kept = kept().await;
    let asked = |act: &dyn Fn()| {
        let before = kept.keyring.call_count();
        act();
        kept.keyring.call_count() - before
    };
    let of = |name: &str, login| WorkspaceForm {
        login,
        ..form(name, &kept.service.base_url, &kept.login)
    };
    let save = |form: &WorkspaceForm| {
        let _ = kept
            .desk
            .workspaces
            .save_workspace(Some(&kept.id), form)
            .unwrap();
    };
    assert_eq!(asked(&|| save(&of("Acme", LoginKind::Session))), 0);
    // The session of the previous password ends.
    assert_eq!(asked(&|| enter(&kept.desk, &kept.id)), 2);
    save(&of("Acme", LoginKind::Basic));
    assert_eq!(asked(&|| enter(&kept.desk, &kept.id)), 1);
}
