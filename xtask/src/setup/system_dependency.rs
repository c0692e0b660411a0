use std::path::Path;

use super::Toolset;
use crate::process::{self, CommandLine};

/// The Python that the modules of system packages belong to. Another one may be first on the PATH.
pub(crate) const SYSTEM_PYTHON: &str = "/usr/bin/python3";

/// A requirement of the machine, detected directly and not by its package.
pub(super) struct SystemDependency {
    /// Its name in the list of missing dependencies.
    pub(super) what: &'static str,
    proof: InstallCheck,
    packages: PackageNames,
}

enum InstallCheck {
    /// A program on the PATH.
    Program(&'static str),
    /// A library with its headers, which pkg-config knows.
    Library(&'static str),
    /// A module that python3 can import.
    Module(&'static str),
    /// A module that the system's own Python can import.
    SystemModule(&'static str),
}

/// Its packages in each family of distributions.
pub(super) struct PackageNames {
    pub(super) debian: &'static str,
    pub(super) fedora: &'static str,
    pub(super) arch: &'static str,
}

const BUILD: &[SystemDependency] = &[
    SystemDependency {
        what: "pkg-config",
        proof: InstallCheck::Program("pkg-config"),
        packages: PackageNames {
            debian: "pkg-config",
            fedora: "pkgconf-pkg-config",
            arch: "pkgconf",
        },
    },
    SystemDependency {
        what: "the web view's library (webkit2gtk-4.1)",
        proof: InstallCheck::Library("webkit2gtk-4.1"),
        packages: PackageNames {
            debian: "libwebkit2gtk-4.1-dev",
            fedora: "webkit2gtk4.1-devel",
            arch: "webkit2gtk-4.1",
        },
    },
];

const WINDOW: &[SystemDependency] = &[
    SystemDependency {
        what: "a virtual display (Xvfb)",
        proof: InstallCheck::Program("Xvfb"),
        packages: PackageNames {
            debian: "xvfb",
            fedora: "xorg-x11-server-Xvfb",
            arch: "xorg-server-xvfb",
        },
    },
    SystemDependency {
        what: "the web view's driver (WebKitWebDriver)",
        proof: InstallCheck::Program("WebKitWebDriver"),
        packages: PackageNames {
            debian: "webkit2gtk-driver",
            fedora: "webkit2gtk-driver",
            arch: "webkitgtk-6.0",
        },
    },
];

const SESSION: &[SystemDependency] = &[
    SystemDependency {
        what: "a session bus (dbus-run-session)",
        proof: InstallCheck::Program("dbus-run-session"),
        packages: PackageNames {
            debian: "dbus",
            fedora: "dbus-daemon",
            arch: "dbus",
        },
    },
    SystemDependency {
        what: "a Secret Service (gnome-keyring-daemon)",
        proof: InstallCheck::Program("gnome-keyring-daemon"),
        packages: PackageNames {
            debian: "gnome-keyring",
            fedora: "gnome-keyring",
            arch: "gnome-keyring",
        },
    },
    SystemDependency {
        what: "a clock that tests can set (faketime)",
        proof: InstallCheck::Program("faketime"),
        packages: PackageNames {
            debian: "faketime",
            fedora: "libfaketime",
            arch: "libfaketime",
        },
    },
];

const EXAMPLES: &[SystemDependency] = &[SystemDependency {
    what: "curl",
    proof: InstallCheck::Program("curl"),
    packages: PackageNames {
        debian: "curl",
        fedora: "curl",
        arch: "curl",
    },
}];

const PYTHON: &[SystemDependency] = &[
    SystemDependency {
        what: "Python",
        proof: InstallCheck::Program("python3"),
        packages: PackageNames {
            debian: "python3",
            fedora: "python3",
            arch: "python",
        },
    },
    SystemDependency {
        what: "Python's environments (venv)",
        // Debian's venv exists without this module, and then fails.
        proof: InstallCheck::Module("ensurepip"),
        packages: PackageNames {
            debian: "python3-venv",
            fedora: "python3",
            arch: "python",
        },
    },
];

const CALC: &[SystemDependency] = &[
    SystemDependency {
        what: "LibreOffice Calc",
        proof: InstallCheck::Program("soffice"),
        packages: PackageNames {
            debian: "libreoffice-calc-nogui",
            fedora: "libreoffice-calc",
            arch: "libreoffice-fresh",
        },
    },
    SystemDependency {
        what: "LibreOffice's module for Python (uno)",
        proof: InstallCheck::SystemModule("uno"),
        packages: PackageNames {
            debian: "python3-uno",
            fedora: "libreoffice-pyuno",
            arch: "libreoffice-fresh",
        },
    },
];

const PACKAGES: &[SystemDependency] = &[SystemDependency {
    what: "a packer of .rpm files (rpmbuild)",
    proof: InstallCheck::Program("rpmbuild"),
    packages: PackageNames {
        debian: "rpm",
        fedora: "rpm-build",
        arch: "rpm-tools",
    },
}];

/// Returns the system dependencies of these tool sets, each once.
pub(super) fn for_toolsets(parts: &[Toolset]) -> Vec<&'static SystemDependency> {
    let lists = [
        (Toolset::Build, BUILD),
        (Toolset::Session, SESSION),
        (Toolset::Window, WINDOW),
        (Toolset::Examples, EXAMPLES),
        (Toolset::Python, PYTHON),
        (Toolset::Calc, CALC),
        (Toolset::Packages, PACKAGES),
    ];
    let wanted = lists.iter().filter(|(part, _)| parts.contains(part));
    wanted.flat_map(|(_, needs)| *needs).collect()
}

pub(super) fn missing<'a>(needs: &[&'a SystemDependency]) -> Vec<&'a SystemDependency> {
    let absent = needs.iter().filter(|need| !need.proof.passes());
    absent.copied().collect()
}

pub(super) fn packages(
    needs: &[&SystemDependency],
    family: fn(&PackageNames) -> &'static str,
) -> Vec<&'static str> {
    let names = needs.iter().map(|need| family(&need.packages));
    let mut names: Vec<_> = names.collect();
    // One package may contain two dependencies that are separate elsewhere.
    names.dedup();
    names
}

/// Returns one install command for each family of distributions.
pub(super) fn install_commands(needs: &[&SystemDependency]) -> String {
    let line = |family| packages(needs, family).join(" ");
    format!(
        "install what is missing, then run this again\n  \
         Debian, Ubuntu: sudo apt-get update && sudo apt-get install --no-install-recommends -y {}\n  \
         Fedora:         sudo dnf install -y {}\n  \
         Arch:           sudo pacman -S --needed {}",
        line(|packages| packages.debian),
        line(|packages| packages.fedora),
        line(|packages| packages.arch),
    )
}

impl InstallCheck {
    fn passes(&self) -> bool {
        match self {
            Self::Program(name) => process::find_program(name).is_some(),
            Self::Library(module) => {
                let probe = CommandLine::new(Path::new("."), "pkg-config --exists").arg(module);
                probe.run_and_read().is_ok()
            }
            Self::Module(module) => can_import("python3", module),
            Self::SystemModule(module) => can_import(SYSTEM_PYTHON, module),
        }
    }
}

fn can_import(python: &str, module: &str) -> bool {
    let probe = CommandLine::new(Path::new("."), python).arg("-c");
    probe.arg(format!("import {module}")).run_and_read().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_missing_from_path_is_missing() {
        let needs = [need("cargo"), need("no-such-program-anywhere")];
        let needs: Vec<_> = needs.iter().collect();
        let names: Vec<_> = missing(&needs).iter().map(|need| need.what).collect();
        assert_eq!(names, ["no-such-program-anywhere"]);
    }

    #[test]
    fn library_unknown_to_pkg_config_is_missing() {
        let proof = InstallCheck::Library("no-such-library-anywhere");
        assert!(!proof.passes());
    }

    #[test]
    fn the_examples_need_curl_on_every_system() {
        let needs = for_toolsets(&[Toolset::Examples]);
        let families: [fn(&PackageNames) -> &'static str; 3] =
            [|of| of.debian, |of| of.fedora, |of| of.arch];
        for family in families {
            assert_eq!(packages(&needs, family), ["curl"]);
        }
    }

    #[test]
    fn package_with_two_contents_is_named_once() {
        let needs: Vec<_> = PYTHON.iter().collect();
        assert_eq!(
            packages(&needs, |of| of.debian),
            ["python3", "python3-venv"]
        );
        assert_eq!(packages(&needs, |of| of.fedora), ["python3"]);
    }

    #[test]
    fn module_unknown_to_python_is_missing() {
        assert!(!InstallCheck::Module("no_such_module_anywhere").passes());
    }

    #[test]
    fn each_family_has_its_own_package_names() {
        let needs: Vec<_> = WINDOW.iter().take(2).collect();
        expect_test::expect![[r"
            install what is missing, then run this again
              Debian, Ubuntu: sudo apt-get update && sudo apt-get install --no-install-recommends -y xvfb webkit2gtk-driver
              Fedora:         sudo dnf install -y xorg-x11-server-Xvfb webkit2gtk-driver
              Arch:           sudo pacman -S --needed xorg-server-xvfb webkitgtk-6.0"]]
        .assert_eq(&install_commands(&needs));
    }

    fn need(program: &'static str) -> SystemDependency {
        let packages = PackageNames {
            debian: "d",
            fedora: "f",
            arch: "a",
        };
        SystemDependency {
            what: program,
            proof: InstallCheck::Program(program),
            packages,
        }
    }
}
