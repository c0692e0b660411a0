//! The order of day and month, from the region of the operating system.

/// The order of day and month in dates such as `03/04/2026`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DayOrder {
    /// 3 April.
    DayFirst,
    /// 4 March.
    MonthFirst,
}

/// The regions that write the month first (Unicode CLDR, short dates).
const MONTH_FIRST: [&str; 12] = [
    "US", "AS", "FM", "GU", "MH", "MP", "PA", "PH", "PR", "PW", "UM", "VI",
];

/// The regions that write the year first or use both orders. There, only a date without doubt is read.
const UNDECIDED: [&str; 12] = [
    "BT", "CA", "CN", "HU", "IR", "JP", "KP", "KR", "LT", "MN", "TW", "ZA",
];

impl DayOrder {
    /// Returns the order of the system's region; none if the region is unknown or uses both orders.
    pub(crate) fn system() -> Option<Self> {
        Self::of_locale(&system_locale()?)
    }

    /// Returns the order of a locale such as `de_DE.UTF-8` or `en-US`; none if it names no region.
    fn of_locale(locale: &str) -> Option<Self> {
        let name = locale.split(['.', '@']).next()?;
        let mut parts = name.split(['_', '-']).skip(1);
        let region = parts.find(|part| part.len() == 2)?.to_ascii_uppercase();
        match region.as_str() {
            region if MONTH_FIRST.contains(&region) => Some(Self::MonthFirst),
            region if UNDECIDED.contains(&region) => None,
            _ => Some(Self::DayFirst),
        }
    }
}

/// Returns the locale for dates, as POSIX ranks the variables.
#[cfg(target_os = "linux")]
fn system_locale() -> Option<String> {
    let mut variables = ["LC_ALL", "LC_TIME", "LANG"].into_iter();
    variables.find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()))
}

#[cfg(not(target_os = "linux"))]
fn system_locale() -> Option<String> {
    sys_locale::get_locale()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn region_decides_the_order() {
        for (locale, order) in [
            ("de_DE.UTF-8", Some(DayOrder::DayFirst)),
            ("en_GB", Some(DayOrder::DayFirst)),
            ("en_US.UTF-8", Some(DayOrder::MonthFirst)),
            ("en-US", Some(DayOrder::MonthFirst)),
            ("zh-Hant-TW", None),
            ("en_CA.UTF-8", None),
            ("C.UTF-8", None),
            ("POSIX", None),
            ("en", None),
            ("", None),
        ] {
            assert_eq!(DayOrder::of_locale(locale), order, "{locale}");
        }
    }
}
