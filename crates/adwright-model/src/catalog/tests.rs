use super::*;

#[test]
fn every_kind_is_in_the_catalog() {
    for &kind in Kind::ALL {
        assert!(Catalog::bundled().object(kind.as_str()).is_some(), "{kind}");
    }
}
