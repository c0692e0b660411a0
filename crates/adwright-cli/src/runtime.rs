//! The runtime for asynchronous work.

use std::io;

use tokio::runtime::Builder;

/// Runs the work to its end.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> io::Result<T> {
    // The second thread hears a second Ctrl-C while printing waits for its reader.
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    Ok(runtime.block_on(work))
}
