use adwright_review::{
    Assets, BudgetScope, BudgetStatus, FileStatus, FileTreeEntry, Rect, Table, WeightBudget,
};
use expect_test::expect;
use proptest::prelude::*;

use crate::ads::ad;

/// Builds an HTML5 ad with these files in its folder.
fn folder(files: &str) -> Assets {
    Assets::from_ad(&ad(&format!(
        r#"{{"type":"HTML5ExpandableBannerAd","width":970,"height":250,"html5":{{"assets":[{files}]}}}}"#
    )))
}

/// Returns the tree of files, each line with its depth, name and weight.
fn tree(assets: &Assets) -> String {
    let line = |node: &adwright_review::FileTreeNode| {
        let name = match &node.entry {
            FileTreeEntry::Folder { name, files } => format!("{name}/ ({files})"),
            FileTreeEntry::File { at } => assets.files[*at as usize].name.clone(),
        };
        let indent = "  ".repeat(node.depth as usize);
        format!("{indent}{name} {} KB\n", node.kilobytes)
    };
    assets.tree.iter().map(line).collect()
}

#[test]
fn files_are_grouped_by_folder_with_weights() {
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

/// Returns the tree, the tiles by name and the summary of an HTML5 folder with this weight and these files.
fn describe_weights(size: &str, files: &str) -> String {
    let assets = Assets::from_ad(&ad(&format!(
        r#"{{"defaultImage":{{"assetId":8,"assetName":"d.gif","size":3}},
            "html5":{{"assetId":9,"assetName":"folder","size":{size},"parentAssetId":"2","assets":[{files}]}}}}"#
    )));
    let tiles = assets.tiles.iter();
    let tiles: Vec<_> = tiles
        .map(|tile| assets.files[tile.at as usize].name.as_str())
        .collect();
    let weights = |table: Table| -> Vec<String> {
        let rows = table.rows.into_iter();
        rows.map(|row| match row.cells[7].text.as_str() {
            "" => row.cells[2].text.clone(),
            remarks => format!("{} ({remarks})", row.cells[2].text),
        })
        .collect()
    };
    let (in_list, in_tree) = (weights(assets.file_table()), weights(assets.tree_table()));
    format!(
        "{}Tiles: {}\nIn the list: {}\nIn the tree: {}\n{}\n",
        tree(&assets),
        tiles.join(", "),
        in_list.join(" | "),
        in_tree.join(" | "),
        assets.summary()
    )
}

#[test]
fn a_folder_weighs_as_its_files() {
    let files = r#"{"assetId":"1","fileName":"index.html","publishPath":"/p/index.html","size":4},
        {"assetId":"2","fileName":"a.png","publishPath":"/p/img/a.png","size":10},
        {"assetId":"3","parentAssetId":"2","fileName":"small.png","size":2}"#;
    expect![[r#"
        d.gif 3 KB
        folder 14 KB
          img/ (2) 10 KB
            a.png 10 KB
              small.png 2 KB
          index.html 4 KB
        Tiles: a.png, index.html, d.gif
        In the list: 3 KB | 1,780 KB (its files count instead) | 4 KB | 10 KB | 2 KB (does not count)
        In the tree: 3 KB | 14 KB (weight of its files; its own weight is 1,780 KB) | 10 KB | 10 KB | 2 KB (does not count) | 4 KB
        The listed files weigh 17 KB in total. The files of a folder count, and not the folder itself. Files that were made from other files do not count.
    "#]].assert_eq(&describe_weights("1780", files));
}

#[test]
fn folder_uses_own_weight_if_files_lack_it() {
    let files = r#"{"fileName":"index.html","publishPath":"/p/index.html","size":4},
        {"fileName":"a.png","publishPath":"/p/img/a.png","size":10},{"fileName":"b.png","size":0}"#;
    expect![[r#"
        d.gif 3 KB
        folder 1780 KB
          img/ (1) 10 KB
            a.png 10 KB
          index.html 4 KB
          b.png 0 KB
        Tiles: folder, d.gif
        In the list: 3 KB | 1,780 KB | 4 KB (counts in its folder) | 10 KB (counts in its folder) | 0 KB (it weighs 0 KB; counts in its folder)
        In the tree: 3 KB | 1,780 KB | 10 KB | 10 KB (counts in its folder) | 4 KB (counts in its folder) | 0 KB (it weighs 0 KB; counts in its folder)
        The listed files weigh 1,783 KB in total. If a file of a folder has no weight, the weight of the folder counts.
    "#]].assert_eq(&describe_weights("1780", files));
    // If neither weight is complete, the known weights count.
    expect![[r#"
        d.gif 3 KB
        folder 14 KB
          img/ (1) 10 KB
            a.png 10 KB
          index.html 4 KB
          b.png 0 KB
        Tiles: a.png, index.html, d.gif
        In the list: 3 KB | unknown (its files count instead) | 4 KB | 10 KB | 0 KB (it weighs 0 KB)
        In the tree: 3 KB | 14 KB (weight of its files; its own weight is unknown) | 10 KB | 10 KB | 4 KB | 0 KB (it weighs 0 KB)
        The listed files weigh 17 KB in total; the weight of one is unknown. The files of a folder count, and not the folder itself.
    "#]].assert_eq(&describe_weights("null", files));
    // Files that were made from others are not files of the folder.
    let made = r#"{"assetId":1,"parentAssetId":8,"fileName":"made","size":7}"#;
    expect![[r#"
        d.gif 3 KB
          made 7 KB
        folder 20 KB
        Tiles: folder, d.gif
        In the list: 3 KB | 20 KB | 7 KB (does not count)
        In the tree: 3 KB | 7 KB (does not count) | 20 KB
        The listed files weigh 23 KB in total. Files that were made from other files do not count.
    "#]]
    .assert_eq(&describe_weights("20", made));
}

#[test]
fn file_with_folder_as_parent_belongs_to_it() {
    let files = r#"{"assetId":1,"parentAssetId":9,"fileName":"a.png","publishPath":"/p/img/a.png","size":10},
        {"assetId":2,"parentAssetId":"9","fileName":"m.js","publishPath":"/p/js/m.js","size":60}"#;
    expect![[r#"
        d.gif 3 KB
        folder 70 KB
          img/ (1) 10 KB
            a.png 10 KB
          js/ (1) 60 KB
            m.js 60 KB
        Tiles: m.js, a.png, d.gif
        In the list: 3 KB | 20 KB (its files count instead) | 10 KB | 60 KB
        In the tree: 3 KB | 70 KB (weight of its files; its own weight is 20 KB) | 10 KB | 10 KB | 60 KB | 60 KB
        The listed files weigh 73 KB in total. The files of a folder count, and not the folder itself.
    "#]].assert_eq(&describe_weights("20", files));
}

#[test]
fn repeated_asset_is_named_and_counted_once() {
    let assets = Assets::from_ad(&ad(
        r#"{"panels":[{"assetId":5,"assetName":"p.html","size":10}],
            "html5":{"assets":[{"assetId":"5","fileName":"other.html","formatContext":{"fileSize":10000}}]},
            "additionalAssets":[{"assetId":1,"size":10},{"assetId":2,"size":10},
                {"assetId":3,"assetName":"p.html","size":10}]}"#,
    ));
    let lines = assets.files.iter().map(|file| {
        let remarks = file.remarks.join("; ");
        format!(
            "{} {:?} {:?}: {remarks}\n",
            file.name, file.duplicate_of, file.weight_role
        )
    });
    expect![[r#"
        p.html None OwnWeight: 
        a file without a name None OwnWeight: 
        a file without a name None OwnWeight: 
        p.html Some(0) OwnWeight: the ad has a file of the same name and weight already
        other.html Some(0) Repeated: the ad has the same asset already
    "#]]
    .assert_eq(&lines.collect::<String>());
    assert_eq!(assets.weights.file_sum.to_string(), "40");
    assert!(
        assets.summary().contains("counts once"),
        "{}",
        assets.summary()
    );
}

#[test]
fn names_are_compared_whole() {
    let long = "a".repeat(100);
    let assets = folder(&format!(
        r#"{{"fileName":"{long}1.jpg","size":10,"mimeType":"image/png"}},{{"fileName":"{long}2.jpg","size":10}}"#
    ));
    assert_eq!(assets.files[1].duplicate_of, None);
    let remarks = &assets.files[0].remarks;
    assert_eq!(
        remarks.len(),
        1,
        "the ending of a long name is looked at: {remarks:?}"
    );
}

#[test]
fn incompletely_listed_folder_uses_its_own_weight() {
    let files = vec![r#"{"fileName":"a","size":1}"#; 20_001].join(",");
    let json = format!(r#"{{"html5":{{"assetId":9,"size":30000,"assets":[{files}]}}}}"#);
    let assets = Assets::from_ad(&ad(&json));
    assert_eq!((assets.files.len(), assets.more), (20_000, 2));
    assert_eq!(assets.weights.file_sum.to_string(), "30000");
    let more = assets.tree_table().more;
    let expected = "2 more files are not listed; see the text of the ad.";
    assert_eq!(more.as_deref(), Some(expected));
}

#[test]
fn parent_cycles_are_broken() {
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
fn long_parent_chain_is_walked_once() {
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
    // Without the file that closes the cycle, each file is made from the next one.
    let assets = folder(&files[..9_999].join(","));
    assert_eq!(assets.tree.len(), 9_999);
    assert_eq!(assets.tree.last().map(|node| node.depth), Some(9_998));
}

#[test]
fn unusual_file_properties_are_named() {
    let assets = folder(
        r#"{"fileName":"a.png","status":"Available","mimeType":"image/png","formatContext":{"fileSize":1024}},
           {"fileName":"b.jpg","status":"INGESTING","mimeType":"image/png","formatContext":{"fileSize":0}},
           {"fileName":"a.png","status":"REJECTED","formatContext":{"fileSize":1024}},
           {"status":null,"size":"12 KB"}"#,
    );
    let lines: Vec<_> = assets
        .files
        .iter()
        .map(|file| (file.status, file.remarks.join("; ")))
        .collect();
    expect![[r#"
        [
            (
                Ready,
                "",
            ),
            (
                Processing,
                "the service is still processing it; it weighs 0 KB; its name ends in .jpg, but its data is image/png",
            ),
            (
                Unknown,
                "its status is “REJECTED”; the ad has a file of the same name and weight already",
            ),
            (
                Unspecified,
                "its weight is not a number (\"12 KB\")",
            ),
        ]
    "#]]
    .assert_debug_eq(&lines);
    assert_eq!(assets.files[2].duplicate_of, Some(0));
    assert_eq!(assets.files[0].status, FileStatus::Ready);
}

#[test]
fn files_of_all_parts_are_listed() {
    let assets = Assets::from_ad(&ad(
        r#"{"defaultImage":{"assetName":"d.gif"},"banner":{"assetName":"b.swf"},
            "panels":{"assetId":1,"name":"main"},"nonLinears":[{"assetName":"lower-third.html","assetStatus":"INGESTING"}],"linears":[{"type":"Linear","name":"film"},{"assetName":"l","assets":[{"fileName":"in.js"}]}],
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
            "Non-linear 1: lower-third.html",
            "Additional asset 1: x.png",
            "Linear 2, file: in.js",
        ]
    "#]]
    .assert_debug_eq(&parts);
}

#[test]
fn weights_are_shown_beside_published_limits() {
    let assets = Assets::from_ad(&ad(
        r#"{"type":"HTML5ExpandableBannerAd","width":970,"height":250,"initialSize":251,"overallSize":null,
            "defaultImage":{"size":38}}"#,
    ));
    let budgets = assets.weights.budgets.iter().map(|budget| {
        let weight = budget.weight.to_text("KB");
        format!(
            "{}, {:?}: {weight} of {} KB\n",
            budget.profile, budget.scope, budget.limit
        )
    });
    expect![[r#"
        IAB fixed sizes, Initial: 251 KB of 250 KB
        Ad server, Overall: unknown of 10240 KB
        Ad server, DefaultImage: 38 KB of 200 KB
        Browser, Untouched: unknown of 4096 KB
    "#]]
    .assert_eq(&budgets.collect::<String>());
}

#[test]
fn on_request_parts_are_excluded_from_initial_load() {
    let heavy = |panels: &str| {
        let json = format!(
            r#"{{"type":"HTML5ExpandableBannerAd","initialSize":200,"overallSize":6000,"panels":[{panels}]}}"#
        );
        let weights = Assets::from_ad(&ad(&json)).weights;
        let mut untouched = weights.budgets.into_iter();
        let budget = untouched.find(|one| one.scope == BudgetScope::Untouched);
        budget.map(|one| (one.weight.value(), one.status()))
    };
    assert_eq!(heavy(""), Some((Some(6000.0), BudgetStatus::TooHeavy)));
    let on_request = r#"{"size":2500},{"size":-7},{"size":"9 KB"}"#;
    assert_eq!(heavy(on_request), Some((Some(3500.0), BudgetStatus::Fits)));
    let by_itself = r#"{"size":2500,"autoExpand":true}"#;
    assert_eq!(
        heavy(by_itself),
        Some((Some(6000.0), BudgetStatus::TooHeavy))
    );
}

#[test]
fn limits_use_the_drawn_size() {
    let json =
        r#"{"type":"ExpandableBannerAd","banner":{"width":728,"height":90},"initialSize":180}"#;
    let weights = Assets::from_ad(&ad(json)).weights;
    let mut initial = weights.budgets.into_iter();
    let initial = initial.find(|one| one.scope == BudgetScope::Initial);
    assert_eq!(
        initial.map(|one| one.status()),
        Some(BudgetStatus::TooHeavy)
    );
}

#[test]
fn impossible_weight_fits_no_limit() {
    for (weight, verdict) in [
        ("0", BudgetStatus::Unknown),
        ("-3", BudgetStatus::Unknown),
        ("null", BudgetStatus::Unknown),
        ("\"9 KB\"", BudgetStatus::Unknown),
        ("\"9\"", BudgetStatus::Fits),
        ("0.5", BudgetStatus::Fits),
        ("200", BudgetStatus::Fits),
        ("201", BudgetStatus::TooHeavy),
    ] {
        let json = format!(
            r#"{{"type":"HTML5ExpandableBannerAd","defaultImage":{{"assetName":"a","size":{weight}}}}}"#
        );
        let weights = Assets::from_ad(&ad(&json)).weights;
        let mut images = weights.budgets.iter();
        let image = images.find(|one| one.scope == BudgetScope::DefaultImage);
        assert_eq!(image.map(WeightBudget::status), Some(verdict), "{weight}");
    }
}

#[test]
fn contexts_with_numbers_as_text_are_read() {
    let file = |quote: &str| {
        let number = |digits: &str| format!("{quote}{digits}{quote}");
        let [x, y, w, h, bytes] = ["0", "-350", "970", "600", "2048"].map(number);
        folder(&format!(
            r#"{{"fileName":"index.html","formatContext":{{"fileSize":{bytes}}},"imageContext":{{"width":{w},"height":{h}}},
                "htmlContext":{{"expansionParams":{{"x":{x},"y":{y},"w":{w},"h":{h}}}}},
                "relatedProxies":[{{"proxyFormat":"WEBM","proxyFileSize":{bytes},"proxyWidth":{w},"proxyHeight":{h}}}]}}"#
        ))
    };
    let (numbers, texts) = (file(""), file("\""));
    let expansion = &numbers.page_table().rows[0].cells;
    assert!(
        expansion
            .iter()
            .any(|cell| cell.text.contains("970x600 at 0, -350")),
        "{expansion:?}"
    );
    assert_eq!(texts, numbers);
}

#[test]
fn service_analysis_of_a_page_is_shown() {
    let assets = folder(
        r#"{"fileName":"index.html","htmlContext":{"clickTag":"clickTag","includeVendorLoader":true,
            "scriptSource":[{"source":"a.js"},{"innerText":"var a = 1"}],"expansionParams":{"x":0,"y":-1.5,"w":970}}}"#,
    );
    expect![[r#"
        Some(
            HtmlPage {
                click_tag: Some(
                    "clickTag",
                ),
                scripts: [
                    PageScript {
                        source: Some(
                            "a.js",
                        ),
                        text: None,
                    },
                    PageScript {
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

/// Generates files of a folder, each with an optional weight and an optional source.
fn some_files() -> impl Strategy<Value = Vec<(Option<u16>, Option<u8>)>> {
    let file = (prop::option::of(0..900_u16), prop::option::of(0..12_u8));
    prop::collection::vec(file, 0..10)
}

proptest! {
    #[test]
    fn sum_and_tiles_come_from_tree_roots(own in prop::option::of(0..900_u16), files in some_files()) {
        let json = |value: Option<String>| value.unwrap_or_else(|| "null".to_owned());
        let size = |size: Option<u16>| json(size.map(|size| size.to_string()));
        let files: Vec<_> = files.into_iter().enumerate().map(|(at, (weight, parent))| format!(
            r#"{{"assetId":{at},"parentAssetId":{},"fileName":"{at}","publishPath":"/p/{}/{at}","size":{}}}"#,
            json(parent.map(|parent| parent.to_string())), at % 3, size(weight),
        )).collect();
        let assets = Assets::from_ad(&ad(&format!(
            r#"{{"html5":{{"assetId":11,"assetName":"f","size":{},"assets":[{}]}},"panels":{{"assetName":"p","size":5}}}}"#,
            size(own), files.join(","),
        )));
        let roots: f64 = assets.tree.iter().filter(|node| node.depth == 0).map(|node| node.kilobytes).sum();
        prop_assert!((roots - assets.weights.file_sum).abs() < 1e-9, "{} {}", roots, assets.weights.file_sum);
        let tiles = assets.tiles.iter().map(|tile| assets.files[tile.at as usize].kilobytes.value());
        let tiles: Option<f64> = tiles.sum();
        prop_assert!((tiles.unwrap() - roots).abs() < 1e-9, "{:?} {}", tiles, roots);
        let lines = assets.tree.iter().filter(|node| matches!(node.entry, FileTreeEntry::File { .. })).count();
        prop_assert_eq!(lines, assets.files.len());
    }

    #[test]
    fn tiles_fill_the_map_without_overlapping(weights in prop::collection::vec(1e-3..1e6_f64, 1..60)) {
        let files: Vec<_> = weights.iter().map(|weight| format!(r#"{{"fileName":"a","size":{weight}}}"#)).collect();
        let tiles = folder(&files.join(",")).tiles;
        prop_assert_eq!(tiles.len(), weights.len());
        let map = Rect::from_size(160.0, 90.0);
        let sum: f64 = weights.iter().sum();
        for (place, tile) in tiles.iter().enumerate() {
            let share = tile.rect.area() / map.area();
            let weight = weights[tile.at as usize] / sum;
            prop_assert!((share - weight).abs() < 1e-6, "{} {}", share, weight);
            prop_assert!(tile.rect.union(map).area() < map.area() * 1.000_001);
            for other in &tiles[place + 1..] {
                let shared = tile.rect.intersection(&other.rect).map_or(0.0, |shared| shared.area());
                prop_assert!(shared < 1e-6, "{:?} {:?}", tile, other);
            }
        }
    }
}

#[test]
fn size_is_taken_from_the_service_analysis() {
    let assets = folder(
        r#"{"fileName":"a.png","width":null,"height":null,"imageContext":{"width":970,"height":250}},
           {"fileName":"b.mp4","imageContext":{},"videoStreamContext":{"width":640,"height":"?"}},
           {"fileName":"c.png","width":1,"imageContext":{"width":970}}"#,
    );
    let sides = assets
        .files
        .iter()
        .map(|file| [file.width.to_text("px"), file.height.to_text("px")]);
    expect![[r#"
        [
            [
                "970 px",
                "250 px",
            ],
            [
                "640 px",
                "not a number (\"?\")",
            ],
            [
                "1 px",
                "unknown",
            ],
        ]
    "#]]
    .assert_debug_eq(&sides.collect::<Vec<_>>());
}

#[test]
fn derived_files_show_size_and_weight() {
    let ad = ad(
        r#"{"type":"InStreamInteractiveAd","linears":[{"type":"InStreamVideoAsset","assetName":"spot.mp4",
        "variants":[{"name":"half","width":960,"height":540,"size":2500,"mimeType":"video/webm","bitRate":1200},
            {"name":"odd","width":"wide","height":-1}, "no object"],
        "relatedProxies":[
            {"proxyTitle":"small","proxyWidth":640,"proxyHeight":360,"proxyFileSize":1572864,"proxyFormat":"mp4","proxyBitRate":800},
            {"proxyReferenceName":"ref","proxyFileSize":"large","size":12},{}]}]}"#,
    );
    let assets = Assets::from_ad(&ad);
    let rows = assets.derived_file_table().rows.into_iter().map(|row| {
        let cells: Vec<_> = row.cells.into_iter().map(|cell| cell.text).collect();
        format!("{}: {}\n", row.path, cells.join(" | "))
    });
    expect![[r#"
        linears[0].variants[0]: spot.mp4 | Variant | half | 2,500 KB | 960x540 | video/webm | 1200
        linears[0].variants[1]: spot.mp4 | Variant | odd | unknown |  |  | 
        linears[0].relatedProxies[0]: spot.mp4 | Proxy | small | 1,536 KB | 640x360 | mp4 | 800
        linears[0].relatedProxies[1]: spot.mp4 | Proxy | ref | not a number ("large") |  |  | 
        linears[0].relatedProxies[2]: spot.mp4 | Proxy |  | unknown |  |  | 
    "#]]
    .assert_eq(&rows.collect::<String>());
    expect!["3 variants, 3 proxies"].assert_eq(&assets.file_table().rows[0].cells[6].text);
}
