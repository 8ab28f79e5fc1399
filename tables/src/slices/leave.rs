//! Moves that leave a slice: captures, promotions and steps of pawns. Their values are known, and of each position the best is kept.
//!
//! ```text
//! byte   0        no such move
//!        1..=254  the best of them wins or loses in so many plies, as in a table
//!        255      the best of them draws
//! ```

use adv_chess::geometry::{between, spread};
use adv_chess::squares::{bit, each, rank_of};
use adv_chess::{Color, Material, Position, Role};
use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSliceMut as _;

use super::class::SlicedClass;
use super::layout::{Layout, Man, Row};
use super::pawn_attacks;
use crate::dtm::{ILLEGAL, MAX_PLIES, OPEN, pack};
use crate::tables::{Class, Tables};

/// No move leaves the slice.
pub(super) const NONE: u8 = 0;
/// The best move that leaves the slice draws.
pub(super) const DRAW: u8 = 255;

/// Better bytes have greater numbers.
static RANKS: [u16; 256] = {
    let mut ranks = [0; 256];
    let mut byte = 1;
    while byte < 255 {
        let plies = byte as u16 - 1;
        ranks[byte] = if plies.is_multiple_of(2) {
            1 + plies
        } else {
            1000 - plies
        };
        byte += 1;
    }
    ranks[DRAW as usize] = 500;
    ranks
};

/// Keeps a move if it is better than those before it: `after` is the byte of a table for the position after it.
#[inline]
fn keep(best: &mut u8, after: u8) {
    let worth = match after {
        ILLEGAL => return,
        OPEN => DRAW,
        // Tables with longer mates are refused before.
        _ => after.saturating_add(1),
    };
    if RANKS[usize::from(worth)] > RANKS[usize::from(*best)] {
        *best = worth;
    }
}

/// True for a byte of a loss in at most so many plies, and for no move at all.
#[inline]
pub(super) const fn is_lost(byte: u8, plies: u16) -> bool {
    byte == NONE || byte % 2 == 1 && byte <= pack(plies)
}

/// A mate that is one ply longer has no byte.
pub(super) const LONGEST: u8 = pack(MAX_PLIES);

/// The captures of one side, in a slice, and promotions with them.
pub(super) struct Captures<'t> {
    layout: &'t Layout,
    classes: Vec<(Material, Class<'t>)>,
}

/// A capture by a man that is not the row man.
struct Capture {
    man: Man,
    from: u8,
    to: u8,
}

impl<'t> Captures<'t> {
    /// The captures from a slice of this material; `None` where a table that they lead to is not prepared.
    pub fn new(
        material: &Material,
        layout: &'t Layout,
        tables: &'t Tables,
    ) -> Option<Captures<'t>> {
        let mut classes = Vec::new();
        for by in Color::ALL {
            for captured in &Role::ALL[1..] {
                if material.count(!by, *captured) == 0 {
                    continue;
                }
                let mut left = *material;
                left.counts[(!by).index()][captured.index()] -= 1;
                classes.push((left, tables.class(&left)?));
                if left.count(by, Role::Pawn) > 0 {
                    left.counts[by.index()][Role::Pawn.index()] -= 1;
                    for promoted in Role::PROMOTIONS {
                        let mut left = left;
                        left.add(by, promoted);
                        classes.push((left, tables.class(&left)?));
                    }
                }
            }
        }
        Some(Captures { layout, classes })
    }

    /// The table of a board with all its men.
    fn class(&self, board: &Position) -> Option<Class<'t>> {
        let material = Material::of(board);
        let mut classes = self.classes.iter();
        let found = classes.find(|(other, _)| *other == material);
        found.map(|(_, class)| *class)
    }

    /// Keeps the captures of a row, in positions of `legal`.
    pub fn keep(&self, row: &Row, turn: Color, legal: u64, best: &mut [u8]) {
        let layout = self.layout;
        let board = layout.board(row).with_turn(!turn);
        let enemies = board.side(!turn) & !bit(row.kings[(!turn).index()]);
        for square in each(board.side(turn)) {
            let Some(man) = board.piece_at(square) else {
                continue;
            };
            let attacks = match man.1 {
                Role::Pawn => pawn_attacks(turn, bit(square)),
                role => spread(role, bit(square), !row.occupied),
            };
            for to in each(attacks & enemies) {
                let squares = match layout.row_man {
                    Some(_) => legal & !between(bit(square), bit(to)),
                    None => legal,
                };
                let capture = Capture {
                    man,
                    from: square,
                    to,
                };
                self.keep_one(&board, &capture, squares, best);
            }
            if let Some((color, _)) = layout.row_man
                && color != turn
            {
                for to in each(attacks & legal) {
                    let capture = Capture {
                        man,
                        from: square,
                        to,
                    };
                    self.keep_of_row_man(&board, &capture, &mut best[usize::from(to)]);
                }
            }
        }
        if let Some((color, role)) = layout.row_man
            && color == turn
        {
            for to in each(enemies) {
                let squares = spread(role, bit(to), !row.occupied) & legal;
                let mut after = board;
                after.remove(to);
                after.put(color, role, to);
                let Some(class) = self.class(&after).filter(|_| squares != 0) else {
                    continue;
                };
                let byte = class.byte(&after);
                for square in each(squares) {
                    keep(&mut best[usize::from(square)], byte);
                }
            }
        }
    }

    /// Keeps a capture of one of the men of the row by another.
    fn keep_one(&self, board: &Position, capture: &Capture, squares: u64, best: &mut [u8]) {
        for role in capture.roles() {
            let after = capture.play(board, *role);
            let Some((color, role)) = self.layout.row_man else {
                if let Some(class) = self.class(&after).filter(|_| squares != 0) {
                    keep(&mut best[0], class.byte(&after));
                }
                continue;
            };
            let mut class = None;
            for square in each(squares) {
                let mut after = after;
                after.put(color, role, square);
                class = class.or_else(|| self.class(&after));
                let Some(class) = class else { break };
                keep(&mut best[usize::from(square)], class.byte(&after));
            }
        }
    }

    /// Keeps a capture of the row man.
    fn keep_of_row_man(&self, board: &Position, capture: &Capture, best: &mut u8) {
        for role in capture.roles() {
            let after = capture.play(board, *role);
            if let Some(class) = self.class(&after) {
                keep(best, class.byte(&after));
            }
        }
    }
}

impl Capture {
    /// What the man is afterwards.
    fn roles(&self) -> &[Role] {
        match (self.man.1, rank_of(self.to)) {
            (Role::Pawn, 0 | 7) => &Role::PROMOTIONS,
            _ => std::slice::from_ref(&self.man.1),
        }
    }

    fn play(&self, board: &Position, role: Role) -> Position {
        let mut after = *board;
        after.remove(self.from);
        after.remove(self.to);
        after.put(self.man.0, role, self.to);
        after
    }
}

/// A step of a pawn, one square or two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub color: Color,
    from: u8,
    to: u8,
    /// What the pawn is afterwards.
    becomes: Role,
    /// The squares that must be free.
    way: u64,
}

impl Step {
    /// All steps of the pawns of a slice that the pawns leave free.
    pub fn all(layout: &Layout) -> Vec<Step> {
        let mut steps = Vec::new();
        let pawns = layout.pawns[0] | layout.pawns[1];
        for color in Color::ALL {
            for from in each(layout.pawns[color.index()]) {
                let (one, two, start) = match color {
                    Color::White => (from + 8, from + 16, 1),
                    Color::Black => (from - 8, from.wrapping_sub(16), 6),
                };
                let last = matches!(rank_of(one), 0 | 7);
                let roles: &[Role] = if last {
                    &Role::PROMOTIONS
                } else {
                    &[Role::Pawn]
                };
                let mut step = |to: u8, way: u64, becomes: Role| {
                    if way & pawns == 0 {
                        steps.push(Step {
                            color,
                            from,
                            to,
                            becomes,
                            way,
                        });
                    }
                };
                for role in roles {
                    step(one, bit(one), *role);
                }
                if rank_of(from) == start {
                    step(two, bit(one) | bit(two), Role::Pawn);
                }
            }
        }
        steps
    }

    /// The board after the step; of the other men only those that are on it.
    pub fn play(&self, board: &Position) -> Position {
        let mut after = board.with_turn(!self.color);
        after.remove(self.from);
        after.put(self.color, self.becomes, self.to);
        after
    }

    /// True where the men are the same afterwards.
    pub fn stays_pawn(&self) -> bool {
        self.becomes == Role::Pawn
    }
}

/// Keeps a step in all rows of a slice: `values` are those of the slice that it leads to, which is of the class `to`.
pub(super) fn keep_step(
    layout: &Layout,
    step: &Step,
    to: &SlicedClass,
    values: &[u8],
    legal: &[u64],
    best: &mut [u8],
) {
    let (places, width) = (layout.places.len(), layout.width());
    // The same men on the other squares, the pawns turned as they were: a row leads to the row of the same number.
    let after = step.play(&pawns_of(layout));
    let pawns = Color::ALL.map(|color| after.pieces(color, Role::Pawn));
    let same = step.stays_pawn() && to.slices().any(|slice| to.layout(slice).pawns == pawns);
    let side = values.len() / 2 * (!step.color).index();
    best.par_chunks_mut(places * width)
        .enumerate()
        .for_each(|(pair, best)| {
            for (place, best) in best.chunks_mut(width).enumerate() {
                let number = pair * places + place;
                if legal[number] == 0 {
                    continue;
                }
                let row = layout.row(pair, place);
                if row.occupied & step.way != 0 {
                    continue;
                }
                if same {
                    let squares = if width == 1 {
                        1
                    } else {
                        legal[number] & !step.way
                    };
                    let values = &values[side + number * width..][..width];
                    for square in each(squares) {
                        let square = usize::from(square);
                        keep(&mut best[square], values[square]);
                    }
                    continue;
                }
                let after = step.play(&layout.board(&row));
                let byte = |after: &Position| match to.locate(after) {
                    Some((_, number)) => values[number],
                    None => ILLEGAL,
                };
                let Some((color, role)) = layout.row_man else {
                    keep(&mut best[0], byte(&after));
                    continue;
                };
                for square in each(legal[number] & !step.way) {
                    let mut after = after;
                    after.put(color, role, square);
                    keep(&mut best[usize::from(square)], byte(&after));
                }
            }
        });
}

/// The pawns of a slice on a board.
pub(super) fn pawns_of(layout: &Layout) -> Position {
    let mut board = Position::EMPTY;
    for color in Color::ALL {
        for square in each(layout.pawns[color.index()]) {
            board.put(color, Role::Pawn, square);
        }
    }
    board
}
