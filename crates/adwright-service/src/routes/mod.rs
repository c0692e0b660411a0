//! Every path of the service, in one table.

mod documents;
mod id;
mod login;
mod practice;
mod reply_middleware;
mod service_info;
mod site_contacts;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{DefaultBodyLimit, Query, Request};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{MethodRouter, delete, get, post};
use practice::{facts, faults, parties, placements, variants};

use crate::BODY_LIMIT;
use crate::app::App;
use crate::host_check;
use crate::reply::Refusal;
use crate::saving::{AdReferences, CampaignReferences, RetargetingValueReferences};

/// The names and values of a query, in their order.
type QueryParameters = Result<Query<Vec<(String, String)>>, QueryRejection>;

/// One method of one path.
struct RouteEntry {
    method: &'static str,
    path: &'static str,
    handler: MethodRouter<Arc<App>>,
}

fn route(method: &'static str, path: &'static str, handler: MethodRouter<Arc<App>>) -> RouteEntry {
    RouteEntry {
        method,
        path,
        handler,
    }
}

const VALUES: &str = "/tagManagers/retargetingDataValue";
const VALUE: &str = "/tagManagers/retargetingDataValue/{id}";
/// The path of values under `/rest`, because the interface shows both forms.
const REST_VALUES: &str = "/rest/tagManagers/retargetingDataValue";
const REST_VALUE: &str = "/rest/tagManagers/retargetingDataValue/{id}";

/// Returns every route.
#[cfg(test)]
fn table() -> Vec<RouteEntry> {
    let mut table = interface_table();
    table.extend(login_and_docs_table());
    table.extend(practice_table());
    table
}

/// Returns the routes of the interface, to which variants apply.
fn interface_table() -> Vec<RouteEntry> {
    let mut table = vec![
        route("get", "/campaigns", documents::list::<CampaignReferences>()),
        route(
            "post",
            "/campaigns",
            documents::create::<CampaignReferences>(),
        ),
        route(
            "get",
            "/campaigns/{id}",
            documents::get_by_id::<CampaignReferences>(),
        ),
        route(
            "put",
            "/campaigns/{id}",
            documents::update::<CampaignReferences>(),
        ),
        route(
            "get",
            "/campaigns/{id}/siteContacts/{site}",
            get(site_contacts::get),
        ),
        route("get", "/ads", documents::list::<AdReferences>()),
        route("post", "/ads", documents::create::<AdReferences>()),
        route("get", "/ads/{id}", documents::get_by_id::<AdReferences>()),
        route("put", "/ads/{id}", documents::update::<AdReferences>()),
    ];
    for (list, single) in [(VALUES, VALUE), (REST_VALUES, REST_VALUE)] {
        table.extend([
            route("get", list, documents::list::<RetargetingValueReferences>()),
            route(
                "post",
                list,
                documents::create_all::<RetargetingValueReferences>(),
            ),
            route(
                "get",
                single,
                documents::get_by_id::<RetargetingValueReferences>(),
            ),
        ]);
    }
    table
}

/// Returns the routes of the login and of the description.
fn login_and_docs_table() -> Vec<RouteEntry> {
    vec![
        route("get", "/health", get(service_info::health)),
        route("get", "/openapi.json", get(service_info::openapi)),
        route("get", "/objects/{file}", get(service_info::object)),
        route("get", "/docs", get(service_info::docs)),
        route("post", "/login/login", post(login::login)),
        route("get", "/login/tokens/check", get(login::check_session)),
    ]
}

/// Returns the routes of the practice interface.
fn practice_table() -> Vec<RouteEntry> {
    vec![
        route(
            "get",
            "/practice/facts/campaigns/{id}",
            get(facts::campaign),
        ),
        route(
            "get",
            "/practice/facts/advertisers/{id}",
            get(facts::advertiser),
        ),
        route("get", "/practice/facts/values", get(facts::value)),
        route("get", "/practice/advertisers", get(parties::advertisers)),
        route(
            "post",
            "/practice/advertisers/{id}",
            post(parties::set_advertiser),
        ),
        route("get", "/practice/brands", get(parties::brands)),
        route("get", "/practice/activities", get(parties::activities)),
        route("get", "/practice/users", get(parties::users)),
        route("post", "/practice/users/{id}", post(parties::set_user)),
        route(
            "post",
            "/practice/campaigns/{id}/placements",
            post(placements::attach),
        ),
        route(
            "delete",
            "/practice/placements/{id}",
            delete(placements::detach),
        ),
        route(
            "post",
            "/practice/campaigns/{id}/touch",
            practice::touch::<CampaignReferences>(),
        ),
        route(
            "post",
            "/practice/ads/{id}/touch",
            practice::touch::<AdReferences>(),
        ),
        route("get", "/practice/variants", get(variants::list)),
        route("post", "/practice/variants", post(variants::set_variants)),
        route("post", "/practice/faults", post(faults::arm)),
        route("get", "/practice/faults", get(faults::fault_status)),
    ]
}

/// Builds the router. Every path works with and without a trailing slash.
pub(crate) fn router(app: Arc<App>, address: SocketAddr) -> Router {
    let shape = middleware::from_fn_with_state(Arc::clone(&app), reply_middleware::apply_variants);
    let interface = build_router(interface_table()).route_layer(shape);
    let beside = build_router(login_and_docs_table()).merge(build_router(practice_table()));
    interface
        .merge(beside)
        .fallback(async || Refusal::NoSuchPath)
        .method_not_allowed_fallback(async || Refusal::NoSuchMethod)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(middleware::from_fn_with_state(
            address,
            host_check::check_host,
        ))
        .layer(middleware::from_fn(log))
        .with_state(app)
}

fn build_router(table: Vec<RouteEntry>) -> Router<Arc<App>> {
    let mut router = Router::new();
    for RouteEntry {
        method,
        path,
        handler,
    } in table
    {
        tracing::debug!(method, path, "answers");
        router = router
            .route(path, handler.clone())
            .route(&format!("{path}/"), handler);
    }
    router
}

/// Logs each request and its status, but never a header or a body, which may hold secrets.
async fn log(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let status = response.status().as_u16();
    tracing::info!(%method, path, status, "answered");
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::table;

    /// Returns the methods and paths that `schemas/openapi.json` describes.
    fn documented() -> BTreeSet<(String, String)> {
        let document = include_str!("../../../../schemas/openapi.json");
        let document: serde_json::Value = serde_json::from_str(document).unwrap();
        let paths = document["paths"].as_object().unwrap().iter();
        paths
            .flat_map(|(path, item)| {
                let methods = item
                    .as_object()
                    .unwrap()
                    .keys()
                    .filter(|key| *key != "parameters");
                methods.map(move |method| (method.clone(), path.clone()))
            })
            .collect()
    }

    #[test]
    fn routes_and_documentation_match() {
        let routes: BTreeSet<_> = table()
            .iter()
            .map(|route| (route.method.to_owned(), route.path.to_owned()))
            .collect();
        assert_eq!(routes, documented());
    }
}
