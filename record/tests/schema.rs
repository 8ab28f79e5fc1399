//! The pages of `docs/schema` are those that the types say.

use adv_record::schema::pages;

#[test]
fn the_schemas_are_those_of_the_types() {
    for page in pages() {
        adv_testkit::fresh(&format!("docs/schema/{}.json", page.name), &page.text);
    }
}
