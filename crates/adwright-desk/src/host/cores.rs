//! Work on all cores.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

/// With fewer items, threads cost more than they save.
const WORTH_A_THREAD: usize = 200;

/// Applies a function to parts of a slice, on all cores. Returns the results in order, or the first error.
pub(crate) fn map_on_all_cores<T: Sync, R: Send, E: Send>(
    items: &[T],
    part: impl Fn(&[T]) -> Result<Vec<R>, E> + Sync,
) -> Result<Vec<R>, E> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    if items.len() <= WORTH_A_THREAD {
        return part(items);
    }
    let part = &part;
    thread::scope(|scope| {
        let parts = items.chunks(items.len().div_ceil(cores));
        let parts: Vec<_> = parts
            .map(|items| scope.spawn(move || part(items)))
            .collect();
        let results = parts.into_iter().map(thread::ScopedJoinHandle::join);
        let results = results.map(|result| result.unwrap_or_else(|panic| resume_unwind(panic)));
        let parts = results.collect::<Result<Vec<_>, E>>()?;
        Ok(parts.into_iter().flatten().collect())
    })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        for count in [0, 1, 200, 201, 5_000] {
            let items: Vec<u32> = (0..count).collect();
            let results = map_on_all_cores(&items, |part| Ok::<_, Infallible>(part.to_vec()));
            assert_eq!(results, Ok(items));
        }
    }
}
