//! Pairwise combinations of variants: few services, in which any two variants occur together.

use std::collections::BTreeSet;

use adwright_service::Variant;

/// The choices at one point: a variant, or `None` for the default.
type Row = Vec<Option<Variant>>;

/// Two choices at two points, by their indices.
type Pair = ((usize, usize), (usize, usize));

/// Returns the choices at each point: the default, or one of its variants.
fn points() -> Vec<Row> {
    let mut points: Vec<(&str, Row)> = Vec::new();
    for variant in Variant::all() {
        match points
            .iter_mut()
            .find(|(point, _)| *point == variant.point())
        {
            Some((_, choices)) => choices.push(Some(variant)),
            None => points.push((variant.point(), vec![None, Some(variant)])),
        }
    }
    points.into_iter().map(|(_, choices)| choices).collect()
}

/// Returns two choices in the order of their points.
fn pair(one: (usize, usize), other: (usize, usize)) -> Pair {
    (one.min(other), one.max(other))
}

fn pairs(points: &[Row]) -> BTreeSet<Pair> {
    let choices = points.iter().enumerate();
    let choices = choices.flat_map(|(at, row)| (0..row.len()).map(move |choice| (at, choice)));
    let choices: Vec<_> = choices.collect();
    let others = |one: (usize, usize)| choices.iter().filter(move |other| one.0 < other.0);
    let pairs = choices.iter();
    pairs
        .flat_map(|one| others(*one).map(|other| pair(*one, *other)))
        .collect()
}

/// Returns the variants of services in which any two choices at two points occur together.
pub(crate) fn services() -> Vec<Vec<Variant>> {
    let points = points();
    let mut uncovered = pairs(&points);
    let mut services = Vec::new();
    while let Some(&(first, second)) = uncovered.first() {
        let mut row = vec![first, second];
        for (at, choices) in points.iter().enumerate() {
            if row.iter().all(|(chosen_at, _)| *chosen_at != at) {
                let newly_covered = |choice: &usize| {
                    let chosen = (at, *choice);
                    let is_uncovered =
                        |other: &&(usize, usize)| uncovered.contains(&pair(**other, chosen));
                    row.iter().filter(is_uncovered).count()
                };
                // `max_by_key` prefers the last of equal choices, so variants come before the default.
                let best = (0..choices.len()).max_by_key(newly_covered).unwrap();
                row.push((at, best));
            }
        }
        uncovered.retain(|(first, second)| !(row.contains(first) && row.contains(second)));
        services.push(
            row.iter()
                .filter_map(|(at, choice)| points[*at][*choice])
                .collect(),
        );
    }
    services
}

#[test]
fn any_two_choices_at_two_points_occur_together() {
    let services = services();
    for service in &services {
        let points: BTreeSet<_> = service.iter().map(|variant| variant.point()).collect();
        assert_eq!(
            points.len(),
            service.len(),
            "one for each point: {service:?}"
        );
    }
    let points = points();
    let chosen = |service: &[Variant], (at, choice): (usize, usize)| match points[at][choice] {
        Some(variant) => service.contains(&variant),
        None => points[at]
            .iter()
            .flatten()
            .all(|variant| !service.contains(variant)),
    };
    for (one, other) in pairs(&points) {
        let together = services
            .iter()
            .any(|service| chosen(service, one) && chosen(service, other));
        let names = (points[one.0][one.1], points[other.0][other.1]);
        assert!(together, "{names:?}");
    }
    assert!(services.len() < 60, "{}", services.len());
}
