//! Ads from folders and paths with all kinds of entries.

use std::cell::RefCell;
use std::fs;
use std::path::Path;

use adwright_desk::folder_files;
use adwright_testkit::TestApp;
use adwright_views::{AdImportProgress, AdImportResult, AdImportSource};
use expect_test::expect;

use crate::ad_files::{ads_in, banner, check, folder, from_paths, pasted, totals};
use crate::secret_leaks::Log;

#[cfg(unix)]
#[tokio::test]
async fn loops_pipes_and_sockets_are_skipped_and_named() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    let desktop = TestApp::first_start().await;
    let files = folder(&[("in/a.json", &banner(1, "A"))]);
    let ads = ads_in(&files);
    symlink(&ads, ads.join("in/loop")).unwrap();
    symlink(ads.join("nowhere"), ads.join("lost.json")).unwrap();
    let pipe = ads.join("pipe.json");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let _socket = UnixListener::bind(ads.join("socket.json")).unwrap();
    symlink(ads.join("self.json"), ads.join("self.json")).unwrap();
    fs::create_dir(ads.join("empty")).unwrap();
    let hostile = ads.join("in/b\n\u{202e}nosj.json");
    fs::write(hostile, "{").unwrap();
    let given = [
        ads.as_path(),
        &pipe,
        Path::new("/dev/null"),
        &ads.join("empty"),
        &ads.join("gone.json"),
    ];
    check(
        &from_paths(&desktop, &given),
        &expect![[r#"
            ads: 1
            ads/in/b��nosj.json:1:2
            ads/in/loop
            ads/lost.json
            ads/pipe.json
            ads/self.json
            ads/socket.json
            pipe.json
            null
            empty
            gone.json"#]],
    );
    assert_eq!(totals(&desktop)[1], 1);
    let reasons = folder_files(&ads).into_iter().filter_map(|(path, read)| {
        let reason = format!("{:?}", read.err()?);
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some(format!("{name}: {}\n", reason.split('(').next()?))
    });
    expect![[r#"
        loop: LinkLoop
        lost.json: Open
        pipe.json: NotAFile
        self.json: Open
        socket.json: NotAFile
    "#]]
    .assert_eq(&reasons.collect::<String>());
}

/// The linked file starts with unreadable memory, so even root can open it but not read it.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn unreadable_file_is_named_with_the_reason() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("a.json", &banner(1, "A"))]);
    let ads = ads_in(&files);
    std::os::unix::fs::symlink("/proc/self/mem", ads.join("memory.json")).unwrap();
    check(
        &from_paths(&desktop, &[&ads]),
        &expect![[r#"
            ads: 1
            ads/memory.json"#]],
    );
}

#[tokio::test]
async fn oversized_file_is_named_and_not_read() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("small.json", &banner(1, "A"))]);
    let large = fs::File::create(ads_in(&files).join("large.json")).unwrap();
    large.set_len(100 * 1024 * 1024).unwrap();
    check(
        &from_paths(&desktop, &[&ads_in(&files)]),
        &expect![[r#"
            ads: 1
            ads/large.json"#]],
    );
}

/// Imports a folder and records its progress. Calls `first` at the first report.
fn followed(
    desktop: &TestApp,
    folder: &Path,
    first: impl Fn(),
) -> (AdImportResult, Vec<AdImportProgress>) {
    let source = AdImportSource::Paths(vec![folder.to_str().unwrap().to_owned()]);
    let told = RefCell::new(Vec::new());
    let came = desktop.ad_files.import_ads(source, "import", |step| {
        if told.borrow().is_empty() {
            first();
        }
        told.borrow_mut().push(step);
    });
    (came.unwrap(), told.into_inner())
}

#[tokio::test]
async fn huge_folder_scan_reports_progress_and_can_stop() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("zzz.json", &banner(1, "The last"))]);
    let ads = ads_in(&files);
    for number in 0..99_999 {
        fs::write(ads.join(format!("{number}.txt")), "").unwrap();
    }
    let (stopped, told) = followed(&desktop, &ads, || desktop.stop("import"));
    check(&stopped, &expect!["ads: 0, stopped"]);
    assert_eq!((told.len(), stopped.complete), (1, false));
    let (came, told) = followed(&desktop, &ads, || ());
    check(&came, &expect!["ads: 1"]);
    let entries: Vec<_> = told.iter().map(|step| step.entries).collect();
    assert!(
        entries.is_sorted() && entries.len() >= 200,
        "{}",
        entries.len()
    );
    fs::remove_file(ads.join("zzz.json")).unwrap();
    check(
        &followed(&desktop, &ads, || ()).0,
        &expect![[r#"
            ads: 0
            ads"#]],
    );
}

#[tokio::test]
async fn stopped_file_brings_all_its_ads_or_none() {
    let desktop = TestApp::first_start().await;
    let many: Vec<_> = (0..1_200).map(|at| banner(at, "A")).collect();
    let files = folder(&[
        ("a.json", &banner(1, "A")),
        ("b.json", &format!("[{}]", many.join(","))),
    ]);
    let (stopped, told) = followed(&desktop, &ads_in(&files), || desktop.stop("import"));
    check(&stopped, &expect!["ads: 1, stopped"]);
    assert_eq!((told[0].ads, totals(&desktop)[1]), (500, 1));
    let (came, _) = followed(&desktop, &ads_in(&files), || ());
    assert_eq!((came.ads, came.complete), (1_200, true));
}

#[tokio::test]
async fn deleted_file_is_named_and_stop_keeps_results() {
    let desktop = TestApp::first_start().await;
    let names: Vec<_> = (0..200).map(|at| format!("{at:03}.json")).collect();
    let texts: Vec<_> = (0..200).map(|at| banner(at, "A")).collect();
    let both: Vec<_> = names
        .iter()
        .map(String::as_str)
        .zip(texts.iter().map(String::as_str))
        .collect();
    let files = folder(&both);
    let ads = ads_in(&files);
    let source = AdImportSource::Paths(vec![ads.to_str().unwrap().to_owned()]);
    let told = RefCell::new(Vec::new());
    let came = desktop.ad_files.import_ads(source, "import", |step| {
        if told.borrow().is_empty() {
            fs::remove_file(ads.join("030.json")).unwrap();
        } else {
            desktop.stop("import");
        }
        told.borrow_mut().push((step.entries, step.files, step.ads));
    });
    check(
        &came.unwrap(),
        &expect![[r#"
            ads: 40, stopped
            ads/030.json"#]],
    );
    assert_eq!(*told.borrow(), [(200, 20, 20), (200, 40, 40)]);
    assert_eq!(totals(&desktop)[1], 40);
}

#[tokio::test]
async fn pasted_paths_are_files() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("a b.json", &banner(1, "A")), ("c.json", &banner(2, "C"))]);
    let ads = ads_in(&files);
    let address = format!("file://{}", ads.join("a b.json").display()).replace(' ', "%20");
    let came = pasted(
        &desktop,
        &format!("{address}\n{}\n", ads.join("c.json").display()),
    );
    check(&came, &expect!["ads: 2"]);
    check(
        &pasted(&desktop, "hello"),
        &expect![[r#"
            ads: 0
            pasted text:1:1"#]],
    );
}

#[tokio::test]
async fn messages_show_paths_below_the_chosen_folder() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("a.json", "{")]);
    let came = from_paths(&desktop, &[&ads_in(&files)]);
    let shown = format!("{came:?}");
    assert!(!shown.contains(files.path().to_str().unwrap()), "{shown}");
    let gone = pasted(
        &desktop,
        &files.path().join("gone.json").display().to_string(),
    );
    assert!(!gone.message.contains(files.path().to_str().unwrap()));
}

#[tokio::test]
async fn log_has_no_file_paths_or_contents() {
    let desktop = TestApp::first_start().await;
    let files = folder(&[("a.json", &banner(1, "Told nobody")), ("b.json", "{")]);
    let gone = files.path().join("gone.json");
    let log = Log::default();
    let all = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE);
    tracing::subscriber::with_default(all.with_writer(log.clone()).finish(), || {
        tracing::info!("the import begins");
        from_paths(&desktop, &[&ads_in(&files), &gone]);
    });
    let logged = String::from_utf8(log.written().clone()).unwrap();
    assert!(logged.contains("the import begins"), "{logged}");
    for secret in [files.path().to_str().unwrap(), "gone.json", "Told nobody"] {
        assert!(!logged.contains(secret), "{logged}");
    }
}
