//! The programs that `cargo xtask bench` measures, in one, because each would be linked for a minute. The first word names
//! the program.

mod ads;
mod batch_file;
mod edit;
mod fetch_home;
mod fill_home;
mod rehearse;
mod requests;
mod rows;
mod send;
mod serve_pages;
mod sheet;

use std::env;
use std::sync::Arc;

use adwright_desk::{Desk, Paths, Ports, SystemClock};
use adwright_secrets::MemorySecrets;
use tokio::runtime::{Builder, Runtime};

fn main() {
    let mut words = env::args().skip(1);
    let program = words.next().expect("a program");
    let words: Vec<String> = words.collect();
    // What measures requests leaves the other cores to the service, and what serves pages to the fetch.
    let on_one_core = || Builder::new_current_thread().enable_all().build();
    let on_all_cores = || Runtime::new().expect("a runtime");
    match &*program {
        "edit" => on_all_cores().block_on(edit::run(words)),
        "fetch-home" => on_all_cores().block_on(fetch_home::run(&words)),
        "fill-home" => on_all_cores().block_on(fill_home::run(words)),
        "rehearse" => on_all_cores().block_on(rehearse::run(&words)),
        "send" => on_all_cores().block_on(send::run(&words)),
        "sheet" => on_all_cores().block_on(sheet::run(&words)),
        "requests" => on_one_core().expect("a runtime").block_on(requests::run()),
        "serve-pages" => on_one_core()
            .expect("a runtime")
            .block_on(serve_pages::run(&words)),
        other => panic!("unknown program {other}"),
    }
}

fn ports() -> Ports {
    Ports {
        clock: Arc::new(SystemClock),
        secrets: Arc::new(MemorySecrets::default()),
    }
}

async fn open(home: &str) -> Desk {
    let desk = Desk::open(&Paths::in_home(home), ports()).await;
    desk.expect("the desk opens")
}
