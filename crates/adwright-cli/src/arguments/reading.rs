//! Commands that read from a service.

use std::path::PathBuf;

use adwright_model::{Id, Kind};
use adwright_wire::{Filter, ListFilters, ListQuery, Sort, SortDirection};
use clap::{Args, Subcommand};

use super::{CreateArgs, CreateValuesArgs, ServiceSelectionArgs, UpdateArgs};

/// One question to a service.
#[derive(Debug)]
pub(crate) struct ReadRequest<'a> {
    pub(crate) kind: Kind,
    pub(crate) wish: ReadTarget,
    pub(crate) form: OutputFormat,
    pub(crate) service: &'a ServiceSelectionArgs,
}

/// What is wanted.
#[derive(Debug)]
pub(crate) enum ReadTarget {
    Single(Id),
    /// The query, with the page size still to be set; and how many at most.
    List(Box<ListQuery>, Option<u64>),
}

/// In which form it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// For people: aligned columns.
    Text,
    /// One JSON value.
    Json,
    /// One JSON object on each line.
    JsonLines,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// List campaigns.
    ///
    /// Pages are read one after the other to the end, whatever the service says of how many there are, and each is
    /// printed as it comes. A list that is not whole says so on standard error and ends with 4; so does one that is
    /// stopped with Ctrl-C.
    List(Box<ListCampaignsArgs>),
    /// Get one campaign.
    Get(Box<GetArgs>),
    /// Create campaigns: shows what would be sent and keeps it as drafts, or sends it with `--go`.
    Create(Box<CreateArgs>),
    /// Change a campaign: gets it anew, puts values into it, and shows what would be sent, or sends it with `--go`.
    ///
    /// The whole campaign goes back byte for byte, but for the values that are set.
    Update(Box<UpdateArgs>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum ValueCommand {
    /// List retargeting data values, as `adwright campaign list` does campaigns.
    List(Box<ListValuesArgs>),
    /// Get one retargeting data value.
    Get(Box<GetArgs>),
    /// Create retargeting data values, many in one call: shows what would be sent and keeps it as drafts, or sends it with
    /// `--go`.
    ///
    /// No call has more than `dialect.batchCap` of them; one that the service finds too large is sent again in halves.
    /// What the answer does not say of a value is looked up before anything is sent again.
    Create(Box<CreateValuesArgs>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdCommand {
    #[command(flatten)]
    Ask(AdReadCommand),
    /// Review ads in JSON files: where everything stands, what plays, what is loaded, which addresses are called.
    ///
    /// Files are read as by `adwright check`, and what the checks find is part of the review. Nothing is asked of any
    /// service.
    ///
    /// Ends with 0 if there is nothing above a note, 1 if there is an error or a warning, 2 if something cannot be read.
    Review(ReviewArgs),
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdReadCommand {
    /// List ads, as `adwright campaign list` does campaigns.
    List(Box<ListAdsArgs>),
    /// Get one ad.
    Get(Box<GetArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// Files, folders with their `.json` files at any depth, or `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the review as one HTML file without script, to be read or printed anywhere; of several ads, into this
    /// folder.
    #[arg(long, value_name = "OUT", group = "form")]
    pub(crate) html: Option<PathBuf>,
    /// Write a picture as SVG: of an ad that plays, its timeline, and of any other the banner with all panels; of several
    /// ads, into this folder.
    #[arg(long, value_name = "OUT", group = "form")]
    pub(crate) svg: Option<PathBuf>,
    /// Which picture `--svg` writes: the same of every ad.
    #[arg(long, value_name = "DRAWING", requires = "svg")]
    pub(crate) drawing: Option<DrawingKind>,
    /// Print an array with one element for each ad: what `adwright check --json` prints, with
    /// `fingerprint`, `summary` and `review`.
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// What the ads are, where neither their type nor their shape tells, or to overrule these.
    #[arg(long, value_parser = ad_kind_parser())]
    pub(crate) kind: Option<String>,
    /// Rules of your own, and how much ours matter to you: a JSON file.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
}

/// A picture of an ad.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum DrawingKind {
    /// The banner with all panels, or the player with what stands beside it.
    Layout,
    /// What plays, from left to right.
    Timeline,
}

fn ad_kind_parser() -> clap::builder::PossibleValuesParser {
    adwright_desk::ad_kind_names().into()
}

#[derive(Debug, Args)]
pub(crate) struct GetArgs {
    /// Its id.
    #[arg(value_parser = super::parse_id)]
    id: Id,
    /// Print the object byte for byte as the service sent it, instead of one field on each line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListCampaignsArgs {
    #[command(flatten)]
    part: PageArgs,
    #[command(flatten)]
    order: SortArgs,
    #[command(flatten)]
    owners: OwnerFilterArgs,
    /// Of an account with this name.
    #[arg(long, value_name = "NAME")]
    account_name: Option<String>,
    /// Of an advertiser with this name.
    #[arg(long, value_name = "NAME")]
    advertiser_name: Option<String>,
    /// With this trafficking mode, such as `simple` or `advanced`.
    #[arg(long, value_name = "MODE")]
    trafficking_mode: Option<String>,
    #[command(flatten)]
    service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListValuesArgs {
    #[command(flatten)]
    part: PageArgs,
    #[command(flatten)]
    service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ListAdsArgs {
    #[command(flatten)]
    part: PageArgs,
    #[command(flatten)]
    order: SortArgs,
    #[command(flatten)]
    owners: OwnerFilterArgs,
    #[command(flatten)]
    service: ServiceSelectionArgs,
}

/// Which part of a list, and in which form.
#[derive(Debug, Args)]
struct PageArgs {
    /// Begin at this one; the first is 0.
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    from: u64,
    /// Print no more than so many. How many come in one page is another thing: `--set dialect.pageSize=NUMBER`.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    max: Option<u64>,
    /// Only what this filter finds, in the interface's JSON, such as `{"1":{"NAME":["Spring"]}}`.
    #[arg(long, value_name = "FILTER")]
    q: Option<Filter>,
    /// Print an array with one element for each, byte for byte as the service sent it.
    #[arg(long, conflicts_with = "ndjson")]
    json: bool,
    /// Print one on each line, as the service sent it but for line ends.
    #[arg(long)]
    ndjson: bool,
}

/// In which order.
#[derive(Debug, Args)]
struct SortArgs {
    /// Sort by this field; ascending, unless `:desc` follows.
    #[arg(long, value_name = "FIELD[:desc]", value_parser = parse_sort)]
    sort: Option<Sort>,
}

/// What campaigns and ads belong to.
#[derive(Debug, Args)]
struct OwnerFilterArgs {
    /// Of this account.
    #[arg(long = "account-id", value_name = "ID")]
    account: Option<i64>,
    /// With something on this site.
    #[arg(long = "site-id", value_name = "ID")]
    site: Option<i64>,
    /// Of this advertiser.
    #[arg(long = "advertiser-id", value_name = "ID")]
    advertiser: Option<i64>,
    /// Of this brand.
    #[arg(long = "brand-id", value_name = "ID")]
    brand: Option<i64>,
}

impl ListCampaignsArgs {
    pub(crate) fn to_request(&self) -> ReadRequest<'_> {
        let filters = ListFilters {
            account_name: self.account_name.clone(),
            advertiser_name: self.advertiser_name.clone(),
            trafficking_mode: self.trafficking_mode.clone(),
            ..self.owners.to_filters()
        };
        let sort = self.order.sort.clone();
        self.part
            .to_request(Kind::Campaign, filters, sort, &self.service)
    }
}

impl ListValuesArgs {
    pub(crate) fn to_request(&self) -> ReadRequest<'_> {
        let (kind, all) = (Kind::RetargetingDataValue, ListFilters::default());
        self.part.to_request(kind, all, None, &self.service)
    }
}

impl AdReadCommand {
    pub(crate) fn to_request(&self) -> ReadRequest<'_> {
        let kind = Kind::Ad;
        match self {
            Self::Get(get) => get.to_request(kind),
            Self::List(list) => {
                let sort = list.order.sort.clone();
                list.part
                    .to_request(kind, list.owners.to_filters(), sort, &list.service)
            }
        }
    }
}

impl GetArgs {
    pub(crate) fn to_request(&self, kind: Kind) -> ReadRequest<'_> {
        ReadRequest {
            kind,
            wish: ReadTarget::Single(self.id),
            form: if self.json {
                OutputFormat::Json
            } else {
                OutputFormat::Text
            },
            service: &self.service,
        }
    }
}

impl PageArgs {
    fn to_request<'a>(
        &self,
        kind: Kind,
        filters: ListFilters,
        sort: Option<Sort>,
        service: &'a ServiceSelectionArgs,
    ) -> ReadRequest<'a> {
        let query = ListQuery {
            from: self.from,
            max: 0,
            filters: ListFilters {
                q: self.q.clone().unwrap_or_default(),
                ..filters
            },
            sort,
        };
        ReadRequest {
            kind,
            wish: ReadTarget::List(Box::new(query), self.max),
            form: match (self.json, self.ndjson) {
                (true, _) => OutputFormat::Json,
                (_, true) => OutputFormat::JsonLines,
                _ => OutputFormat::Text,
            },
            service,
        }
    }
}

impl OwnerFilterArgs {
    fn to_filters(&self) -> ListFilters {
        ListFilters {
            account_id: self.account,
            site_id: self.site,
            advertiser_id: self.advertiser,
            brand_id: self.brand,
            ..ListFilters::default()
        }
    }
}

fn parse_sort(text: &str) -> Result<Sort, String> {
    let (field, order) = match text.rsplit_once(':') {
        None => (text, SortDirection::Asc),
        Some((field, "asc")) => (field, SortDirection::Asc),
        Some((field, "desc")) => (field, SortDirection::Desc),
        Some((_, other)) => return Err(format!("the order is asc or desc, not {other}")),
    };
    if field.is_empty() {
        return Err("the field is missing".to_owned());
    }
    let field = field.to_owned();
    Ok(Sort { field, order })
}
