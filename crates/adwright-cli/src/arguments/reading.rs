//! What a service is asked for.

use std::path::PathBuf;

use adwright_model::{Id, Kind};
use adwright_wire::{Filter, ListFilters, ListQuery, Order, Sort};
use clap::{Args, Subcommand};

use super::{Create, CreateValues, ServiceArguments, Update};

/// One question to a service.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) kind: Kind,
    pub(crate) wish: Wish,
    pub(crate) form: Form,
    pub(crate) service: &'a ServiceArguments,
}

/// What is wanted.
#[derive(Debug)]
pub(crate) enum Wish {
    One(Id),
    /// The query, with the page size still to be set; and how many at most.
    List(Box<ListQuery>, Option<u64>),
}

/// In which form it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people: aligned columns.
    Text,
    /// One JSON value.
    Json,
    /// One JSON object on each line.
    Lines,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Campaigns {
    /// List campaigns.
    ///
    /// Pages are read one after the other to the end, whatever the service says of how many there are, and each is
    /// printed as it comes. A list that is not whole says so on standard error and ends with 4; so does one that is
    /// stopped with Ctrl-C.
    List(Box<CampaignList>),
    /// Get one campaign.
    Get(Box<Get>),
    /// Create campaigns: shows what would be sent and keeps it as drafts, or sends it with `--go`.
    Create(Box<Create>),
    /// Change a campaign: gets it anew, puts values into it, and shows what would be sent, or sends it with `--go`.
    ///
    /// The whole campaign goes back byte for byte, but for the values that are set.
    Update(Box<Update>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Values {
    /// List retargeting data values, as `adwright campaign list` does campaigns.
    List(Box<ValueList>),
    /// Get one retargeting data value.
    Get(Box<Get>),
    /// Create retargeting data values, many in one call: shows what would be sent and keeps it as drafts, or sends it with
    /// `--go`.
    ///
    /// No call has more than `dialect.batchCap` of them; one that the service finds too large is sent again in halves.
    /// What the answer does not say of a value is looked up before anything is sent again.
    Create(Box<CreateValues>),
}

#[derive(Debug, Subcommand)]
pub(crate) enum Ads {
    #[command(flatten)]
    Ask(AskForAds),
    /// Review ads in JSON files: where everything stands, what plays, what is loaded, which addresses are called.
    ///
    /// Files are read as by `adwright check`, and what the checks find is part of the review. Nothing is asked of any
    /// service.
    ///
    /// Ends with 0 if there is nothing above a note, 1 if there is an error or a warning, 2 if something cannot be read.
    Review(Review),
}

#[derive(Debug, Subcommand)]
pub(crate) enum AskForAds {
    /// List ads, as `adwright campaign list` does campaigns.
    List(Box<AdList>),
    /// Get one ad.
    Get(Box<Get>),
}

#[derive(Debug, Args)]
pub(crate) struct Review {
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
    pub(crate) drawing: Option<Drawn>,
    /// Print an array with one element for each ad: what `adwright check --json` prints, with
    /// `fingerprint`, `summary` and `review`.
    #[arg(long, group = "form")]
    pub(crate) json: bool,
    /// What the ads are, where neither their type nor their shape tells, or to overrule these.
    #[arg(long, value_parser = ad_kinds())]
    pub(crate) kind: Option<String>,
    /// Rules of your own, and how much ours matter to you: a JSON file.
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Option<PathBuf>,
}

/// A picture of an ad.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub(crate) enum Drawn {
    /// The banner with all panels, or the player with what stands beside it.
    Layout,
    /// What plays, from left to right.
    Timeline,
}

fn ad_kinds() -> clap::builder::PossibleValuesParser {
    adwright_desk::ad_kind_names().into()
}

#[derive(Debug, Args)]
pub(crate) struct Get {
    /// Its id.
    #[arg(value_parser = super::id)]
    id: Id,
    /// Print the object byte for byte as the service sent it, instead of one field on each line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    service: ServiceArguments,
}

#[derive(Debug, Args)]
pub(crate) struct CampaignList {
    #[command(flatten)]
    part: Part,
    #[command(flatten)]
    order: Ordered,
    #[command(flatten)]
    owners: Owners,
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
    service: ServiceArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ValueList {
    #[command(flatten)]
    part: Part,
    #[command(flatten)]
    service: ServiceArguments,
}

#[derive(Debug, Args)]
pub(crate) struct AdList {
    #[command(flatten)]
    part: Part,
    #[command(flatten)]
    order: Ordered,
    #[command(flatten)]
    owners: Owners,
    #[command(flatten)]
    service: ServiceArguments,
}

/// Which part of a list, and in which form.
#[derive(Debug, Args)]
struct Part {
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
struct Ordered {
    /// Sort by this field; ascending, unless `:desc` follows.
    #[arg(long, value_name = "FIELD[:desc]", value_parser = sort)]
    sort: Option<Sort>,
}

/// What campaigns and ads belong to.
#[derive(Debug, Args)]
struct Owners {
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

impl CampaignList {
    pub(crate) fn request(&self) -> Request<'_> {
        let filters = ListFilters {
            account_name: self.account_name.clone(),
            advertiser_name: self.advertiser_name.clone(),
            trafficking_mode: self.trafficking_mode.clone(),
            ..self.owners.filters()
        };
        let sort = self.order.sort.clone();
        self.part
            .request(Kind::Campaign, filters, sort, &self.service)
    }
}

impl ValueList {
    pub(crate) fn request(&self) -> Request<'_> {
        let (kind, all) = (Kind::RetargetingDataValue, ListFilters::default());
        self.part.request(kind, all, None, &self.service)
    }
}

impl AskForAds {
    pub(crate) fn request(&self) -> Request<'_> {
        let kind = Kind::Ad;
        match self {
            Self::Get(get) => get.request(kind),
            Self::List(list) => {
                let sort = list.order.sort.clone();
                list.part
                    .request(kind, list.owners.filters(), sort, &list.service)
            }
        }
    }
}

impl Get {
    pub(crate) fn request(&self, kind: Kind) -> Request<'_> {
        Request {
            kind,
            wish: Wish::One(self.id),
            form: if self.json { Form::Json } else { Form::Text },
            service: &self.service,
        }
    }
}

impl Part {
    fn request<'a>(
        &self,
        kind: Kind,
        filters: ListFilters,
        sort: Option<Sort>,
        service: &'a ServiceArguments,
    ) -> Request<'a> {
        let query = ListQuery {
            from: self.from,
            max: 0,
            filters: ListFilters {
                q: self.q.clone().unwrap_or_default(),
                ..filters
            },
            sort,
        };
        Request {
            kind,
            wish: Wish::List(Box::new(query), self.max),
            form: match (self.json, self.ndjson) {
                (true, _) => Form::Json,
                (_, true) => Form::Lines,
                _ => Form::Text,
            },
            service,
        }
    }
}

impl Owners {
    fn filters(&self) -> ListFilters {
        ListFilters {
            account_id: self.account,
            site_id: self.site,
            advertiser_id: self.advertiser,
            brand_id: self.brand,
            ..ListFilters::default()
        }
    }
}

fn sort(text: &str) -> Result<Sort, String> {
    let (field, order) = match text.rsplit_once(':') {
        None => (text, Order::Asc),
        Some((field, "asc")) => (field, Order::Asc),
        Some((field, "desc")) => (field, Order::Desc),
        Some((_, other)) => return Err(format!("the order is asc or desc, not {other}")),
    };
    if field.is_empty() {
        return Err("the field is missing".to_owned());
    }
    let field = field.to_owned();
    Ok(Sort { field, order })
}
