use adwright_review::{Assets, Budget, Fork, Rect, Standing, Verdict, Weighed};
use expect_test::expect;
use proptest::prelude::*;

use crate::ads::ad;

/// An HTML5 ad with these files in its folder.
fn folder(files: &str) -> Assets {
    Assets::of(&ad(&format!(
        r#"{{"type":"HTML5ExpandableBannerAd","width":970,"height":250,"html5":{{"assets":[{files}]}}}}"#
    )))
}

/// The tree of files, each line with its depth, its name and its weight.
fn tree(assets: &Assets) -> String {
    let line = |branch: &adwright_review::Branch| {
        let name = match &branch.fork {
            Fork::Folder { name, files } => format!("{name}/ ({files})"),
            Fork::File { at } => assets.files[*at as usize].name.clone(),
        };
        let indent = "  ".repeat(branch.depth as usize);
        format!("{indent}{name} {} KB\n", branch.kilobytes)
    };
    assets.tree.iter().map(line).collect()
}

#[test]
fn files_stand_in_their_folders_with_what_they_weigh() {
    let assets = folder(
        r#"{"assetId":"1","fileName":"index.html","publishPath":"/p/9/index.html","formatContext":{"fileSize":2048}},
           {"assetId":"2","fileName":"a.png","publishPath":"/p/9/img/a.png","formatContext":{"fileSize":10240}},
           {"assetId":"3","fileName":"b.png","publishPath":"/p/9/img/deep/b.png","formatContext":{"fileSize":1024}},
           {"assetId":"4","parentAssetId":"2","fileName":"a-small.png","formatContext":{"fileSize":512}},
           {"assetId":"5","fileName":"loose.js","size":3}"#,
    );
    expect![[r#"
        img/ (3) 11 KB
          deep/ (1) 1 KB
            b.png 1 KB
          a.png 10 KB
            a-small.png 0.5 KB
        index.html 2 KB
        loose.js 3 KB
    "#]]
    .assert_eq(&tree(&assets));
}

#[test]
fn circles_of_parents_are_taken_apart() {
    let file = |id: u32, parent: u32| {
        format!(r#"{{"assetId":{id},"parentAssetId":{parent},"fileName":"{id}"}}"#)
    };
    let assets = folder(
        &[
            file(1, 2),
            file(2, 1),
            file(3, 1),
            file(4, 4),
            file(5, 99),
            file(6, 5),
        ]
        .join(","),
    );
    expect![[r#"
        1 0 KB
        2 0 KB
        3 0 KB
        4 0 KB
        5 0 KB
          6 0 KB
    "#]]
    .assert_eq(&tree(&assets));
}

#[test]
fn a_very_long_way_from_file_to_file_is_gone_once() {
    let files: Vec<_> = (0..10_000)
        .map(|id| {
            format!(
                r#"{{"assetId":{id},"parentAssetId":{},"fileName":"{id}"}}"#,
                (id + 1) % 10_000
            )
        })
        .collect();
    let assets = folder(&files.join(","));
    assert_eq!((assets.files.len(), assets.tree.len()), (10_000, 10_000));
    // Without the one that closes the circle, each is made from the next.
    let assets = folder(&files[..9_999].join(","));
    assert_eq!(assets.tree.len(), 9_999);
    assert_eq!(assets.tree.last().map(|branch| branch.depth), Some(9_998));
}

#[test]
fn what_stands_out_about_a_file() {
    let assets = folder(
        r#"{"fileName":"a.png","status":"Available","mimeType":"image/png","formatContext":{"fileSize":1024}},
           {"fileName":"b.jpg","status":"INGESTING","mimeType":"image/png","formatContext":{"fileSize":0}},
           {"fileName":"a.png","status":"REJECTED","formatContext":{"fileSize":1024}},
           {"status":null,"size":"12"}"#,
    );
    let told: Vec<_> = assets
        .files
        .iter()
        .map(|file| (file.standing, file.remarks.join("; ")))
        .collect();
    expect![[r#"
        [
            (
                Ready,
                "",
            ),
            (
                Working,
                "the service is still taking it in; it weighs 0 KB; its name ends in .jpg, but its data is image/png",
            ),
            (
                Odd,
                "its status is “REJECTED”; a file of the same name and weight is in the ad already",
            ),
            (
                Unsaid,
                "its weight is no number (\"12\")",
            ),
        ]
    "#]]
    .assert_debug_eq(&told);
    assert_eq!(assets.files[2].same_as, Some(0));
    assert_eq!(assets.files[0].standing, Standing::Ready);
}

#[test]
fn all_parts_with_files_are_gone_through() {
    let assets = Assets::of(&ad(
        r#"{"defaultImage":{"assetName":"d.gif"},"banner":{"assetName":"b.swf"},
            "panels":{"assetId":1,"name":"main"},"linears":[{"type":"Linear","name":"film"},{"assetName":"l","assets":[{"fileName":"in.js"}]}],
            "additionalAssets":[{"assetName":"x.png"}],"companions":[{"width":300}]}"#,
    ));
    let parts: Vec<_> = assets
        .files
        .iter()
        .map(|file| format!("{}: {}", file.part, file.name))
        .collect();
    expect![[r#"
        [
            "Default image: d.gif",
            "Banner: b.swf",
            "Panel “main”: main",
            "Linear 2: l",
            "Additional asset 1: x.png",
            "Linear 2, file: in.js",
        ]
    "#]]
    .assert_debug_eq(&parts);
}

#[test]
fn weights_stand_beside_what_is_published() {
    let assets = Assets::of(&ad(
        r#"{"type":"HTML5ExpandableBannerAd","width":970,"height":250,"initialSize":251,"overallSize":null,
            "defaultImage":{"size":38}}"#,
    ));
    let budgets = assets.weights.budgets.iter().map(|budget| {
        let weight = budget.weight.said("KB");
        format!(
            "{}, {:?}: {weight} of {} KB\n",
            budget.profile, budget.weighs, budget.most
        )
    });
    expect![[r#"
        IAB fixed sizes, Initial: 251 KB of 250 KB
        Ad server, Overall: unknown of 10240 KB
        Ad server, DefaultImage: 38 KB of 200 KB
    "#]]
    .assert_eq(&budgets.collect::<String>());
}

#[test]
fn a_weight_that_nothing_can_have_fits_no_limit() {
    for (weight, verdict) in [
        ("0", Verdict::Unknown),
        ("-3", Verdict::Unknown),
        ("null", Verdict::Unknown),
        ("\"9\"", Verdict::Unknown),
        ("0.5", Verdict::Fits),
        ("200", Verdict::Fits),
        ("201", Verdict::TooHeavy),
    ] {
        let json = format!(
            r#"{{"type":"HTML5ExpandableBannerAd","defaultImage":{{"assetName":"a","size":{weight}}}}}"#
        );
        let weights = Assets::of(&ad(&json)).weights;
        let mut images = weights.budgets.iter();
        let image = images.find(|one| one.weighs == Weighed::DefaultImage);
        assert_eq!(image.map(Budget::verdict), Some(verdict), "{weight}");
    }
}

#[test]
fn what_the_service_found_in_a_page() {
    let assets = folder(
        r#"{"fileName":"index.html","htmlContext":{"clickTag":"clickTag","includeVendorLoader":true,
            "scriptSource":[{"source":"a.js"},{"innerText":"var a = 1"}],"expansionParams":{"x":0,"y":-1.5,"w":970}}}"#,
    );
    expect![[r#"
        Some(
            Page {
                click_tag: Some(
                    "clickTag",
                ),
                scripts: [
                    Script {
                        source: Some(
                            "a.js",
                        ),
                        text: None,
                    },
                    Script {
                        source: None,
                        text: Some(
                            "var a = 1",
                        ),
                    },
                ],
                expansion: Some(
                    [
                        Known {
                            value: 0.0,
                        },
                        Known {
                            value: -1.5,
                        },
                        Known {
                            value: 970.0,
                        },
                        Missing,
                    ],
                ),
                vendor_loader: Some(
                    true,
                ),
                ad_kit: None,
            },
        )
    "#]]
    .assert_debug_eq(&assets.files[0].page);
}

proptest! {
    #[test]
    fn tiles_fill_the_map_without_overlapping(weights in prop::collection::vec(1e-3..1e6_f64, 1..60)) {
        let files: Vec<_> = weights.iter().map(|weight| format!(r#"{{"fileName":"a","size":{weight}}}"#)).collect();
        let tiles = folder(&files.join(",")).tiles;
        prop_assert_eq!(tiles.len(), weights.len());
        let map = Rect::sized(160.0, 90.0);
        let sum: f64 = weights.iter().sum();
        for (place, tile) in tiles.iter().enumerate() {
            let share = tile.rect.area() / map.area();
            let weight = weights[tile.at as usize] / sum;
            prop_assert!((share - weight).abs() < 1e-6, "{} {}", share, weight);
            prop_assert!(tile.rect.with(map).area() < map.area() * 1.000_001);
            for other in &tiles[place + 1..] {
                let shared = tile.rect.shared(&other.rect).map_or(0.0, |shared| shared.area());
                prop_assert!(shared < 1e-6, "{:?} {:?}", tile, other);
            }
        }
    }
}
