//! The systems of the tests: pawns of single pushes, men alone on the board, points without a board.

use adv_chess::notation::parse_fen;
use adv_chess::{Color, Position, Role};
use adv_geometry::{Graph, GraphElement, Names, System};
use adv_primitives::{Kind, Men};

/// The number of a square.
pub fn square(name: &str) -> u8 {
    adv_chess::geometry::parse_square(name).unwrap_or_else(|| panic!("`{name}` is no square"))
}

/// A trajectory by its squares.
pub fn path(stops: &[u8]) -> String {
    let names: Vec<String> = stops
        .iter()
        .map(|at| adv_chess::geometry::square_name(*at))
        .collect();
    names.join("-")
}

/// The position of a FEN, which may leave out what comes after the side to move. It need not be playable.
pub fn position(fen: &str) -> Position {
    let mut fields = fen.split(' ');
    let (rows, turn) = (fields.next().unwrap_or_default(), fields.next());
    let mut position = Position::EMPTY;
    for (rank, row) in (0u8..).zip(rows.split('/')) {
        let mut file = 0;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(empty) => file += empty as u8,
                None => {
                    let (color, role) = man(&letter.to_string());
                    position.put(color, role, (7 - rank) * 8 + file);
                    file += 1;
                }
            }
        }
    }
    let position = match turn {
        Some("b") => position.with_turn(Color::Black),
        _ => position,
    };
    if fen.split(' ').count() == 6 {
        assert_eq!(
            parse_fen(fen).map(|p| p.by_role).ok(),
            Some(position.by_role),
            "{fen}"
        );
    }
    position
}

/// The side and role of a letter, White's in capitals.
pub fn man(letter: &str) -> Kind {
    let color = if letter.starts_with(char::is_uppercase) {
        Color::White
    } else {
        Color::Black
    };
    let role = match letter.to_lowercase().as_str() {
        "k" => Role::King,
        "q" => Role::Queen,
        "r" => Role::Rook,
        "b" => Role::Bishop,
        "n" => Role::Knight,
        "p" | "pd" => Role::Pawn,
        other => panic!("no man is called {other}"),
    };
    (color, role)
}

/// The letter of the man on a square, White's in capitals.
pub fn letter(position: &Position, at: u8) -> String {
    let (color, role) = position
        .piece_at(at)
        .unwrap_or_else(|| panic!("no man is on {at}"));
    let letter = ["k", "q", "r", "b", "n", "p"][role as usize];
    match color {
        Color::White => letter.to_uppercase(),
        Color::Black => letter.to_owned(),
    }
}

/// The men of a position, with pawns that go one square at a time, and straight on only if `straight` says so.
pub struct SinglePushes<'p> {
    pub men: Men<'p>,
    pub straight: bool,
}

impl SinglePushes<'_> {
    fn push(color: Color, from: u64) -> u64 {
        match color {
            Color::White => from << 8,
            Color::Black => from >> 8,
        }
    }
}

impl System for SinglePushes<'_> {
    type Kind = Kind;
    fn occupied(&self) -> u64 {
        self.men.occupied()
    }
    fn to_move(&self) -> u64 {
        self.men.to_move()
    }
    fn allies(&self, element: u8) -> u64 {
        self.men.allies(element)
    }
    fn kind(&self, element: u8) -> Option<Kind> {
        self.men.kind(element)
    }
    fn on(&self, kind: Kind, from: u64, empty: u64) -> u64 {
        match kind {
            (color, Role::Pawn) => Self::push(color, from) & empty,
            _ => self.men.on(kind, from, empty),
        }
    }
    fn back(&self, kind: Kind, to: u64, empty: u64) -> u64 {
        match kind {
            (color, Role::Pawn) => Self::push(!color, to & empty),
            _ => self.men.back(kind, to, empty),
        }
    }
    fn last(&self, kind: Kind, from: u64, empty: u64) -> u64 {
        match kind {
            (_, Role::Pawn) if self.straight => self.on(kind, from, empty),
            (_, Role::Pawn) => self.on(kind, from, empty) | self.men.controls(kind, from, empty),
            _ => self.men.last(kind, from, empty),
        }
    }
    fn last_back(&self, kind: Kind, to: u64, empty: u64) -> u64 {
        match kind {
            (_, Role::Pawn) if self.straight => self.back(kind, to, empty),
            (color, Role::Pawn) => {
                self.back(kind, to, empty) | self.men.controls((!color, Role::Pawn), to, empty)
            }
            _ => self.men.last_back(kind, to, empty),
        }
    }
    fn controls(&self, kind: Kind, from: u64, empty: u64) -> u64 {
        self.men.controls(kind, from, empty)
    }
    fn aims(&self, element: u8, ends: u64) -> u64 {
        self.men.aims(element, ends)
    }
    fn takes(&self, kind: Kind, element: u8, ends: u64) -> u64 {
        self.men.takes(kind, element, ends)
    }
    fn is_blocked(&self, kind: Kind) -> bool {
        self.men.is_blocked(kind)
    }
    fn is_careful(&self, kind: Kind) -> bool {
        self.men.is_careful(kind)
    }
}

/// Squares by their names, men by their letters in capitals, as in Stilman's strings.
pub struct Board<'p>(pub &'p Position);

impl Names for Board<'_> {
    fn element(&self, point: u8) -> String {
        letter(self.0, point).to_uppercase()
    }
    fn point(&self, point: u8) -> String {
        adv_chess::geometry::square_name(point)
    }
}

/// The points of Stilman's figure 9 with their names. A point's place in the list is its number in the system; points are numbered in
/// the order in which the paths come to them, so that elements are in the order of the figure.
pub struct Abstract {
    pub names: Vec<u64>,
    pub elements: Vec<String>,
    pub paths: Vec<Vec<u8>>,
    pub graph: Graph,
}

impl Abstract {
    /// The points of paths, one an element; the side is the first letter of an element's name, and `q` moves first if `second_first`.
    pub fn new(paths: &[(String, Vec<u64>)], second_first: bool) -> Abstract {
        let mut names: Vec<u64> = Vec::new();
        let mut numbered = Vec::new();
        for (_, path) in paths {
            let mut points = Vec::new();
            for name in path {
                let at = names
                    .iter()
                    .position(|other| other == name)
                    .unwrap_or_else(|| {
                        names.push(*name);
                        names.len() - 1
                    });
                points.push(at as u8);
            }
            numbered.push(points);
        }
        let element = |((name, _), path): (&(String, Vec<u64>), &Vec<u8>)| {
            GraphElement::along(path[0], name.starts_with('q'), &[path])
        };
        Abstract {
            graph: Graph {
                elements: paths.iter().zip(&numbered).map(element).collect(),
                second_first,
            },
            names,
            elements: paths.iter().map(|(name, _)| name.clone()).collect(),
            paths: numbered,
        }
    }

    /// The number of an element.
    pub fn place(&self, name: &str) -> usize {
        let at = self.elements.iter().position(|other| other == name);
        at.unwrap_or_else(|| panic!("no element is called {name}"))
    }
}

impl Names for Abstract {
    fn element(&self, point: u8) -> String {
        let at = self
            .graph
            .elements
            .iter()
            .position(|element| element.at == point);
        self.elements[at.unwrap_or_else(|| panic!("no element is on {point}"))].clone()
    }
    fn point(&self, point: u8) -> String {
        self.names[usize::from(point)].to_string()
    }
}
