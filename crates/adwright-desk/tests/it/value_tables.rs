//! Tables of retargeting values that a spreadsheet wrote.

use adwright_desk::{ResendPolicy, ValueRows};
use adwright_views::FailureCode;

use crate::{fetched, live};

const HEAD: &str = "name,value,advertiserId,orderId\n";

fn table(rows: &str) -> [ValueRows; 1] {
    let text = format!("{HEAD}{rows}");
    [ValueRows::Table("v.csv".to_owned(), text.into_bytes())]
}

#[tokio::test]
async fn damaged_id_refuses_the_table_with_its_line() {
    let desktop = fetched().await;
    for (rows, place) in [
        ("A,a,4401,1\nB,b,5.2024E+4,2\n", "v.csv: Line 3, column 3: "),
        (
            "A,a,4401,9.00719925474099E+15\n",
            "v.csv: Line 2, column 4: ",
        ),
        (
            "A,a,\"9,00719925474099E+15\",1\n",
            "v.csv: Line 2, column 3: ",
        ),
        ("A,a,4401.0,1\n", "v.csv: Line 2, column 3: "),
        ("A,a,4401,900719925474099000\n", "v.csv: Line 2, column 4: "),
        (
            "A,a,4401,7\nB,b,4401,9007199254740990\nC,c,4401,9007199254741010\nD,d,4401,9007199254741120\n",
            "v.csv: Line 3, column 4: ",
        ),
    ] {
        let refused = desktop
            .values
            .create_value_drafts(&table(rows), &[], ResendPolicy::Skip)
            .unwrap_err()
            .failure();
        assert_eq!(refused.code, FailureCode::Invalid, "{rows}");
        assert!(
            refused.message.starts_with(place),
            "{rows}: {}",
            refused.message
        );
        assert!(live(&desktop.desk).is_empty(), "{rows}");
    }
}

#[tokio::test]
async fn whole_ids_of_any_length_are_taken() {
    let desktop = fetched().await;
    let rows = "A,1.5,4401,9007199254740993\nB,1E+5,4401,9007199254740990\nC,c,4401,A-7\n";
    let begun = desktop
        .values
        .create_value_drafts(&table(rows), &[], ResendPolicy::Skip)
        .unwrap();
    assert_eq!(begun.created.drafts.len(), 3);
}
