use std::path::Path;

use super::Part;
use crate::process::{self, Line};

/// Something that must be on the machine, told by itself and not by the package it comes from.
pub(super) struct Need {
    /// What it is, for the list of what is missing.
    pub(super) what: &'static str,
    proof: Proof,
    packages: Packages,
}

enum Proof {
    /// A program on the PATH.
    Program(&'static str),
    /// A library with its headers, known to pkg-config.
    Library(&'static str),
    /// A module that python3 can import.
    Module(&'static str),
}

/// Where each family of distributions has it.
pub(super) struct Packages {
    pub(super) debian: &'static str,
    pub(super) fedora: &'static str,
    pub(super) arch: &'static str,
}

const BUILD: &[Need] = &[
    Need {
        what: "pkg-config",
        proof: Proof::Program("pkg-config"),
        packages: Packages {
            debian: "pkg-config",
            fedora: "pkgconf-pkg-config",
            arch: "pkgconf",
        },
    },
    Need {
        what: "the web view's library (webkit2gtk-4.1)",
        proof: Proof::Library("webkit2gtk-4.1"),
        packages: Packages {
            debian: "libwebkit2gtk-4.1-dev",
            fedora: "webkit2gtk4.1-devel",
            arch: "webkit2gtk-4.1",
        },
    },
];

const WINDOW: &[Need] = &[
    Need {
        what: "a virtual display (Xvfb)",
        proof: Proof::Program("Xvfb"),
        packages: Packages {
            debian: "xvfb",
            fedora: "xorg-x11-server-Xvfb",
            arch: "xorg-server-xvfb",
        },
    },
    Need {
        what: "the web view's driver (WebKitWebDriver)",
        proof: Proof::Program("WebKitWebDriver"),
        packages: Packages {
            debian: "webkit2gtk-driver",
            fedora: "webkit2gtk-driver",
            arch: "webkitgtk-6.0",
        },
    },
];

const SESSION: &[Need] = &[
    Need {
        what: "a session bus (dbus-run-session)",
        proof: Proof::Program("dbus-run-session"),
        packages: Packages {
            debian: "dbus",
            fedora: "dbus-daemon",
            arch: "dbus",
        },
    },
    Need {
        what: "a Secret Service (gnome-keyring-daemon)",
        proof: Proof::Program("gnome-keyring-daemon"),
        packages: Packages {
            debian: "gnome-keyring",
            fedora: "gnome-keyring",
            arch: "gnome-keyring",
        },
    },
];

const EXAMPLES: &[Need] = &[Need {
    what: "curl",
    proof: Proof::Program("curl"),
    packages: Packages {
        debian: "curl",
        fedora: "curl",
        arch: "curl",
    },
}];

const PYTHON: &[Need] = &[
    Need {
        what: "Python",
        proof: Proof::Program("python3"),
        packages: Packages {
            debian: "python3",
            fedora: "python3",
            arch: "python",
        },
    },
    Need {
        what: "Python's environments (venv)",
        // Debian's venv is there without it, and fails.
        proof: Proof::Module("ensurepip"),
        packages: Packages {
            debian: "python3-venv",
            fedora: "python3",
            arch: "python",
        },
    },
];

/// What these parts need of the system, each once.
pub(super) fn of(parts: &[Part]) -> Vec<&'static Need> {
    let lists = [
        (Part::Build, BUILD),
        (Part::Session, SESSION),
        (Part::Window, WINDOW),
        (Part::Examples, EXAMPLES),
        (Part::Python, PYTHON),
    ];
    let wanted = lists.iter().filter(|(part, _)| parts.contains(part));
    wanted.flat_map(|(_, needs)| *needs).collect()
}

pub(super) fn missing<'a>(needs: &[&'a Need]) -> Vec<&'a Need> {
    let absent = needs.iter().filter(|need| !need.proof.holds());
    absent.copied().collect()
}

pub(super) fn packages(
    needs: &[&Need],
    family: fn(&Packages) -> &'static str,
) -> Vec<&'static str> {
    let names = needs.iter().map(|need| family(&need.packages));
    let mut names: Vec<_> = names.collect();
    // One package may hold two things that are told apart elsewhere.
    names.dedup();
    names
}

/// One line for each family of distributions.
pub(super) fn how_to_install(needs: &[&Need]) -> String {
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

impl Proof {
    fn holds(&self) -> bool {
        match self {
            Self::Program(name) => process::find(name).is_some(),
            Self::Library(module) => {
                let probe = Line::new(Path::new("."), "pkg-config --exists").arg(module);
                probe.read().is_ok()
            }
            Self::Module(module) => {
                let probe = Line::new(Path::new("."), "python3 -c");
                probe.arg(format!("import {module}")).read().is_ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_is_not_on_the_path_is_missing() {
        let needs = [need("cargo"), need("no-such-program-anywhere")];
        let needs: Vec<_> = needs.iter().collect();
        let names: Vec<_> = missing(&needs).iter().map(|need| need.what).collect();
        assert_eq!(names, ["no-such-program-anywhere"]);
    }

    #[test]
    fn a_library_that_pkg_config_does_not_know_is_missing() {
        let proof = Proof::Library("no-such-library-anywhere");
        assert!(!proof.holds());
    }

    #[test]
    fn the_examples_need_curl_on_every_system() {
        let needs = of(&[Part::Examples]);
        let families: [fn(&Packages) -> &'static str; 3] =
            [|of| of.debian, |of| of.fedora, |of| of.arch];
        for family in families {
            assert_eq!(packages(&needs, family), ["curl"]);
        }
    }

    #[test]
    fn a_package_that_holds_two_things_is_named_once() {
        let needs: Vec<_> = PYTHON.iter().collect();
        assert_eq!(
            packages(&needs, |of| of.debian),
            ["python3", "python3-venv"]
        );
        assert_eq!(packages(&needs, |of| of.fedora), ["python3"]);
    }

    #[test]
    fn a_module_that_python_does_not_know_is_missing() {
        assert!(!Proof::Module("no_such_module_anywhere").holds());
    }

    #[test]
    fn each_family_is_told_its_own_package_names() {
        let needs: Vec<_> = WINDOW.iter().take(2).collect();
        expect_test::expect![[r"
            install what is missing, then run this again
              Debian, Ubuntu: sudo apt-get update && sudo apt-get install --no-install-recommends -y xvfb webkit2gtk-driver
              Fedora:         sudo dnf install -y xorg-x11-server-Xvfb webkit2gtk-driver
              Arch:           sudo pacman -S --needed xorg-server-xvfb webkitgtk-6.0"]]
        .assert_eq(&how_to_install(&needs));
    }

    fn need(program: &'static str) -> Need {
        let packages = Packages {
            debian: "d",
            fedora: "f",
            arch: "a",
        };
        Need {
            what: program,
            proof: Proof::Program(program),
            packages,
        }
    }
}
