//! How the page is drawn: by the computer's graphics unit, or without one.

/// Has the page drawn in the way that suits this computer. To be called before anything else is begun.
///
/// Where a computer has no graphics unit (a virtual desktop, mostly), the web view would pretend to be one, and draw
/// every line of text by a program that it first compiles. As measured, that takes a quarter of a start, and 36 MiB.
/// What a person has set for the web view stands.
#[cfg(target_os = "linux")]
pub(crate) fn configure_rendering() {
    if linux::has_graphics_unit(linux::DEVICES.as_ref()) {
        return;
    }
    if let Err(error) = glib::setenv(linux::DRAWN_BY_PROCESSOR, "1", false) {
        tracing::warn!("the page is drawn as if there were a graphics unit: {error}");
    }
}

/// The web views of the other systems decide by themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn configure_rendering() {}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;

    pub(super) const DEVICES: &str = "/dev/dri";

    /// How `WebKitGTK` (2.46 and later) is told to leave the drawing to the processor.
    pub(super) const DRAWN_BY_PROCESSOR: &str = "WEBKIT_SKIA_ENABLE_CPU_RENDERING";

    /// A graphics unit that can draw is there as a render node; one that only shows pictures has none.
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
