use super::{Cell, Holds, Row, Table};
use crate::amount::{grouped, number, told};
use crate::{
    Amount, Assets, Branch, Budget, Counts, File, Fork, Made, Page, Script, Standing, Verdict,
    Weighed, Weights,
};

/// What stands over the columns of files.
const COLUMNS: [(&str, Holds); 8] = [
    ("File", Holds::Words),
    ("Part", Holds::Words),
    ("Weight", Holds::Number),
    ("Size", Holds::Number),
    ("Data", Holds::Words),
    ("Status", Holds::Words),
    ("Made of it", Holds::Words),
    ("Look at it", Holds::Remarks),
];

impl Assets {
    /// The files in the order of the document, each with its folders.
    #[must_use]
    pub fn file_table(&self) -> Table {
        let rows = self.files.iter().map(|file| {
            let name = file.folders.iter().chain([&file.name]);
            let name: Vec<_> = name.map(String::as_str).collect();
            row(file, &name.join("/"), None)
        });
        Table::new("Files", COLUMNS, rows).without(self.more, ["file", "files"])
    }

    /// The files in their folders, as a tree.
    #[must_use]
    pub fn tree_table(&self) -> Table {
        let rows = self.tree.iter().filter_map(|branch| self.branch(branch));
        Table::new("Files in their folders", COLUMNS, rows).without(self.more, ["file", "files"])
    }

    fn branch(&self, branch: &Branch) -> Option<Row> {
        let row = match &branch.fork {
            Fork::Folder { name, files } => folder(name, *files, branch.kilobytes),
            Fork::File { at } => {
                let file = self.files.get(*at as usize)?;
                row(file, &file.name, Some(branch.kilobytes))
            }
        };
        let depth = branch.depth;
        Some(Row { depth, ..row })
    }
}

fn folder(name: &str, files: u32, kilobytes: f64) -> Row {
    let count = if files == 1 { "file" } else { "files" };
    Row::new(
        "",
        [
            Cell::from(format!("{name}/")),
            Cell::number(files.into(), format!("{} {count}", grouped(files))),
            Cell::number(kilobytes, format!("{} KB", told(kilobytes))),
            Cell::default(),
            Cell::default(),
            Cell::default(),
            Cell::default(),
            Cell::default(),
        ],
    )
}

/// A size in pixels; nothing where a side of it is not known.
fn size(width: &Amount, height: &Amount) -> Cell {
    match (width.known(), height.known()) {
        (Some(width), Some(height)) => {
            Cell::number(width, format!("{}x{}", number(width), number(height)))
        }
        _ => Cell::default(),
    }
}

fn row(file: &File, name: &str, sum: Option<f64>) -> Row {
    let status = match (&file.status, file.standing) {
        (Some(status), _) => status.clone(),
        (None, Standing::Unsaid) => "not said".to_owned(),
        (None, _) => String::new(),
    };
    Row::new(
        &file.path,
        [
            Cell::from(name),
            Cell::from(&file.part),
            weight(file, sum),
            size(&file.width, &file.height),
            Cell::from(&file.mime),
            status.into(),
            made(file).into(),
            remarks(file, sum).into(),
        ],
    )
}

/// What a file weighs. In the tree, a folder shows the sum of what is in it.
fn weight(file: &File, sum: Option<f64>) -> Cell {
    match (file.counts, sum) {
        (Counts::ByItsFiles, Some(sum)) => Cell::number(sum, format!("{} KB", told(sum))),
        _ => Cell::amount(&file.kilobytes, "KB"),
    }
}

/// What stands out about a file, and how its weight counts where it does not count as such.
fn remarks(file: &File, sum: Option<f64>) -> String {
    let counts = match (file.counts, sum) {
        (Counts::Itself, _) => None,
        (Counts::ByItsFiles, Some(_)) => {
            let own = Cell::amount(&file.kilobytes, "KB").text;
            Some(format!("weight of its files; its own is {own}"))
        }
        (Counts::ByItsFiles, None) => Some("counts as its files".to_owned()),
        (Counts::InItsFolder, _) => Some("counts in its folder".to_owned()),
        (Counts::Again, _) => Some("counts where it is first".to_owned()),
        (Counts::MadeFromOther, _) => Some("weight is not counted".to_owned()),
    };
    let all: Vec<_> = file.remarks.iter().cloned().chain(counts).collect();
    all.join("; ")
}

/// What the service made of a file, counted.
fn made(file: &File) -> String {
    let words = [
        ["variant", "variants"],
        ["proxy", "proxies"],
        ["thumbnail", "thumbnails"],
    ];
    let made = file.made_counts.into_iter().zip(words);
    let made = made.filter(|(count, _)| *count > 0);
    let made = made.map(|(count, [one, more])| match count {
        1 => format!("1 {one}"),
        _ => format!("{} {more}", grouped(count)),
    });
    made.collect::<Vec<_>>().join(", ")
}

impl Assets {
    /// The variants and proxies of the files, file by file.
    #[must_use]
    pub fn made_table(&self) -> Table {
        let made = self
            .files
            .iter()
            .flat_map(|file| file.made.iter().map(move |made| (file, made)));
        Table::new(
            "Variants and proxies",
            [
                ("Made of", Holds::Words),
                ("What", Holds::Words),
                ("Name", Holds::Words),
                ("Weight", Holds::Number),
                ("Size", Holds::Number),
                ("Data", Holds::Words),
                ("Bit rate", Holds::Words),
            ],
            made.map(|(file, made)| one_made(file, made)),
        )
    }

    /// The pages among the files: what the service found in them, and below each its scripts.
    #[must_use]
    pub fn page_table(&self) -> Table {
        let pages = self
            .files
            .iter()
            .filter_map(|file| Some((file, file.page.as_ref()?)));
        Table::new(
            "Pages and their scripts",
            [
                ("Page or script", Holds::Long),
                ("Click tag", Holds::Long),
                ("Expands to", Holds::Words),
                ("Ad server's loader", Holds::Words),
                ("Ad server's kit", Holds::Words),
            ],
            pages.flat_map(|(file, page)| {
                let scripts = page.scripts.iter().map(|script| self::script(file, script));
                std::iter::once(self::page(file, page)).chain(scripts)
            }),
        )
    }
}

fn one_made(file: &File, made: &Made) -> Row {
    Row::new(
        &made.path,
        [
            Cell::from(&file.name),
            made.what.said().into(),
            Cell::from(&made.name),
            Cell::amount(&made.kilobytes, "KB"),
            size(&made.width, &made.height),
            Cell::from(&made.format),
            Cell::from(&made.bit_rate),
        ],
    )
}

fn page(file: &File, page: &Page) -> Row {
    let expands = page.expansion.as_ref().map(|[x, y, width, height]| {
        let side = |amount: &Amount| amount.known().map_or("?".to_owned(), number);
        format!(
            "{}x{} at {}, {}",
            side(width),
            side(height),
            side(x),
            side(y)
        )
    });
    Row::new(
        &file.path,
        [
            Cell::from(&file.name),
            Cell::from(&page.click_tag),
            Cell::from(&expands),
            Cell::flag(page.vendor_loader),
            Cell::flag(page.ad_kit),
        ],
    )
}

fn script(file: &File, script: &Script) -> Row {
    let said = match (&script.source, &script.text) {
        (Some(source), _) => source.clone(),
        (None, Some(text)) => format!("written into the page: {text}"),
        (None, None) => "a script of which nothing is said".to_owned(),
    };
    let cells = [
        said.into(),
        Cell::default(),
        Cell::default(),
        Cell::default(),
        Cell::default(),
    ];
    Row {
        depth: 1,
        ..Row::new(&file.path, cells)
    }
}

impl Weights {
    /// What the ad weighs beside what it may weigh.
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(
            "Weights",
            [
                ("Limit of", Holds::Words),
                ("What", Holds::Words),
                ("Weighs", Holds::Number),
                ("At most", Holds::Number),
                ("Verdict", Holds::Words),
                ("Published by", Holds::Words),
            ],
            self.budgets.iter().map(budget),
        )
    }
}

fn budget(budget: &Budget) -> Row {
    Row::new(
        "",
        [
            Cell::from(&budget.profile),
            budget.weighs.said().into(),
            Cell::amount(&budget.weight, "KB"),
            Cell::number(budget.most, format!("{} KB", told(budget.most))),
            budget.verdict().said().into(),
            Cell::from(&budget.source),
        ],
    )
}

impl Weighed {
    /// What is weighed, in words.
    #[must_use]
    pub fn said(self) -> &'static str {
        match self {
            Self::Initial => "What is loaded at first",
            Self::Overall => "The ad with all its files",
            Self::Untouched => "What is loaded before anybody touches it",
            Self::DefaultImage => "The default image",
        }
    }
}

impl Verdict {
    /// The same in words.
    #[must_use]
    pub fn said(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::TooHeavy => "too heavy",
            Self::Unknown => "cannot be told",
        }
    }
}
