//! How the page is drawn: by the computer's graphics unit, or without one.

use tauri::WebviewWindow;

/// Where a computer has no graphics unit (a virtual desktop, mostly), the web view would pretend to be one: each layer
/// of the page takes memory of its own, in two processes. Nothing in our page needs layers, so it is painted at once.
#[cfg(target_os = "linux")]
pub(crate) fn suit(window: &WebviewWindow) -> tauri::Result<()> {
    use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt as _, WebViewExt as _};

    if linux::has_graphics_unit(linux::DEVICES.as_ref()) {
        return Ok(());
    }
    window.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

/// The web views of the other systems decide by themselves.
#[cfg(not(target_os = "linux"))]
pub(crate) fn suit(_window: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::path::Path;

    pub(super) const DEVICES: &str = "/dev/dri";

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
