//! The store's promises, each on a real file.

#![expect(clippy::unwrap_used, reason = "a failing unwrap is a failing test")]

mod backup_items;
mod batches;
mod bulk;
mod cache;
mod damage;
mod drafts;
mod file_ads;
mod files;
mod history;
mod home;
mod kill;
mod new_objects;
mod outbox;
mod processes;
mod receipts;
mod retention;
mod site_contacts;
mod templates;
mod workspaces;
