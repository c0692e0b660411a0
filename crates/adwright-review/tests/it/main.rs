//! Reviews of ads of every shape, drawn and told.

mod ads;
mod assets;
mod hostile_ads;
mod layout_words;
mod layouts;
mod reports;
mod timelines;
mod xml;
