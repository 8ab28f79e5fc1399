//! The pages of `docs/schema` are those that the types say.

use adv_record::schema::{pages, python};

#[test]
fn the_schemas_are_those_of_the_types() {
    for page in pages() {
        adv_testkit::fresh(&format!("docs/schema/{}.json", page.name), &page.text);
    }
}

#[test]
fn the_types_for_python_are_those_of_the_schemas() {
    adv_testkit::fresh("python/adv/records.py", &python());
}
