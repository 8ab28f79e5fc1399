//! Which classes a class can turn into, and which side counts as White.
//!
//! ```text
//! KPvK ──promotion──▶ KQvK, KRvK, KBvK, KNvK
//!   └────capture────▶ KvK ◀──capture──┘
//! ```

use adv_chess::{Color, Material, Role};

/// The material with the stronger side as White, and whether the colours were exchanged for that.
/// The stronger side is the one with more men, then the one with the better man: Q before R before B before N before P.
/// Tables are made and named for the class so turned.
pub fn oriented(material: &Material) -> (Material, bool) {
    let strength = |color: Color| {
        let counts = material.counts[color.index()];
        let men: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        (men, counts)
    };
    if strength(Color::White) < strength(Color::Black) {
        (material.mirrored(), true)
    } else {
        (*material, false)
    }
}

/// The class of a material and all that it can turn into by captures and promotions, each once, the
/// stronger side as White. A class comes after every one that it can turn into, so the given
/// class is the last.
///
/// This is for the few men that tablebases have: with every pawn the classes become several times as
/// many.
///
/// ```
/// use adv_chess::{Material, Role};
/// use adv_tables::family;
///
/// let pawn = Material::new(&[Role::King], &[Role::King, Role::Pawn]);
/// let names: Vec<String> = family(&pawn).iter().map(Material::name).collect();
/// assert_eq!(names, ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]);
/// ```
pub fn family(material: &Material) -> Vec<Material> {
    let mut found = Vec::new();
    visit(material, &mut found);
    found
}

fn visit(material: &Material, found: &mut Vec<Material>) {
    let (material, _) = oriented(material);
    if found.contains(&material) {
        return;
    }
    for color in Color::ALL {
        for role in Role::ALL {
            if role == Role::King || material.count(color, role) == 0 {
                continue;
            }
            let mut without = material;
            without.counts[color.index()][role.index()] -= 1;
            visit(&without, found);
            if role == Role::Pawn {
                // A promotion that captures loses a man of the class with the new piece.
                for promoted in Role::PROMOTIONS {
                    let mut turned = without;
                    turned.add(color, promoted);
                    visit(&turned, found);
                }
            }
        }
    }
    found.push(material);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(white: &[Role], black: &[Role]) -> Vec<String> {
        let family = family(&Material::new(white, black));
        family.iter().map(Material::name).collect()
    }

    #[test]
    fn classes_come_after_what_they_turn_into() {
        use Role::{King, Pawn, Rook};
        assert_eq!(names(&[King, Rook], &[King]), ["KvK", "KRvK"]);
        assert_eq!(names(&[King], &[King, Rook]), ["KvK", "KRvK"]);
        assert_eq!(
            names(&[King, Pawn], &[King]),
            ["KvK", "KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]
        );
        let pawns = names(&[King, Pawn], &[King, Pawn]);
        assert_eq!(pawns.len(), 1 + 5 + 15);
        assert_eq!(pawns.last().map(String::as_str), Some("KPvKP"));
        let place = |name: &str| pawns.iter().position(|other| other == name);
        assert!(place("KRvKN") < place("KRvKP"));
        assert!(place("KQvKQ") < place("KQvKP"));
    }

    #[test]
    fn the_stronger_side_is_white() {
        use Role::{King, Knight, Pawn, Queen};
        let one = Material::new(&[King, Knight, Pawn], &[King, Queen]);
        assert_eq!(oriented(&one.mirrored()), (one, true));
        assert_eq!(oriented(&one), (one, false));
        let same = Material::new(&[King, Pawn], &[King, Pawn]);
        assert_eq!(oriented(&same), (same, false));
    }
}
