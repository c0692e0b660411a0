//! Sets the web view up for this computer, before it starts: how its page is drawn, and which code it optimizes.

/// Sets the variables that the web view reads at its start. Call this before anything else starts. A variable that the
/// person set wins.
///
/// Without a graphics unit (mostly on a virtual desktop), the web view emulates one to lay the parts of the page over each
/// other. By measurement, the emulation takes three times the work of the page itself, and 80 MiB. So there the page is
/// drawn as one picture.
///
/// The engine of the page optimizes functions that ran often, which needs memory that it keeps. It would do so with most
/// of the page within minutes, and gain nothing that a person sees. So it waits until a function is really hot, such as
/// those that scroll.
#[cfg(target_os = "linux")]
pub(crate) fn configure() {
    for threshold in linux::OPTIMIZED_AFTER {
        set(threshold, linux::TIMES);
    }
    if !linux::has_graphics_unit(linux::DEVICES.as_ref()) {
        set(linux::DRAWN_AS_ONE, "1");
    }
}

/// The web views of the other systems choose for themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn configure() {}

#[cfg(target_os = "linux")]
fn set(variable: &str, value: &str) {
    if let Err(error) = glib::setenv(variable, value, false) {
        tracing::warn!("the web view starts without {variable}={value}: {error}");
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;

    pub(super) const DEVICES: &str = "/dev/dri";

    /// The variable that makes `WebKitGTK` draw the page without layers, and so without a graphics unit.
    pub(super) const DRAWN_AS_ONE: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

    /// The variables with the number of times that a function must have run before the engine optimizes it: once it is
    /// warm, again after that failed, and soon after a compilation.
    pub(super) const OPTIMIZED_AFTER: [&str; 3] = [
        "JSC_thresholdForOptimizeAfterWarmUp",
        "JSC_thresholdForOptimizeAfterLongWarmUp",
        "JSC_thresholdForOptimizeSoon",
    ];

    /// Twenty times the engine's own number.
    pub(super) const TIMES: &str = "20000";

    /// Whether there is a render node: a graphics unit that can draw has one, a unit that only shows pictures has none.
    pub(super) fn has_graphics_unit(devices: &Path) -> bool {
        let Ok(mut devices) = fs::read_dir(devices) else {
            return false;
        };
        devices.any(|device| {
            device.is_ok_and(|device| device.file_name().to_string_lossy().starts_with("renderD"))
        })
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn only_a_render_node_draws() {
            let folder = tempfile::tempdir().unwrap();
            let devices = folder.path().join("dri");
            assert!(!has_graphics_unit(&devices));
            fs::create_dir(&devices).unwrap();
            fs::write(devices.join("card0"), "").unwrap();
            assert!(!has_graphics_unit(&devices));
            fs::write(devices.join("renderD128"), "").unwrap();
            assert!(has_graphics_unit(&devices));
        }
    }
}
