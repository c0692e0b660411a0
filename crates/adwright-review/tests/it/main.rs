//! Reviews of many ads, as drawings and as sentences.

mod ads;
mod assets;
mod hostile_ads;
mod layout_words;
mod layouts;
mod reports;
mod timelines;
mod xml;
