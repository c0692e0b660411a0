//! Commands that read from a service.

use std::path::PathBuf;

use adwright_model::{Id, Kind};
use adwright_wire::{Filter, ListFilters, ListQuery, Sort, SortDirection};
use clap::{Args, Subcommand};

use super::{
    ArgumentError, ConnectionArgs, CreateArgs, CreateValuesArgs, ServiceSelectionArgs, UpdateArgs,
};

/// A request for objects of a service.
#[derive(Debug)]
pub(crate) struct ReadRequest<'a> {
    pub(crate) kind: Kind,
    pub(crate) wish: ReadTarget,
    pub(crate) form: OutputFormat,
    pub(crate) service: &'a ServiceSelectionArgs,
}

/// The requested objects.
#[derive(Debug)]
pub(crate) enum ReadTarget {
    Single(SingleTarget),
    /// The query, its page size still unset, and the maximum number of objects.
    List(Box<ListQuery>, Option<u64>),
}

/// One object of a service.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SingleTarget {
    Entity(Kind, Id),
    /// A site contact of a campaign. The interface does not say what `id` identifies.
    SiteContact {
        campaign: Id,
        id: Id,
        from_advertiser: bool,
    },
}

/// A format of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputFormat {
    /// For people: aligned columns.
    Text,
    /// One JSON value.
    Json,
    /// One JSON object per line.
    JsonLines,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    /// List campaigns.
    ///
    /// All pages are read, whatever total the service reports. Each page is printed when it arrives. An incomplete list
    /// is reported on standard error, with exit code 4. The same applies to a list that Ctrl-C stops.
    List(Box<ListCampaignsArgs>),
    /// Fetch one campaign.
    Get(Box<GetArgs>),
    /// Create campaigns: show the request and keep it as drafts, or send it with `--go`.
    Create(Box<CreateArgs>),
    /// Change a campaign: fetch it, set values in it and show the request, or send it with `--go`.
    ///
    /// The whole campaign is sent back byte for byte, except for the values that are set.
    Update(Box<UpdateArgs>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum ValueCommand {
    /// List retargeting data values, in the same way as `adwright campaign list`.
    List(Box<ListValuesArgs>),
    /// Fetch one retargeting data value.
    Get(Box<GetArgs>),
    /// Create retargeting data values, many in one call: show the plan and keep them as a batch or as drafts, or
    /// send them with `--go`.
    ///
    /// One call has at most `dialect.batchCap` values. If the service refuses a call as too large, it is sent again in
    /// halves. Values that are missing from the answer are looked up before they are sent again.
    Create(Box<CreateValuesArgs>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum SiteContactCommand {
    /// Fetch one site contact of a campaign.
    ///
    /// The interface description does not say what the second id identifies. The window suggests ids, with its reasons.
    Get(Box<GetSiteContactArgs>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdCommand {
    #[command(flatten)]
    Ask(AdReadCommand),
    /// Review ads in JSON files: layout, timeline, loaded files and called addresses.
    ///
    /// Files are read as by `adwright check`, and the findings are part of the review. The service is not contacted.
    ///
    /// The exit code is 0 without errors and warnings, 1 with an error or a warning, and 2 if a file cannot be read.
    Review(ReviewArgs),
    /// Import ads from files and folders into a workspace, as the window does, or undo an import.
    ///
    /// The window lists and compares imported ads. A file may hold an ad, a list of ads, or a reply. Other objects and
    /// unreadable files are skipped, and standard error has the reasons. The service is not contacted.
    ///
    /// The exit code is 0 if nothing was skipped, and 4 if something was.
    Import(Box<ImportAdsArgs>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdReadCommand {
    /// List ads, in the same way as `adwright campaign list`.
    List(Box<ListAdsArgs>),
    /// Fetch one ad.
    Get(Box<GetArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct ReviewArgs {
    /// Files, folders with their `.json` files at any depth, or `-` for standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Write the review as one HTML file without scripts, to read or to print. For several ads, name a folder.
    #[arg(long, value_name = "OUT", group = "form")]
    pub(crate) html: Option<PathBuf>,
    /// Write a picture as SVG: the timeline of a video ad, otherwise the banner with all panels. For several ads, name a
    /// folder.
    #[arg(long, value_name = "OUT", group = "form")]
    pub(crate) svg: Option<PathBuf>,
    /// The picture that `--svg` writes for every ad.
    #[arg(long, value_name = "DRAWING", requires = "svg")]
    pub(crate) drawing: Option<DrawingKind>,
    /// Print a JSON array with one element per ad: the output of `adwright check --json` with `fingerprint`, `summary`
    /// and `review`.
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// The kind of the ads, if neither their type nor their shape reveals it. Overrides both.
    #[arg(long, value_parser = ad_kind_parser())]
    pub(crate) kind: Option<String>,
    /// A JSON file with your own rules and severities.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ImportAdsArgs {
    /// Files, folders with their `.json` files at any depth, or only `-` for standard input.
    #[arg(value_name = "PATH", required_unless_present = "undo")]
    pub(crate) paths: Vec<PathBuf>,
    /// Remove the ads of this import from the workspace. The files stay as they are.
    #[arg(long, value_name = "IMPORT", conflicts_with = "paths")]
    pub(crate) undo: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) connection: ConnectionArgs,
}

/// A picture of an ad.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum DrawingKind {
    /// The banner with all panels, or the player with its companions.
    Layout,
    /// The playback timeline from left to right.
    Timeline,
}

fn ad_kind_parser() -> clap::builder::PossibleValuesParser {
    adwright_desk::ad_kind_names().into()
}

#[derive(Debug, Args)]
pub(crate) struct GetArgs {
    /// The object's id.
    #[arg(value_parser = super::parse_id)]
    id: Id,
    /// Print the object byte for byte as the service sent it, instead of one field per line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    service: ServiceSelectionArgs,
}

#[derive(Debug, Args)]
pub(crate) struct GetSiteContactArgs {
    /// The campaign's id.
    #[arg(value_parser = super::parse_id)]
    campaign: Id,
    /// The second id of the request.
    #[arg(value_parser = super::parse_id)]
    id: Id,
    /// Ask for the contact of the campaign's own level, instead of the advertiser's.
    #[arg(long)]
    campaign_level: bool,
    /// Print the object byte for byte as the service sent it, instead of one field per line.
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
    /// Only campaigns of an account with this name.
    #[arg(long, value_name = "NAME")]
    account_name: Option<String>,
    /// Only campaigns of an advertiser with this name.
    #[arg(long, value_name = "NAME")]
    advertiser_name: Option<String>,
    /// Only campaigns with this trafficking mode, such as `simple` or `advanced`.
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

/// A part of a list, with the output format.
#[derive(Debug, Args)]
struct PageArgs {
    /// Start at this index; the first one is 0.
    #[arg(long, value_name = "INDEX", default_value_t = 0)]
    from: u64,
    /// Print at most this many objects. The page size is a separate setting: `--set dialect.pageSize=NUMBER`.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    max: Option<u64>,
    /// Only matches of this filter in the interface's JSON, such as `{"1":{"NAME":["Spring"]}}`.
    #[arg(long, value_name = "FILTER")]
    q: Option<Filter>,
    /// Print a JSON array with one element per object, byte for byte as the service sent it.
    #[arg(long, conflicts_with = "ndjson")]
    json: bool,
    /// Print one object per line, as the service sent it except for line ends.
    #[arg(long)]
    ndjson: bool,
}

/// An order of a list.
#[derive(Debug, Args)]
struct SortArgs {
    /// Sort by this field; ascending, unless `:desc` follows.
    #[arg(long, value_name = "FIELD[:desc]", value_parser = parse_sort)]
    sort: Option<Sort>,
}

/// Filters by the owner of campaigns and ads.
#[derive(Debug, Args)]
struct OwnerFilterArgs {
    /// Only objects of this account.
    #[arg(long = "account-id", value_name = "ID")]
    account: Option<i64>,
    /// Only objects on this site.
    #[arg(long = "site-id", value_name = "ID")]
    site: Option<i64>,
    /// Only objects of this advertiser.
    #[arg(long = "advertiser-id", value_name = "ID")]
    advertiser: Option<i64>,
    /// Only objects of this brand.
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
            wish: ReadTarget::Single(SingleTarget::Entity(kind, self.id)),
            form: OutputFormat::of_single(self.json),
            service: &self.service,
        }
    }
}

impl SiteContactCommand {
    pub(crate) fn to_request(&self) -> ReadRequest<'_> {
        let Self::Get(get) = self;
        ReadRequest {
            kind: Kind::SiteContact,
            wish: ReadTarget::Single(SingleTarget::SiteContact {
                campaign: get.campaign,
                id: get.id,
                from_advertiser: !get.campaign_level,
            }),
            form: OutputFormat::of_single(get.json),
            service: &get.service,
        }
    }
}

impl OutputFormat {
    const fn of_single(json: bool) -> Self {
        if json { Self::Json } else { Self::Text }
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

fn parse_sort(text: &str) -> Result<Sort, ArgumentError> {
    let (field, order) = match text.rsplit_once(':') {
        None => (text, SortDirection::Asc),
        Some((field, "asc")) => (field, SortDirection::Asc),
        Some((field, "desc")) => (field, SortDirection::Desc),
        Some((_, other)) => return Err(ArgumentError::UnknownOrder(other.to_owned())),
    };
    if field.is_empty() {
        return Err(ArgumentError::NoSortField);
    }
    let field = field.to_owned();
    Ok(Sort { field, order })
}
