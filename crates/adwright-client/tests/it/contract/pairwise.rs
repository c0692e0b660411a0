//! Services that differ in many points at once, few enough to meet them all.

use std::collections::BTreeSet;

use adwright_service::Variant;

/// One choice at each point; none is the service as it usually is.
type Row = Vec<Option<Variant>>;

/// Two choices at two points, by their numbers.
type Pair = ((usize, usize), (usize, usize));

/// What can be chosen at each point: nothing, or one of its variants.
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

/// Both in the order of their points.
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

/// The variants of services in which any two choices at two points occur together.
pub(crate) fn services() -> Vec<Vec<Variant>> {
    let points = points();
    let mut open = pairs(&points);
    let mut services = Vec::new();
    while let Some(&(one, other)) = open.first() {
        let mut row = vec![one, other];
        for (at, choices) in points.iter().enumerate() {
            if row.iter().all(|(taken, _)| *taken != at) {
                let new = |choice: &usize| {
                    let chosen = (at, *choice);
                    let closes = |with: &&(usize, usize)| open.contains(&pair(**with, chosen));
                    row.iter().filter(closes).count()
                };
                // Of those that close as many the last: the service as it usually is comes often enough.
                let best = (0..choices.len()).max_by_key(new).unwrap();
                row.push((at, best));
            }
        }
        open.retain(|(one, other)| !(row.contains(one) && row.contains(other)));
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
