//! The men of both sides: counts, abilities and names.

use adv_chess::{Color, Material, Role};

/// Men of both sides, ours being the side that the program plays.
#[derive(Clone, Debug)]
pub struct Men {
    /// Number of men of each side and kind.
    pub material: Material,
    /// Side that the new program plays.
    pub us: Color,
}

/// Value of a man in pawns, as beginners count it; a king counts 0.
const fn worth(role: Role) -> u32 {
    match role {
        Role::King => 0,
        Role::Queen => 9,
        Role::Rook => 5,
        Role::Bishop | Role::Knight => 3,
        Role::Pawn => 1,
    }
}

/// Side with more material in pawns; White where both have the same.
pub fn stronger(material: &Material) -> Color {
    let sum = |side: Color| -> u32 {
        let of = |role: Role| u32::from(material.count(side, role)) * worth(role);
        Role::ALL.into_iter().map(of).sum()
    };
    if sum(Color::Black) > sum(Color::White) {
        Color::Black
    } else {
        Color::White
    }
}

impl Men {
    /// True where queens and rooks, and nothing else, are to mate a bare king.
    pub const fn majors_alone(&self) -> bool {
        let [king, queen, rook, bishop, knight, pawn] = self.material.counts[self.us.index()];
        let others = self.material.counts[1 - self.us.index()];
        king == 1
            && queen + rook > 0
            && bishop + knight + pawn == 0
            && matches!(others, [1, 0, 0, 0, 0, 0])
    }

    /// True where that is one queen.
    pub const fn queen_alone(&self) -> bool {
        self.majors_alone() && matches!(self.material.counts[self.us.index()], [1, 1, 0, 0, 0, 0])
    }

    /// Men of a material, for a program that plays `us`.
    pub fn new(material: Material, us: Color) -> Men {
        Men { material, us }
    }

    /// Number of our men of one kind.
    pub fn ours(&self, role: Role) -> u8 {
        self.material.count(self.us, role)
    }

    /// Number of their men of one kind.
    pub fn theirs(&self, role: Role) -> u8 {
        self.material.count(!self.us, role)
    }

    /// Number of all men of a side, the king among them.
    pub fn count(&self, side: Color) -> u32 {
        let counts = Role::ALL.map(|role| u32::from(self.material.count(side, role)));
        counts.iter().sum()
    }

    /// True where we have men other than the king.
    pub fn have_more(&self) -> bool {
        self.count(self.us) > 1
    }

    /// True where they have men other than the king.
    pub fn they_have_more(&self) -> bool {
        self.count(!self.us) > 1
    }

    /// True where our material is worth no less than theirs.
    pub fn press(&self) -> bool {
        stronger(&self.material) == self.us || stronger(&self.swapped()) != self.us
    }

    /// Material with the colours exchanged, to ask the same of the other side.
    fn swapped(&self) -> Material {
        self.material.mirrored()
    }

    /// True where our pieces can mate without a pawn's help.
    pub fn can_mate(&self) -> bool {
        let minors = self.ours(Role::Bishop) + self.ours(Role::Knight);
        self.ours(Role::Queen) + self.ours(Role::Rook) > 0 || minors > 1
    }

    /// Text of the men, ours first, with a capital at the beginning: `King and queen against king and rook`.
    pub fn words(&self) -> String {
        let text = format!("{} against {}", self.side(self.us), self.side(!self.us));
        let mut letters = text.chars();
        let first = letters.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(letters).collect()
    }

    fn side(&self, side: Color) -> String {
        let mut words: Vec<String> = Vec::new();
        for role in Role::ALL {
            let name = role.name();
            match self.material.count(side, role) {
                0 => {}
                1 => words.push(name.to_owned()),
                2 => words.push(format!("two {name}s")),
                more => words.push(format!("{more} {name}s")),
            }
        }
        match words.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }
}

/// Letter of a side in the language: `W` or `B`.
pub const fn letter(side: Color) -> char {
    match side {
        Color::White => 'W',
        Color::Black => 'B',
    }
}
