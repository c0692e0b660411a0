//! Where asynchronous work is done.

use std::io;

use tokio::runtime::Builder;

/// Does the work, to its end.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> io::Result<T> {
    // One thread more, so that a second Ctrl-C is heard while printing waits for whoever reads.
    let runtime = Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    Ok(runtime.block_on(work))
}
