use super::{Cell, Holds, Row, Table};
use crate::amount::number;
use crate::{Assets, Branch, Budget, File, Fork, Standing, Verdict, Weighed, Weights};

/// What stands over the columns of files.
const COLUMNS: [(&str, Holds); 7] = [
    ("File", Holds::Words),
    ("Part", Holds::Words),
    ("Weight", Holds::Number),
    ("Size", Holds::Number),
    ("Data", Holds::Words),
    ("Status", Holds::Words),
    ("Look at it", Holds::Remarks),
];

impl Assets {
    /// The files in the order of the document, each with its folders.
    #[must_use]
    pub fn file_table(&self) -> Table {
        let rows = self.files.iter().map(|file| {
            let name = file.folders.iter().chain([&file.name]);
            let name: Vec<_> = name.map(String::as_str).collect();
            row(file, &name.join("/"))
        });
        Table::new("Files", COLUMNS, rows)
    }

    /// The files in their folders, as a tree.
    #[must_use]
    pub fn tree_table(&self) -> Table {
        let rows = self.tree.iter().filter_map(|branch| self.branch(branch));
        Table::new("Files in their folders", COLUMNS, rows)
    }

    fn branch(&self, branch: &Branch) -> Option<Row> {
        let row = match &branch.fork {
            Fork::Folder { name, files } => folder(name, *files, branch.kilobytes),
            Fork::File { at } => {
                let file = self.files.get(*at as usize)?;
                row(file, &file.name)
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
            Cell::number(files.into(), format!("{files} {count}")),
            Cell::number(kilobytes, format!("{} KB", number(kilobytes))),
            Cell::default(),
            Cell::default(),
            Cell::default(),
            Cell::default(),
        ],
    )
}

fn row(file: &File, name: &str) -> Row {
    let size = match (file.width.known(), file.height.known()) {
        (Some(width), Some(height)) => {
            Cell::number(width, format!("{}x{}", number(width), number(height)))
        }
        _ => Cell::default(),
    };
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
            Cell::amount(&file.kilobytes, "KB"),
            size,
            Cell::from(&file.mime),
            status.into(),
            file.remarks.join("; ").into(),
        ],
    )
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
            Cell::number(budget.most, format!("{} KB", number(budget.most))),
            budget.verdict().said().into(),
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
