//! The palette over a real store and a real service.

use adwright_views::{
    DocumentRef, ListId, PaletteDestination, PaletteKind, PaletteObject, RecentPaletteItem,
    SavedView, TemplateRequest, ViewState,
};

use crate::ad_files::pasted;
use crate::{SPRING, campaign, draft_of, edit, fetched, id_of, query, send, with_ads};

#[tokio::test]
async fn few_letters_find_campaigns_drafts_and_sent_items() {
    let desktop = fetched().await;
    let id = id_of(&desktop, SPRING);
    let found = desktop.palette.search_palette("spr laun").unwrap();
    assert_eq!(found.objects[0].title, SPRING);
    assert_eq!(
        found.objects[0].opens,
        PaletteDestination::Detail(DocumentRef::Campaign(id.clone()))
    );
    assert_eq!(
        desktop.palette.search_palette(&id).unwrap().objects.len(),
        1
    );

    let draft = draft_of(&edit(
        &desktop,
        &campaign(&id),
        "name",
        "Renamed in a hurry",
    ));
    let kinds = |text: &str| {
        let found = desktop.palette.search_palette(text).unwrap();
        found
            .objects
            .iter()
            .map(|object| object.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(kinds("renamed hurry"), [PaletteKind::Draft]);
    send(&desktop, &draft).await;
    assert_eq!(
        kinds("renamed hurry"),
        [PaletteKind::Campaign, PaletteKind::Sent]
    );
}

#[tokio::test]
async fn ads_are_found_by_name_and_id() {
    let desktop = with_ads().await;
    pasted(
        &desktop,
        r#"{"type":"ExpandableBannerAd","id":7,"name":"Zeppelin banner"}"#,
    );
    let window = desktop
        .lists
        .list_rows(ListId::InStream, &query(""))
        .unwrap();
    let row = &window.rows[0];
    for text in [row.id.as_str(), row.name.as_str()] {
        let found = desktop.palette.search_palette(text).unwrap().objects;
        let opened = PaletteDestination::Detail(DocumentRef::Ad(row.id.clone()));
        assert!(found.iter().any(|object| object.opens == opened), "{text}");
    }
    let found = desktop.palette.search_palette("zeppelin").unwrap().objects;
    assert!(found[0].key.starts_with("ad:file-"), "{found:?}");
    desktop
        .palette
        .record_palette_choice(&found[0].key)
        .unwrap();
    let recent = desktop.palette.search_palette("").unwrap().recent;
    assert!(matches!(&recent[0], RecentPaletteItem::Object(ad) if ad.key == found[0].key));
}

#[tokio::test]
async fn recent_choices_come_first_after_restart() {
    let desktop = fetched().await;
    let key = format!("campaign:{}", id_of(&desktop, SPRING));
    for chosen in [key.as_str(), "action:go.sent", "draft:gone", key.as_str()] {
        desktop.palette.record_palette_choice(chosen).unwrap();
    }
    let desktop = desktop.restart().await;
    let recent = desktop.palette.search_palette("  ").unwrap().recent;
    let shown: Vec<String> = recent
        .into_iter()
        .map(|recent| match recent {
            RecentPaletteItem::Action(id) => id,
            RecentPaletteItem::Object(object) => object.title,
        })
        .collect();
    assert_eq!(shown, [SPRING, "go.sent"]);
}

#[tokio::test]
async fn templates_and_views_are_found_and_remembered() {
    let desktop = fetched().await;
    let request = TemplateRequest {
        target: campaign(&id_of(&desktop, SPRING)),
        name: "Seasonal launch".to_owned(),
        description: "for the shops".to_owned(),
        open: Vec::new(),
        replace: false,
    };
    let saved = desktop.templates.save_template(&request).await.unwrap();
    let view = SavedView {
        id: String::new(),
        name: "Seasonal ones".to_owned(),
        state: ViewState::default(),
    };
    let views = desktop
        .saved_views
        .save_view(ListId::Campaigns, &view)
        .unwrap()
        .saved;
    let found = desktop.palette.search_palette("seasonal").unwrap().objects;
    let opened: Vec<_> = found.iter().map(|object| object.opens.clone()).collect();
    assert_eq!(
        opened,
        [
            PaletteDestination::Template(saved.template.id),
            PaletteDestination::View(views[0].id.clone()),
        ]
    );
    assert_eq!(found[0].detail, "new campaign · for the shops");
    for object in &found {
        desktop.palette.record_palette_choice(&object.key).unwrap();
    }
    desktop
        .saved_views
        .remove_view(ListId::Campaigns, &views[0].id)
        .unwrap();
    let recent = desktop.palette.search_palette("").unwrap().recent;
    let chosen = PaletteObject {
        score: 0,
        ..found[0].clone()
    };
    assert_eq!(recent, [RecentPaletteItem::Object(chosen)]);
}
