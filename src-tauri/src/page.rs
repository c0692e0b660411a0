//! The page of the main window: its allowed addresses, and the reaction to a crash or a missing reply.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Manager, Runtime, Url, WebviewWindow, WebviewWindowBuilder, WindowEvent};
use tokio::sync::oneshot::{Receiver, Sender, channel};
use tokio::time::timeout;

/// The time that the page has to answer a request to close. A living page answers within two seconds.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The page that opens after a crash. It tells the person that it was opened again.
const REOPENED: &str = "index.html?reopened";

/// The page that offers to close after another crash.
const CRASH_NOTICE: &str = "crashed.html";

/// The state of the main window's page, as the shell knows it.
#[derive(Default)]
pub(crate) struct PageMonitor(Mutex<PageState>);

#[derive(Default)]
struct PageState {
    content: PageContent,
    /// The number of earlier pages that crashed.
    crashes: u32,
    /// Dropped with the page's answer to the last request to close.
    answer_sender: Option<Sender<()>>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum PageContent {
    #[default]
    App,
    CrashNotice,
    /// The page's process ended, and no other page has loaded yet.
    Dead,
}

#[derive(Debug)]
enum CloseAction {
    /// Disconnects with the page's answer, or with a later request.
    AwaitPage(Receiver<()>),
    CloseNow,
}

#[derive(Debug, PartialEq, Eq)]
enum CrashAction {
    Reopen,
    ShowNotice,
    CloseNow,
}

impl PageState {
    /// Decides how to react to a request to close.
    fn next_after_close_request(&mut self) -> CloseAction {
        if self.content == PageContent::Dead {
            return CloseAction::CloseNow;
        }
        let (answer_sender, answer_receiver) = channel();
        self.answer_sender = Some(answer_sender);
        CloseAction::AwaitPage(answer_receiver)
    }

    /// Decides how to react to the end of the page's process. A dead page can no longer answer a request to close. If
    /// the notice crashes as well, nothing can be drawn.
    fn next_after_crash(&mut self) -> CrashAction {
        let crashed = std::mem::replace(&mut self.content, PageContent::Dead);
        self.crashes += 1;
        match crashed {
            _ if self.answer_sender.is_some() => CrashAction::CloseNow,
            PageContent::CrashNotice => CrashAction::CloseNow,
            PageContent::App | PageContent::Dead if self.crashes > 1 => CrashAction::ShowNotice,
            PageContent::App | PageContent::Dead => CrashAction::Reopen,
        }
    }
}

impl PageMonitor {
    /// Records that the page has answered the last request to close: the window stays open.
    pub(crate) fn record_answer(&self) {
        self.lock().answer_sender = None;
    }

    /// Records that a page has loaded.
    pub(crate) fn record_load(&self, url: &Url) {
        let is_notice = url.path().ends_with(CRASH_NOTICE);
        self.lock().content = if is_notice {
            PageContent::CrashNotice
        } else {
            PageContent::App
        };
    }

    fn lock(&self) -> MutexGuard<'_, PageState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps a window on the program's own pages: a dropped link does not navigate, and no page opens another window.
pub(crate) fn restrict_navigation<'a, R: Runtime, M: Manager<R>>(
    window: WebviewWindowBuilder<'a, R, M>,
    app: &AppHandle<R>,
) -> WebviewWindowBuilder<'a, R, M> {
    let dev_server = app
        .config()
        .build
        .dev_url
        .clone()
        .filter(|_| tauri::is_dev());
    window
        .on_navigation(move |url| is_own_page(url, dev_server.as_ref()))
        .on_new_window(|_, _| NewWindowResponse::Deny)
}

/// Returns whether the program itself serves a page. On Windows its pages have the host `tauri.localhost`.
fn is_own_page(url: &Url, dev_server: Option<&Url>) -> bool {
    match (url.scheme(), url.host_str()) {
        ("tauri", Some("localhost")) => true,
        ("http" | "https", Some("tauri.localhost")) => cfg!(windows),
        _ => dev_server.is_some_and(|server| server.origin() == url.origin()),
    }
}

/// Closes the main window if its page does not answer a request to close, and opens its page again after a crash.
pub(crate) fn handle_close_and_crash(window: &WebviewWindow) {
    let closing_window = window.clone();
    window.on_window_event(move |event| {
        if matches!(event, WindowEvent::CloseRequested { .. }) {
            handle_close_request(&closing_window);
        }
    });
    on_crash(window, recover_from_crash);
}

fn handle_close_request(window: &WebviewWindow) {
    let action = window
        .state::<PageMonitor>()
        .lock()
        .next_after_close_request();
    let window = window.clone();
    tauri::async_runtime::spawn(async move {
        if let CloseAction::AwaitPage(answer) = action {
            if timeout(CLOSE_TIMEOUT, answer).await.is_ok() {
                return;
            }
            tracing::warn!("the page did not answer: the window closes without it");
        }
        close(&window);
    });
}

fn recover_from_crash(window: &WebviewWindow) {
    let action = window.state::<PageMonitor>().lock().next_after_crash();
    tracing::error!("the process of the page ended: {action:?}");
    match action {
        CrashAction::Reopen => open(window, REOPENED),
        CrashAction::ShowNotice => open(window, CRASH_NOTICE),
        CrashAction::CloseNow => close(window),
    }
}

fn open(window: &WebviewWindow, page: &str) {
    let opened = window.url().and_then(|url| {
        let url = url.join(page).map_err(tauri::Error::InvalidUrl)?;
        window.navigate(url)
    });
    if let Err(error) = opened {
        tracing::error!("the page cannot be opened again: {error}");
        close(window);
    }
}

/// Shows a window whose page has loaded. A window that is visible earlier waits for its first picture, while the page waits
/// for the window to load it: without layers, both waited half a second.
pub(crate) fn show<R: Runtime>(window: &WebviewWindow<R>) {
    if let Err(error) = window.show() {
        tracing::error!("the window cannot be shown: {error}");
    }
}

/// Closes the window. The program ends once the database is closed.
fn close(window: &WebviewWindow) {
    if let Err(error) = window.destroy() {
        tracing::error!("the window cannot be closed: {error}");
        window.app_handle().exit(1);
    }
}

/// Calls `on_end` whenever the process of a window's page ends unexpectedly.
#[cfg(target_os = "linux")]
pub(crate) fn on_crash<R: Runtime>(window: &WebviewWindow<R>, on_end: fn(&WebviewWindow<R>)) {
    use webkit2gtk::WebViewExt as _;

    let crashed = window.clone();
    let connected = window.with_webview(move |view| {
        view.inner()
            .connect_web_process_terminated(move |_, _| on_end(&crashed));
    });
    if let Err(error) = connected {
        tracing::warn!("a crash of the page will not be noticed: {error}");
    }
}

/// Other systems do not report a crash. A request to close ends the window after its time-out.
#[cfg(not(target_os = "linux"))]
pub(crate) fn on_crash<R: Runtime>(_: &WebviewWindow<R>, _: fn(&WebviewWindow<R>)) {}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot::error::TryRecvError;

    use super::*;

    #[test]
    fn windows_show_own_pages_only() {
        let dev_server = Url::parse("http://localhost:5173").expect("a URL");
        let shown =
            |text: &str, dev: Option<&Url>| is_own_page(&Url::parse(text).expect("a URL"), dev);
        for (address, in_release, in_dev) in [
            ("tauri://localhost/index.html?reopened", true, true),
            ("tauri://localhost/secret.html", true, true),
            ("http://localhost:5173/index.html", false, true),
            ("http://localhost:5174/", false, false),
            ("https://example.com/", false, false),
            ("tauri://example.com/", false, false),
            ("https://tauri.localhost.example.com/", false, false),
            ("file:///etc/passwd", false, false),
            ("javascript:alert(1)", false, false),
            ("data:text/html,x", false, false),
        ] {
            assert_eq!(shown(address, None), in_release, "{address}");
            assert_eq!(shown(address, Some(&dev_server)), in_dev, "{address}");
        }
    }

    #[test]
    fn answered_request_keeps_window_open() {
        let monitor = PageMonitor::default();
        let ask = || match monitor.lock().next_after_close_request() {
            CloseAction::AwaitPage(answer) => answer,
            CloseAction::CloseNow => panic!("a living page is asked"),
        };
        let (mut first, mut second) = (ask(), ask());
        assert_eq!(
            first.try_recv(),
            Err(TryRecvError::Closed),
            "a later request counts"
        );
        assert_eq!(second.try_recv(), Err(TryRecvError::Empty));
        monitor.record_answer();
        assert_eq!(second.try_recv(), Err(TryRecvError::Closed));
    }

    #[test]
    fn dead_page_is_not_asked_to_close() {
        let mut asked = PageState::default();
        let _answer = asked.next_after_close_request();
        assert_eq!(asked.next_after_crash(), CrashAction::CloseNow);

        let mut dead = PageState::default();
        dead.next_after_crash();
        assert!(matches!(
            dead.next_after_close_request(),
            CloseAction::CloseNow
        ));
    }

    #[test]
    fn crashed_page_reopens_once() {
        let monitor = PageMonitor::default();
        let app = Url::parse("tauri://localhost/index.html?reopened").expect("a URL");
        let notice = Url::parse("tauri://localhost/crashed.html").expect("a URL");
        assert_eq!(monitor.lock().next_after_crash(), CrashAction::Reopen);
        monitor.record_load(&app);
        assert_eq!(monitor.lock().next_after_crash(), CrashAction::ShowNotice);
        monitor.record_load(&app);
        assert_eq!(monitor.lock().next_after_crash(), CrashAction::ShowNotice);
        monitor.record_load(&notice);
        assert_eq!(monitor.lock().next_after_crash(), CrashAction::CloseNow);
    }
}
