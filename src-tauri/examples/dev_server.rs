//! Serves the commands of the window over loopback, so that vitest and a plain browser use the real desk.
//!
//! It prints its address and its token, each on a line, and ends when its input ends. Every home is temporary.

use std::collections::HashMap;
use std::convert::Infallible;
use std::error::Error;
use std::fs;
use std::io::{self, Read as _, Write as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use adwright_desk::{Clock, Desk, Paths, Ports, SystemClock};
use adwright_service::{DataLocation, ServiceOptions, Variant};
use adwright_testkit::{LoopbackServer, TestApp, TestClock, TestKeyring};
use adwright_views::Collection;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{post, put};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tauri::ipc::{CallbackFn, InvokeBody, InvokeError, InvokeResponse, InvokeResponseBody};
use tauri::test::{INVOKE_KEY, MockRuntime, mock_builder, mock_context, noop_assets};
use tauri::webview::InvokeRequest;
use tauri::{AppHandle, Manager as _, WebviewWindowBuilder};
use tempfile::TempDir;
use tokio::sync::OnceCell;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The start of an argument that stands for a channel of the page; its number follows.
const CHANNEL: &str = "__CHANNEL__:";

fn main() -> Result<(), Box<dyn Error>> {
    tauri::async_runtime::block_on(async {
        let server = LoopbackServer::bind().await?;
        let mut output = io::stdout();
        writeln!(output, "{}\n{}", server.base_url(), server.token())?;
        output.flush()?;
        let serving = server.serve(routes());
        let ended =
            tauri::async_runtime::spawn_blocking(|| io::stdin().read_to_end(&mut Vec::new()));
        tokio::select! {
            serving = serving => serving?,
            ended = ended => drop(ended?),
        }
        Ok(())
    })
}

fn routes() -> Router {
    Router::new()
        .route("/homes/{home}", put(begin_page).delete(remove_home))
        .route("/homes/{home}/{window}/{command}", post(invoke))
        .with_state(Homes::default())
}

/// The homes by the name that a page gave them.
#[derive(Clone, Default)]
struct Homes(Arc<Mutex<HashMap<String, Arc<Home>>>>);

/// A temporary home with its desk and its practice service.
struct Home {
    app: AppHandle<MockRuntime>,
    channels: Channels,
    practice: PracticeAccess,
    _folder: TempDir,
}

/// The replies that the open channels of a page belong to, by the number of the channel.
#[derive(Clone, Default)]
struct Channels(Arc<Mutex<HashMap<u32, UnboundedSender<String>>>>);

/// How a new home differs from the usual one.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
struct HomeOptions {
    variants: Vec<Variant>,
    /// The clock stands still, and a pause takes no time.
    test_clock: bool,
    /// The campaigns are fetched already.
    fetched: bool,
}

/// How to reach the admin interface of the practice service.
#[derive(Clone, Serialize)]
#[serde(rename_all = "camelCase")]
struct PracticeAccess {
    base_url: String,
    admin_token: String,
}

/// Begins a page on a home, as when the window loads. The first page opens the home.
async fn begin_page(
    State(homes): State<Homes>,
    Path(name): Path<String>,
    Json(options): Json<HomeOptions>,
) -> Result<Json<PracticeAccess>, (StatusCode, String)> {
    let home = homes.get(&name);
    let home = if let Some(home) = home {
        adwright_desktop::begin_page(&home.app);
        home
    } else {
        let opened = Home::open(options).await;
        let opened = opened.map_err(|why| (StatusCode::INTERNAL_SERVER_ERROR, why.to_string()))?;
        let opened = Arc::new(opened);
        homes.lock().insert(name, Arc::clone(&opened));
        opened
    };
    Ok(Json(home.practice.clone()))
}

async fn remove_home(State(homes): State<Homes>, Path(name): Path<String>) {
    let removed = homes.lock().remove(&name);
    if let Some(home) = removed {
        adwright_desktop::close_desk(&home.app);
    }
}

/// Runs a command of a window. Each line of the reply is a message of a channel, and the last one the result.
async fn invoke(
    State(homes): State<Homes>,
    Path((home, window, command)): Path<(String, String, String)>,
    Json(arguments): Json<Value>,
) -> Result<Body, StatusCode> {
    let home = homes.get(&home).ok_or(StatusCode::NOT_FOUND)?;
    if command == "secret_ask" {
        open_window(&home.app, "secret").map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    }
    let webview = home.app.get_webview_window(&window);
    let webview = webview.ok_or(StatusCode::NOT_FOUND)?;
    let (lines, received) = unbounded_channel();
    let used = home.channels.open(&arguments, &lines);
    let channels = home.channels.clone();
    let request = InvokeRequest {
        cmd: command,
        callback: CallbackFn(0),
        error: CallbackFn(1),
        url: webview.url().map_err(|_| StatusCode::GONE)?,
        body: InvokeBody::Json(arguments),
        headers: tauri::http::HeaderMap::new(),
        invoke_key: INVOKE_KEY.to_owned(),
    };
    let answer = move |_, _, response, _, _| {
        channels.close(&used);
        // A page that has gone no longer listens.
        drop(lines.send(to_result_line(response)));
    };
    webview
        .as_ref()
        .clone()
        .on_message(request, Box::new(answer));
    Ok(Body::from_stream(to_stream(received)))
}

fn to_result_line(response: InvokeResponse) -> String {
    match response {
        InvokeResponse::Ok(InvokeResponseBody::Json(json)) => format!("{{\"ok\":{json}}}\n"),
        InvokeResponse::Ok(InvokeResponseBody::Raw(bytes)) => format!("{}\n", json!({"ok": bytes})),
        InvokeResponse::Err(InvokeError(error)) => format!("{}\n", json!({"error": error})),
    }
}

fn to_stream(
    received: UnboundedReceiver<String>,
) -> impl futures_util::Stream<Item = Result<String, Infallible>> {
    futures_util::stream::unfold(received, async |mut received| {
        let line = received.recv().await?;
        Some((Ok(line), received))
    })
}

impl Homes {
    fn get(&self, name: &str) -> Option<Arc<Home>> {
        self.lock().get(name).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Home>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Home {
    async fn open(options: HomeOptions) -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        if options.fetched {
            copy_files(fetched_home().await.path(), folder.path())?;
        }
        let paths = Paths::in_home(folder.path());
        let service = ServiceOptions {
            data: DataLocation::File(paths.practice()),
            variants: options.variants,
            ..ServiceOptions::default()
        };
        let running = adwright_service::start(service).await?;
        let practice = PracticeAccess {
            base_url: running.base_url.clone(),
            admin_token: running.admin_token.clone(),
        };
        let clock: Arc<dyn Clock> = if options.test_clock {
            Arc::<TestClock>::default()
        } else {
            Arc::new(SystemClock)
        };
        let secrets = Arc::<TestKeyring>::default();
        let desk = Desk::open_with_practice(running, &paths, Ports { clock, secrets })?;
        let channels = Channels::default();
        let app = open_app(channels.clone())?;
        adwright_desktop::manage_desk(&app, Ok(desk));
        Ok(Self {
            app,
            channels,
            practice,
            _folder: folder,
        })
    }
}

/// Returns a home with fetched campaigns. It is made once, because a copy is faster than a fetch.
async fn fetched_home() -> &'static TempDir {
    static FETCHED: OnceCell<TempDir> = OnceCell::const_new();
    let fetch = async || {
        let app = TestApp::first_start().await;
        let fetched = app
            .desk
            .fetches
            .fetch(Collection::Campaigns, "fetch", |_| ())
            .await;
        fetched.expect("the practice service answers");
        app.close().await
    };
    FETCHED.get_or_init(fetch).await
}

/// Copies the files of a folder that has no folders.
fn copy_files(from: &std::path::Path, to: &std::path::Path) -> io::Result<()> {
    for file in fs::read_dir(from)? {
        let file = file?;
        fs::copy(file.path(), to.join(file.file_name()))?;
    }
    Ok(())
}

/// Opens an app whose window is not drawn.
fn open_app(channels: Channels) -> tauri::Result<AppHandle<MockRuntime>> {
    let commands = adwright_desktop::command_builder::<MockRuntime>();
    let app = mock_builder()
        .invoke_handler(commands.invoke_handler())
        .channel_interceptor(move |_, channel, index, message| {
            channels.send(channel.0, index, message);
            true
        })
        .build(mock_context(noop_assets()))?;
    commands.mount_events(&app);
    open_window(app.handle(), "main")?;
    Ok(app.handle().clone())
}

/// Opens a window if it is not open. The runtime without windows cannot open one beside another, so the one for a secret
/// is open before its command.
fn open_window(app: &AppHandle<MockRuntime>, label: &str) -> tauri::Result<()> {
    if app.get_webview_window(label).is_none() {
        WebviewWindowBuilder::new(app, label, tauri::WebviewUrl::default()).build()?;
    }
    Ok(())
}

impl Channels {
    /// Directs the messages of the channels in a command's arguments to its reply. Returns their numbers.
    fn open(&self, arguments: &Value, reply: &UnboundedSender<String>) -> Vec<u32> {
        let arguments = arguments
            .as_object()
            .into_iter()
            .flat_map(|all| all.values());
        let numbers = arguments.filter_map(|argument| {
            let number = argument.as_str()?.strip_prefix(CHANNEL)?;
            number.parse().ok()
        });
        let numbers: Vec<u32> = numbers.collect();
        let mut open = self.lock();
        open.extend(numbers.iter().map(|number| (*number, reply.clone())));
        numbers
    }

    fn close(&self, numbers: &[u32]) {
        let mut open = self.lock();
        for number in numbers {
            open.remove(number);
        }
    }

    fn send(&self, channel: u32, index: usize, message: &InvokeResponseBody) {
        if let (Some(reply), InvokeResponseBody::Json(message)) =
            (self.lock().get(&channel), message)
        {
            let line =
                format!("{{\"channel\":{channel},\"index\":{index},\"message\":{message}}}\n");
            // A page that has gone no longer listens.
            drop(reply.send(line));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<u32, UnboundedSender<String>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
