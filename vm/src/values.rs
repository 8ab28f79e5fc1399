//! Values as people write them.

use adv_module::Ty;

/// A value as people write it: a number, the names of squares, yes or no.
pub fn value_text(ty: Ty, word: u64) -> String {
    match ty {
        Ty::Number => (word as i64).to_string(),
        Ty::Truth => if word != 0 { "yes" } else { "no" }.to_owned(),
        Ty::Board if word == 0 => "no square".to_owned(),
        Ty::Board => adv_chess::geometry::set_names(word),
        Ty::Side => if word & 1 == 0 { "White" } else { "Black" }.to_owned(),
        Ty::Piece => {
            let (color, role) = crate::host::designation(word);
            let side = color.letter().to_ascii_uppercase();
            match adv_chess::Role::ALL.get(usize::from(role)) {
                Some(role) => format!("{side}.{}", role.letter()),
                None => format!("{side}.*"),
            }
        }
    }
}
