//! The budgets of the selected campaigns, summed by currency.

use std::collections::BTreeMap;

use adwright_review::group_thousands;
use adwright_sheet::DecimalSum;
use adwright_views::{BudgetTotal, ListId};

use crate::error::Error;
use crate::list::Lists;

impl Lists {
    /// Returns the exact sum of the budgets of these rows for each currency. Drafts count with their new budgets. Rows
    /// without a budget, and lists without budgets, add nothing.
    pub fn budget_totals(&self, list: ListId, ids: &[String]) -> Result<Vec<BudgetTotal>, Error> {
        let (snapshot, drafts) = self.drafted_snapshot(list)?;
        let index = &snapshot.index;
        let position = |path| index.fields().position_of_path(path);
        let (Some(budget), currency) = (position("budget"), position("currency")) else {
            return Ok(Vec::new());
        };
        let positions: Vec<usize> = [budget].into_iter().chain(currency).collect();
        let runner = self.query_runner(list, &snapshot, &drafts);
        let renderer = runner.row_renderer();
        let mut sums: BTreeMap<String, DecimalSum> = BTreeMap::new();
        for key in ids.iter().filter_map(|id| id.parse().ok()) {
            let Some(row) = index.row_of(key) else {
                continue;
            };
            let own = |field| index.raw_value(row, field);
            let mut cells = renderer.exact_cells(key, own, &positions).into_iter();
            let (budget, currency) = (cells.next().unwrap_or_default(), cells.next());
            if !budget.is_empty() {
                sums.entry(currency.unwrap_or_default())
                    .or_default()
                    .add(&budget);
            }
        }
        let total = |(currency, sum): (String, DecimalSum)| {
            let amount = format_amount(&sum.total()?);
            Some(BudgetTotal { currency, amount })
        };
        Ok(sums.into_iter().filter_map(total).collect())
    }
}

/// Formats an amount with commas between the thousands, and never with a single decimal.
fn format_amount(number: &str) -> String {
    let grouped = group_thousands(number);
    match grouped.split_once('.') {
        Some((_, fraction)) if fraction.len() == 1 => format!("{grouped}0"),
        _ => grouped,
    }
}

#[cfg(test)]
mod tests {
    use super::format_amount;

    #[test]
    fn amounts_never_have_a_single_decimal() {
        let amounts = ["0", "999", "1000", "-1234567.5", "-100", "1000.125"].map(format_amount);
        let expected = ["0", "999", "1,000", "-1,234,567.50", "-100", "1,000.125"];
        assert_eq!(amounts, expected);
    }
}
