//! The steps of `cargo xtask test`.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::{
    bench, codegen, dependency_check, dist, installed_package, interface_test,
    process::CommandLine,
    project::Project,
    setup::{self, Toolset},
    tidy, window_tests,
};

/// In the order in which they run: cheap ones first, and the UI before the Rust code that embeds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum TestStep {
    /// Formatting
    Fmt,
    /// The invariants of the house
    Tidy,
    /// Spelling (typos)
    Spelling,
    /// Unused dependencies, licences, bans and sources (cargo-machete, cargo-deny)
    Dependencies,
    /// Types and accessibility hints of the UI (svelte-check)
    UiCheck,
    /// Lints, import directions and formatting of the UI (eslint, prettier)
    UiLint,
    /// The UI's own tests, on the real desk (vitest)
    UiTest,
    /// The UI itself (vite)
    UiBuild,
    /// Lints
    Clippy,
    /// The documentation of the crates, without warnings (rustdoc)
    Doc,
    /// Whether the TypeScript bindings are those of the commands
    Codegen,
    /// All Rust tests
    RustTest,
    /// The programs
    Build,
    /// End-to-end tests in the real window
    E2e,
    /// kill -9 under load and in sends, 1,660 times; slow
    Kills,
    /// The running practice service against its description (schemathesis); slow
    Interface,
    /// Known vulnerabilities of the dependencies (cargo-deny); slow
    Advisories,
    /// The licences in the packages, of crates (cargo-about) and modules (Vite); slow
    Licences,
    /// The packages; slow
    Dist,
    /// The main job in the window of the unpacked package; slow
    Installed,
    /// Speed and memory against peers, in few turns; slow
    Bench,
}

enum StepResult {
    Passed(Duration),
    Failed(Duration, anyhow::Error),
    /// A step that this one needs has failed.
    NotRun(TestStep),
}

#[derive(Args)]
pub(crate) struct TestOptions {
    /// Steps to run; all of them where none is named
    steps: Vec<TestStep>,
    /// Where none is named, run the slow ones as well
    #[arg(long)]
    slow: bool,
    /// Of the window's tests, run those files whose name holds this text
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
}

/// Runs the named steps, continues after a failure, and prints a summary.
pub(crate) fn run(project: &Project, options: &TestOptions) -> Result<()> {
    let plan = plan_steps(&options.steps, options.slow);
    let parts: Vec<_> = plan
        .iter()
        .flat_map(|step| step.toolsets())
        .copied()
        .collect();
    setup::prepare(project, &parts)?;
    let mut outcomes: Vec<(TestStep, StepResult)> = Vec::new();
    for step in plan {
        let broken = step
            .prerequisites()
            .iter()
            .find(|need| !has_passed(&outcomes, **need));
        let outcome = match broken {
            Some(need) => StepResult::NotRun(*need),
            None => run_step(project, step, &options.only),
        };
        outcomes.push((step, outcome));
    }
    println!("\n{}", summary(&outcomes));
    // Last, so that the end of a long log tells what failed.
    let failures: String = outcomes
        .iter()
        .filter_map(|(step, outcome)| match outcome {
            StepResult::Failed(_, error) => Some(format!("\n{}: {error:#}", step.name())),
            _ => None,
        })
        .collect();
    if !failures.is_empty() {
        bail!("not all steps passed{failures}");
    }
    Ok(())
}

fn run_step(project: &Project, step: TestStep, only: &str) -> StepResult {
    println!("\n== {}", step.name());
    let start = Instant::now();
    let result = step.execute(project, only);
    let took = start.elapsed();
    match result {
        Ok(()) => {
            println!("== {} passed in {}", step.name(), format_seconds(took));
            StepResult::Passed(took)
        }
        Err(error) => {
            println!(
                "== {} FAILED after {}: {error:#}",
                step.name(),
                format_seconds(took)
            );
            println!("   to repeat it alone: cargo xtask test {}", step.name());
            StepResult::Failed(took, error)
        }
    }
}

/// Returns the named steps and those that they need, each once, in order.
fn plan_steps(named: &[TestStep], slow: bool) -> Vec<TestStep> {
    let all = TestStep::value_variants().iter();
    let asked: Vec<_> = if named.is_empty() {
        all.filter(|step| slow || !step.is_slow()).collect()
    } else {
        named.iter().collect()
    };
    let mut steps: Vec<_> = asked
        .into_iter()
        .flat_map(|step| step.prerequisites().iter().chain([step]))
        .copied()
        .collect();
    steps.sort_unstable();
    steps.dedup();
    steps
}

fn has_passed(outcomes: &[(TestStep, StepResult)], step: TestStep) -> bool {
    outcomes
        .iter()
        .any(|(done, outcome)| *done == step && matches!(outcome, StepResult::Passed(_)))
}

fn summary(outcomes: &[(TestStep, StepResult)]) -> String {
    let lines = outcomes.iter().map(|(step, outcome)| match outcome {
        StepResult::Passed(took) => format!(
            "  passed   {:<12} {:>7}",
            step.name(),
            format_seconds(*took)
        ),
        StepResult::Failed(took, _) => {
            format!(
                "  FAILED   {:<12} {:>7}   cargo xtask test {0}",
                step.name(),
                format_seconds(*took)
            )
        }
        StepResult::NotRun(need) => format!(
            "  not run  {:<12}           {} failed",
            step.name(),
            need.name()
        ),
    });
    ["Steps:".to_owned()]
        .into_iter()
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

fn format_seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}

impl TestStep {
    fn name(self) -> String {
        let value = self.to_possible_value().expect("no step is hidden");
        value.get_name().to_owned()
    }

    /// Whether the step takes minutes even without changes. Slow steps run only if they are asked for.
    const fn is_slow(self) -> bool {
        matches!(
            self,
            Self::Kills
                | Self::Interface
                | Self::Advisories
                | Self::Licences
                | Self::Dist
                | Self::Installed
                | Self::Bench
        )
    }

    /// Returns the steps whose result this one uses.
    const fn prerequisites(self) -> &'static [Self] {
        match self {
            Self::Build | Self::Licences => &[Self::UiBuild],
            Self::E2e | Self::Kills => &[Self::UiBuild, Self::Build],
            Self::Installed => &[Self::Dist],
            _ => &[],
        }
    }

    /// Returns the tools that the step needs.
    const fn toolsets(self) -> &'static [Toolset] {
        match self {
            Self::Fmt => &[Toolset::Lints],
            // A bench installs what it needs itself.
            Self::Tidy | Self::Dependencies | Self::Advisories | Self::Licences | Self::Bench => {
                &[]
            }
            Self::UiCheck | Self::UiLint | Self::UiBuild => &[Toolset::Ui],
            Self::Clippy => &[Toolset::Build, Toolset::Lints],
            Self::Doc | Self::Codegen | Self::Build => &[Toolset::Build],
            Self::RustTest => &[Toolset::Build, Toolset::Session, Toolset::Examples],
            Self::Spelling | Self::Interface => &[Toolset::Python],
            Self::UiTest | Self::Dist => &[Toolset::Build, Toolset::Ui],
            Self::E2e | Self::Kills | Self::Installed => {
                &[Toolset::Session, Toolset::Ui, Toolset::Window]
            }
        }
    }

    /// Runs the step. `only` limits the window's tests.
    fn execute(self, project: &Project, only: &str) -> Result<()> {
        match self {
            Self::Tidy => tidy::run(project),
            Self::Spelling => check_spelling(project),
            Self::Dependencies => dependency_check::check(project),
            Self::Codegen => codegen::run(project, true),
            Self::E2e => window_tests::test(project, only),
            Self::UiCheck => CommandLine::new(&project.ui_dir(), "npm run check").run(),
            Self::UiLint => CommandLine::new(&project.ui_dir(), "npm run lint").run(),
            Self::UiTest => test_ui(project),
            Self::UiBuild => dist::build_ui(project),
            Self::Fmt => CommandLine::new(project.root(), "cargo fmt --all --check").run(),
            Self::Clippy => CommandLine::new(
                project.root(),
                "cargo clippy --workspace --all-targets -- -D warnings",
            )
            .run(),
            Self::Doc => CommandLine::new(project.root(), "cargo doc --workspace --no-deps")
                .envs(&[("RUSTDOCFLAGS".to_owned(), "-D warnings".to_owned())])
                .run(),
            Self::RustTest => {
                CommandLine::new(project.root(), "cargo test --workspace --no-fail-fast")
                    .run_and_name(|line| line.starts_with("test ") && line.ends_with(" FAILED"))
            }
            Self::Build => build(project),
            Self::Kills => run_kill_tests(project),
            Self::Interface => interface_test::test(project),
            Self::Advisories => dependency_check::check_advisories(project),
            Self::Licences => dist::write_licences(project),
            Self::Dist => dist::run(project),
            Self::Installed => installed_package::test(project),
            Self::Bench => bench::run_quick(project),
        }
    }
}

/// Checks the spelling of all files that git does not ignore. `Cargo.toml` lists the words that are right here.
fn check_spelling(project: &Project) -> Result<()> {
    let environment = setup::provide_python(
        &project.target_dir().join("tools/typos"),
        &project.root().join("xtask/peers/typos/requirements.txt"),
    )?;
    CommandLine::for_program(project.root(), &environment.program("typos")).run()
}

/// Runs the UI's tests on the real desk. The server that they speak to is built first, so that no test waits for it.
fn test_ui(project: &Project) -> Result<()> {
    CommandLine::new(project.root(), "cargo build --example dev_server").run()?;
    CommandLine::new(&project.ui_dir(), "npm run test -- --reporter=verbose").run()
}

/// Kills the practice service and sending programs often enough to trust that no data is lost or created twice: release
/// builds of the terminal program and of the window. The ordinary tests do the same a few times.
fn run_kill_tests(project: &Project) -> Result<()> {
    let kills = |number: &str| ("ADWRIGHT_KILLS".to_owned(), number.to_owned());
    for (tests, number) in [
        ("adwright-service --test service kill::", "200"),
        ("adwright-cli --test it retry::killed", "200"),
        ("adwright-cli --test it kills::", "500"),
    ] {
        CommandLine::new(project.root(), &format!("cargo test --release -p {tests}"))
            .envs(&[kills(number)])
            .run()?;
    }
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    dist::build(project)?;
    let [program] = window_tests::program_env(&project.release_dir().join("adwright-desktop"));
    let files = ["e2e/kills.test.mjs".to_owned()];
    window_tests::run_files_with(project, &files, &[program, kills("30")])
}

/// Builds the app and the practice service's own program. With the examples, whose dependencies are those of the tests,
/// nothing is compiled anew that the tests have.
pub(crate) fn build(project: &Project) -> Result<()> {
    CommandLine::new(project.root(), "cargo build --workspace --bins --examples").run()
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn step_includes_its_requirements_in_order_once() {
        assert_eq!(
            plan_steps(&[TestStep::E2e, TestStep::Build, TestStep::Fmt], false),
            [
                TestStep::Fmt,
                TestStep::UiBuild,
                TestStep::Build,
                TestStep::E2e
            ]
        );
    }

    #[test]
    fn unnamed_run_includes_slow_steps_on_request() {
        assert_eq!(plan_steps(&[], true), TestStep::value_variants());
        let quick = plan_steps(&[], false);
        assert!(quick.contains(&TestStep::E2e) && !quick.contains(&TestStep::Dist));
        assert_eq!(plan_steps(&[TestStep::Dist], false), [TestStep::Dist]);
    }

    #[test]
    fn ui_build_precedes_the_embedding_rust_build() {
        assert!(TestStep::UiBuild < TestStep::Clippy);
    }

    #[test]
    fn summary_names_commands_for_failed_steps() {
        let outcomes = [
            (
                TestStep::Fmt,
                StepResult::Passed(Duration::from_millis(1250)),
            ),
            (
                TestStep::Build,
                StepResult::Failed(Duration::from_secs(61), anyhow::anyhow!("no linker")),
            ),
            (TestStep::E2e, StepResult::NotRun(TestStep::Build)),
        ];
        expect![[r#"
            Steps:
              passed   fmt            1.2 s
              FAILED   build         61.0 s   cargo xtask test build
              not run  e2e                    build failed"#]]
        .assert_eq(&summary(&outcomes));
    }
}
