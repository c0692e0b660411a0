//! Chooses how the page is drawn: by the graphics unit, or by the processor.

/// Chooses the drawing method for this computer. Call this before anything else starts.
///
/// Without a graphics unit (mostly on a virtual desktop), the web view emulates one to lay the parts of the page over each
/// other. By measurement, the emulation takes three times the work of the page itself, and 80 MiB. So there the page is
/// drawn as one picture. A setting that the person made for the web view wins.
#[cfg(target_os = "linux")]
pub(crate) fn configure_rendering() {
    if linux::has_graphics_unit(linux::DEVICES.as_ref()) {
        return;
    }
    if let Err(error) = glib::setenv(linux::DRAWN_AS_ONE, "1", false) {
        tracing::warn!("the page is drawn as if there were a graphics unit: {error}");
    }
}

/// The web views of the other systems choose for themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn configure_rendering() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;

    pub(super) const DEVICES: &str = "/dev/dri";

    /// The variable that makes `WebKitGTK` draw the page without layers, and so without a graphics unit.
    pub(super) const DRAWN_AS_ONE: &str = "WEBKIT_DISABLE_COMPOSITING_MODE";

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
