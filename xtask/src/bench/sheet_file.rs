use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
};

use anyhow::Result;

const HEADER: &str = "name,value,expiresOn,advertiserId,retargetingActivityId,clientRefId,region,product,price,seen,\
                      address,remark";

const ACTIVITIES: u32 = 200;
const ADVERTISERS: u32 = 20;

/// Writes rows of 12 columns: retargeting values of 200 activities, and fields of a workspace's own. No value is
/// repeated.
pub(super) fn write(file: &Path, rows: u32) -> Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    writeln!(out, "{HEADER}")?;
    for row in 0..rows {
        let activity = row * 79 % ACTIVITIES;
        let (advertiser, product) = (4_420 + activity % ADVERTISERS, row * 31 % 5_000);
        let (day, region, activity) = (row % 28 + 1, row % 50, 52_000 + activity);
        write!(
            out,
            "Visitors of spring {row:07},segment-{row:07},2027-01-{day:02},{advertiser},{activity},ref-{row:07},"
        )?;
        let (whole, cents, seen, part) = (row % 1_000, row % 100, row * 17 % 100_000, row / 1_000);
        writeln!(
            out,
            "Region {region},Product {product},{whole}.{cents:02},{seen},https://shop.example/p/{product},Part {part}"
        )?;
    }
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_twelve_cells() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("rows.csv");
        write(&file, 3).unwrap();
        let text = std::fs::read_to_string(file).unwrap();
        let cells: Vec<_> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(cells, [12; 4]);
    }
}
