//! The computer that Adwright runs on: its clock, time zone, folders, running operations and practice service.

mod backend;
mod clock;
mod cores;
mod day_order;
mod export_file;
mod export_table;
mod operation;
mod paths;
mod web_address;
mod zone;

pub(crate) use backend::{Backend, PRACTICE};
pub(crate) use clock::ClockAdapter;
pub use clock::{Clock, SystemClock};
pub(crate) use cores::map_on_all_cores;
pub use day_order::DayOrder;
pub(crate) use export_file::write_new_file;
pub(crate) use export_table::TableExport;
pub(crate) use operation::{CancellationToken, Operations};
pub use paths::{HOME_VARIABLE, Paths};
pub use web_address::parse_web_address;
pub(crate) use zone::{DAY_IN_WORDS, Zone, display_time, rfc3339};
