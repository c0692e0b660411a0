use super::{CellType, Table, TableCell, TableRow};
use crate::amount::{format_grouped, format_number, group_thousands};
use crate::{
    AdFile, AdWeights, Amount, Assets, BudgetScope, BudgetStatus, DerivedFile, FileStatus,
    FileTreeEntry, FileTreeNode, HtmlPage, PageScript, WeightBudget, WeightRole,
};

/// The headings of the file columns.
const COLUMNS: [(&str, CellType); 8] = [
    ("File", CellType::Words),
    ("Part", CellType::Words),
    ("Weight", CellType::Number),
    ("Size", CellType::Number),
    ("Data", CellType::Words),
    ("Status", CellType::Words),
    ("Derived files", CellType::Words),
    ("Remarks", CellType::Remarks),
];

impl Assets {
    /// Returns the files in document order, each with the path of its folders.
    #[must_use]
    pub fn file_table(&self) -> Table {
        let rows = self.files.iter().map(|file| {
            let name = file.folders.iter().chain([&file.name]);
            let name: Vec<_> = name.map(String::as_str).collect();
            file_row(file, &name.join("/"), None)
        });
        Table::new("Files", COLUMNS, rows).with_omitted_rows(self.more, ["file", "files"])
    }

    /// Returns the files in their folders, as a tree.
    #[must_use]
    pub fn tree_table(&self) -> Table {
        let rows = self.tree.iter().filter_map(|node| self.tree_row(node));
        Table::new("Files in their folders", COLUMNS, rows)
            .with_omitted_rows(self.more, ["file", "files"])
    }

    fn tree_row(&self, node: &FileTreeNode) -> Option<TableRow> {
        let row = match &node.entry {
            FileTreeEntry::Folder { name, files } => folder_row(name, *files, node.kilobytes),
            FileTreeEntry::File { at } => {
                let file = self.files.get(*at as usize)?;
                file_row(file, &file.name, Some(node.kilobytes))
            }
        };
        let depth = node.depth;
        Some(TableRow { depth, ..row })
    }
}

fn folder_row(name: &str, files: u32, kilobytes: f64) -> TableRow {
    let count = if files == 1 { "file" } else { "files" };
    TableRow::new(
        "",
        [
            TableCell::from(format!("{name}/")),
            TableCell::from_number(files.into(), format!("{} {count}", group_thousands(files))),
            TableCell::from_number(kilobytes, format!("{} KB", format_grouped(kilobytes))),
            TableCell::default(),
            TableCell::default(),
            TableCell::default(),
            TableCell::default(),
            TableCell::default(),
        ],
    )
}

/// Returns a size in pixels; empty if a side is unknown.
fn size_cell(width: &Amount, height: &Amount) -> TableCell {
    match (width.value(), height.value()) {
        (Some(width), Some(height)) => TableCell::from_number(
            width,
            format!("{}x{}", format_number(width), format_number(height)),
        ),
        _ => TableCell::default(),
    }
}

fn file_row(file: &AdFile, name: &str, sum: Option<f64>) -> TableRow {
    let status = match (&file.status_text, file.status) {
        (Some(status), _) => status.clone(),
        (None, FileStatus::Unspecified) => "not specified".to_owned(),
        (None, _) => String::new(),
    };
    TableRow::new(
        &file.path,
        [
            TableCell::from(name),
            TableCell::from(&file.part),
            weight_cell(file, sum),
            size_cell(&file.width, &file.height),
            TableCell::from(&file.mime_type),
            status.into(),
            derived_text(file).into(),
            remarks_text(file, sum).into(),
        ],
    )
}

/// Returns the weight of a file. In the tree, a folder shows the sum of its contents.
fn weight_cell(file: &AdFile, sum: Option<f64>) -> TableCell {
    match (file.weight_role, sum) {
        (WeightRole::FilesInstead, Some(sum)) => {
            TableCell::from_number(sum, format!("{} KB", format_grouped(sum)))
        }
        _ => TableCell::from_amount(&file.kilobytes, "KB"),
    }
}

/// Returns the remarks about a file. They say how its weight counts, unless it counts with its own weight.
fn remarks_text(file: &AdFile, sum: Option<f64>) -> String {
    let counts = match (file.weight_role, sum) {
        (WeightRole::OwnWeight, _) => None,
        (WeightRole::FilesInstead, Some(_)) => {
            let own = TableCell::from_amount(&file.kilobytes, "KB").text;
            Some(format!("weight of its files; its own weight is {own}"))
        }
        (WeightRole::FilesInstead, None) => Some("its files count instead".to_owned()),
        (WeightRole::InFolder, _) => Some("counts in its folder".to_owned()),
        (WeightRole::Repeated, _) => Some("counts at its first place".to_owned()),
        (WeightRole::Derived, _) => Some("does not count".to_owned()),
    };
    let all: Vec<_> = file.remarks.iter().cloned().chain(counts).collect();
    all.join("; ")
}

/// Counts what the service derived of a file.
fn derived_text(file: &AdFile) -> String {
    let words = [
        ["variant", "variants"],
        ["proxy", "proxies"],
        ["thumbnail", "thumbnails"],
    ];
    let derived = file.derived_counts.into_iter().zip(words);
    let derived = derived.filter(|(count, _)| *count > 0);
    let derived = derived.map(|(count, [one, more])| match count {
        1 => format!("1 {one}"),
        _ => format!("{} {more}", group_thousands(count)),
    });
    derived.collect::<Vec<_>>().join(", ")
}

impl Assets {
    /// Returns the variants and proxies, file by file.
    #[must_use]
    pub fn derived_file_table(&self) -> Table {
        let derived = self
            .files
            .iter()
            .flat_map(|file| file.derived.iter().map(move |derived| (file, derived)));
        Table::new(
            "Variants and proxies",
            [
                ("Made from", CellType::Words),
                ("What", CellType::Words),
                ("Name", CellType::Words),
                ("Weight", CellType::Number),
                ("Size", CellType::Number),
                ("Data", CellType::Words),
                ("Bit rate", CellType::Words),
            ],
            derived.map(|(file, derived)| derived_file_row(file, derived)),
        )
    }

    /// Returns the HTML pages among the files, each with its scripts and with what the service detected.
    #[must_use]
    pub fn page_table(&self) -> Table {
        let pages = self
            .files
            .iter()
            .filter_map(|file| Some((file, file.page.as_ref()?)));
        Table::new(
            "Pages and their scripts",
            [
                ("Page or script", CellType::LongText),
                ("Click tag", CellType::LongText),
                ("Expands to", CellType::Words),
                ("Ad server's loader", CellType::Words),
                ("Ad server's kit", CellType::Words),
            ],
            pages.flat_map(|(file, page)| {
                let scripts = page
                    .scripts
                    .iter()
                    .map(|script| self::script_row(file, script));
                std::iter::once(self::page_row(file, page)).chain(scripts)
            }),
        )
    }
}

fn derived_file_row(file: &AdFile, derived: &DerivedFile) -> TableRow {
    TableRow::new(
        &derived.path,
        [
            TableCell::from(&file.name),
            derived.kind.label().into(),
            TableCell::from(&derived.name),
            TableCell::from_amount(&derived.kilobytes, "KB"),
            size_cell(&derived.width, &derived.height),
            TableCell::from(&derived.format),
            TableCell::from(&derived.bit_rate),
        ],
    )
}

fn page_row(file: &AdFile, page: &HtmlPage) -> TableRow {
    let expands = page.expansion.as_ref().map(|[x, y, width, height]| {
        let side = |amount: &Amount| amount.value().map_or("?".to_owned(), format_number);
        format!(
            "{}x{} at {}, {}",
            side(width),
            side(height),
            side(x),
            side(y)
        )
    });
    TableRow::new(
        &file.path,
        [
            TableCell::from(&file.name),
            TableCell::from(&page.click_tag),
            TableCell::from(&expands),
            TableCell::from_flag(page.vendor_loader),
            TableCell::from_flag(page.ad_kit),
        ],
    )
}

fn script_row(file: &AdFile, script: &PageScript) -> TableRow {
    let source = match (&script.source, &script.text) {
        (Some(source), _) => source.clone(),
        (None, Some(text)) => format!("inline: {text}"),
        (None, None) => "a script without address or text".to_owned(),
    };
    let cells = [
        source.into(),
        TableCell::default(),
        TableCell::default(),
        TableCell::default(),
        TableCell::default(),
    ];
    TableRow {
        depth: 1,
        ..TableRow::new(&file.path, cells)
    }
}

impl AdWeights {
    /// Returns the weights with their limits.
    #[must_use]
    pub fn table(&self) -> Table {
        Table::new(
            "Weights",
            [
                ("Limit of", CellType::Words),
                ("What", CellType::Words),
                ("Weighs", CellType::Number),
                ("At most", CellType::Number),
                ("Verdict", CellType::Words),
                ("Published by", CellType::Words),
            ],
            self.budgets.iter().map(budget_row),
        )
    }
}

fn budget_row(budget: &WeightBudget) -> TableRow {
    TableRow::new(
        "",
        [
            TableCell::from(&budget.profile),
            budget.scope.label().into(),
            TableCell::from_amount(&budget.weight, "KB"),
            TableCell::from_number(budget.limit, format!("{} KB", format_grouped(budget.limit))),
            budget.status().label().into(),
            TableCell::from(&budget.source),
        ],
    )
}

impl BudgetScope {
    /// Returns the label of the scope.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Initial => "The first load",
            Self::Overall => "The ad with all its files",
            Self::Untouched => "The load before any interaction",
            Self::DefaultImage => "The default image",
        }
    }
}

impl BudgetStatus {
    /// Returns the label of the status.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::TooHeavy => "too heavy",
            Self::Unknown => "unknown",
        }
    }
}
