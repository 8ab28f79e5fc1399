//! The material, the example and `default holding`: what a file declares once.
//!
//! Rulings: a material has one list for each colour, exactly one king in each, at most 16 men a side, 8 pawns among them. It is
//! declared once, and so are the example and the default. Men beyond those of the first position are promoted pawns. A file without `material` has that of its strategies where all of them
//! have the same figures, and a strategy with the figures of the file serves what the file serves, `mirrored` included. The example must be a legal position and show the material, or with
//! `mirrored` the material with the colours exchanged.

use adv_chess::Color;
use adv_chess::notation::FenErrorKind;

use super::Checker;
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::{Material, Role, Type};
use crate::index::{Definition, DefinitionId, DefinitionKind};
use crate::source::{Span, Spanned};
use crate::syntax::ast::{self, HeadPartKind, ItemKind, Side};

/// The material as messages show it: `W: K, R; B: K`.
pub(crate) fn text(material: &Material) -> String {
    adv_chess::Material::of_counts(material.counts).to_string()
}

/// Whether a position shows exactly the material, or its mirror image where that is served too.
pub(super) fn fits(material: &Material, position: &adv_chess::Position) -> bool {
    let counts = adv_chess::Material::of_counts(material.counts);
    counts.fits(position) || material.mirrored && counts.mirrored().fits(position)
}

impl<'a> Checker<'a> {
    /// Reads material, example and default, and the materials of tables, of each file.
    pub(super) fn declare(&mut self) {
        let mut further = Vec::new();
        for file in (0..self.files.count()).rev() {
            self.enter(file);
            self.declare_in(file);
            if file > 0 {
                further.extend_from_slice(&self.declared);
            }
        }
        // The program plays what the files play that it uses.
        self.declared.extend(further);
    }

    fn declare_in(&mut self, file: usize) {
        let mut firsts: Vec<(&str, Span)> = Vec::new();
        let mut example: Option<&Spanned<String>> = None;
        for item in self.items_of(file) {
            let word = match &item.kind {
                ItemKind::Material(_) => "material",
                ItemKind::Example(_) => "example",
                ItemKind::DefaultHolding(_) => "default holding",
                _ => continue,
            };
            if let Some((_, first)) = firsts.iter().find(|(other, _)| *other == word) {
                let diagnostic =
                    Diagnostic::new(Code::DefinedTwice, format!("`{word}` is given twice"))
                        .with_label(item.span, "given again here")
                        .with_secondary(*first, "given first here");
                self.report(diagnostic);
                continue;
            }
            firsts.push((word, item.span));
            match &item.kind {
                ItemKind::Material(material) => self.material = self.read_material(material),
                ItemKind::Example(text) => example = Some(text),
                ItemKind::DefaultHolding(expr) => self.default_holding = Some(expr),
                _ => {}
            }
        }
        let strategies = self.records.strategies.iter();
        let strategies: Vec<usize> = strategies
            .enumerate()
            .filter(|(_, strategy)| self.files.of(strategy.def.name.span) == file)
            .map(|(index, _)| index)
            .collect();
        let figures = self.figures(&strategies);
        if !firsts.iter().any(|(word, _)| *word == "material") {
            self.material = match figures.split_first() {
                Some((first, rest)) if rest.iter().all(|other| other == first) => *first,
                _ => None,
            };
        }
        self.declared.extend(self.material);
        for (index, own) in strategies.into_iter().zip(figures) {
            self.declared.extend(own);
            let of_file = Some(self.material).filter(|_| !self.has_unread_head(index));
            self.records.strategies[index].material = self.of_file(own).or(of_file.flatten());
        }
        for index in 0..self.records.tables.len() {
            if self.files.of(self.records.tables[index].def.name.span) != file {
                continue;
            }
            let own = self.records.tables[index].def.material.as_ref();
            let own = own.and_then(|material| self.read_material(material));
            self.declared.extend(own);
            self.records.tables[index].material = own.or(self.material);
        }
        // The example of a used file is read too, so that its mistakes are told, and stays with the file.
        if let Some(text) = example {
            let before = self.example.take();
            self.example(text);
            if file > 0 {
                self.example = before;
            }
        }
    }

    /// The figures in the heads of strategies, `None` where a head says none or wrong ones.
    fn figures(&mut self, strategies: &[usize]) -> Vec<Option<Material>> {
        let mut all = Vec::with_capacity(strategies.len());
        for &index in strategies {
            let def: &'a ast::StrategyDef = self.records.strategies[index].def;
            let figures = def.parts.iter().find_map(|part| match &part.kind {
                HeadPartKind::Figures(figures) => Some(figures),
                _ => None,
            });
            all.push(figures.and_then(|figures| self.read_material(figures)));
        }
        all
    }

    /// Whether a part of a strategy's head could not be read, which may have been its figures. Then no material is known to be missing.
    fn has_unread_head(&mut self, index: usize) -> bool {
        let mut parts = self.records.strategies[index].def.parts.iter();
        let unread = parts.any(|part| matches!(part.kind, HeadPartKind::Error));
        self.wrong_material |= unread;
        unread
    }

    /// Figures that are the file's serve what the file serves.
    fn of_file(&self, own: Option<Material>) -> Option<Material> {
        let (own, file) = (own?, self.material);
        match file {
            Some(file) if file.mirrored && same_or_mirrored(&own, &file) => Some(Material {
                mirrored: true,
                ..own
            }),
            _ => Some(own),
        }
    }

    /// Puts the pieces of a material into the index: the first letter of each kind and colour.
    fn indexed_pieces(&mut self, material: &ast::Material) -> Vec<(Color, Role, DefinitionId)> {
        let mut pieces: Vec<super::PieceDefinition> = Vec::new();
        for side in &material.sides {
            let color = match side.color.node {
                Side::White => Color::White,
                _ => Color::Black,
            };
            for man in &side.men {
                let known = |(owner, role, _): &(Color, Role, DefinitionId)| {
                    (*owner, *role) == (color, man.node)
                };
                if pieces.iter().any(known) {
                    continue;
                }
                let name = format!("{}.{}", color.letter(), man.node.letter());
                let id = self.index.define(Definition {
                    ty: Some(Type::Piece),
                    ..Definition::of(DefinitionKind::Piece, &name, man.span, man.span)
                });
                pieces.push((color, man.node, id));
            }
        }
        pieces
    }

    fn read_material(&mut self, material: &ast::Material) -> Option<Material> {
        let mut counts = [[0u8; 6]; 2];
        let mut seen: [Option<Span>; 2] = [None; 2];
        let mut fine = true;
        for side in &material.sides {
            let (index, name) = match side.color.node {
                Side::White => (0, "White"),
                Side::Black => (1, "Black"),
                Side::Us | Side::Them => {
                    self.bad_material(
                        side.color.span,
                        "a material names its sides `W` and `B`",
                        "not a colour",
                    );
                    return None;
                }
            };
            if let Some(first) = seen[index] {
                (self.broken, self.wrong_material) = (true, true);
                let diagnostic =
                    Diagnostic::new(Code::BadMaterial, format!("{name}'s men are listed twice"));
                let other = if index == 0 { "B: K" } else { "W: K" };
                return self.refuse(
                    named(diagnostic)
                        .with_label(side.color.span, "listed again here")
                        .with_secondary(first, "listed first here")
                        .with_help(format!("a material has one list for each colour; the other begins with `{other}`")),
                );
            }
            seen[index] = Some(side.color.span);
            let mut first_king = None;
            for man in &side.men {
                let count = &mut counts[index][man.node.index()];
                *count = count.saturating_add(1);
                if man.node == Role::King {
                    if first_king.is_some() && fine {
                        fine = false;
                        self.material_error(
                            man.span,
                            "a side has one king",
                            "second king",
                            "take this `K` away",
                        );
                    }
                    first_king = Some(man.span);
                }
            }
            let letter = if index == 0 { 'W' } else { 'B' };
            if first_king.is_none() {
                fine = false;
                self.bad_material(
                    side.color.span,
                    &format!("`{letter}` has no king"),
                    "no `K` in this list",
                );
            }
            let men: u32 = counts[index].iter().map(|&count| u32::from(count)).sum();
            if men > 16 {
                fine = false;
                self.material_error(
                    side.color.span,
                    &format!("`{letter}` has {men} men; 16 are the most"),
                    "too many men",
                    "each letter of the list is one man; take some away",
                );
            } else if counts[index][5] > 8 {
                fine = false;
                let pawns = counts[index][5];
                self.material_error(
                    side.color.span,
                    &format!("`{letter}` has {pawns} pawns; 8 are the most"),
                    "too many pawns",
                    "each `P` of the list is one pawn; take some away",
                );
            }
        }
        for (index, letter) in ['W', 'B'].into_iter().enumerate() {
            let promoted = promoted(&counts[index]);
            let most = 8 - counts[index][5].min(8);
            if let (true, Some(place)) = (fine && promoted > most, seen[index]) {
                fine = false;
                self.material_error(
                    place,
                    &format!("`{letter}` has {promoted} men more than {most} pawns can have become"),
                    "more than a game can bring",
                    "a side begins with one queen and two rooks, bishops and knights, and each further one was a pawn",
                );
            }
            if seen[index].is_none() && fine {
                fine = false;
                self.bad_material(
                    material.span,
                    &format!("the men of `{letter}` are not listed"),
                    "one side is missing",
                );
            }
        }
        let read = Material {
            counts,
            mirrored: material.mirrored.is_some(),
        };
        if fine {
            let pieces = self.indexed_pieces(material);
            self.pieces.push((read, pieces));
        }
        fine.then_some(read)
    }

    fn bad_material(&mut self, span: Span, message: &str, label: &str) {
        let help = "write both sides with their kings, as in `W: K, R;  B: K`";
        self.material_error(span, message, label, help);
    }

    fn material_error(&mut self, span: Span, message: &str, label: &str, help: &str) {
        (self.broken, self.wrong_material) = (true, true);
        self.report(
            Diagnostic::new(Code::BadMaterial, message)
                .with_label(span, label)
                .with_help(help),
        );
    }

    fn example(&mut self, text: &Spanned<String>) {
        let Some(position) = self.position(text) else {
            return;
        };
        if let Some(material) = self.material
            && !fits(&material, &position)
        {
            // Either may be wrong, so what the material lacks is no news.
            self.wrong_material = true;
            let code = Code::OtherMaterial;
            return self.other_material(code, &position, ("the program", &material), text.span);
        }
        self.example = Some(adv_chess::notation::fen(&position));
    }

    /// Reports a position that has not the men that it is to have.
    pub(super) fn other_material(
        &mut self,
        code: Code,
        position: &adv_chess::Position,
        (what, wanted): (&str, &Material),
        span: Span,
    ) {
        let (found, wanted) = (adv_chess::Material::of(position), text(wanted));
        let message = format!("the position has `{found}`, {what} `{wanted}`");
        self.report(Diagnostic::new(code, message).with_label(span, "another material"));
    }

    /// The position of a FEN or a list of men, which must be legal.
    pub(super) fn position(&mut self, text: &Spanned<String>) -> Option<adv_chess::Position> {
        match adv_chess::notation::parse_position(&text.node) {
            Ok(position) => Some(position),
            Err(error) => {
                self.broken = true;
                let (what, label) = match error.kind() {
                    FenErrorKind::Syntax if text.node.contains(':') => (
                        "this cannot be read as a list of men",
                        "not in this notation",
                    ),
                    FenErrorKind::Syntax => ("this cannot be read as FEN", "not in this notation"),
                    _ => ("no game can show this position", "not possible"),
                };
                let message = format!("{what}: {error}");
                let fault = self.fault(text, &error.to_string());
                let is_turn = message.contains("side to move");
                let help = self.of_position(text, fault, is_turn);
                self.refuse(
                    Diagnostic::new(Code::BadFen, message)
                        .with_label(fault, label)
                        .with_help_if(help),
                )
            }
        }
    }
}

impl Checker<'_> {
    /// The part of a position's text that its error quotes, or the whole text.
    fn fault(&self, text: &Spanned<String>, error: &str) -> Span {
        let quoted = error.split('`').nth(1).unwrap_or("");
        let ends = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
        let places = text.node.match_indices(quoted).map(|(at, _)| at);
        let alone = |at: &usize| {
            let (before, after) = (&text.node[..*at], &text.node[at + quoted.len()..]);
            ends(before.chars().next_back()) && ends(after.chars().next())
        };
        let at = places.clone().find(alone).or_else(|| places.clone().next());
        let place = at.filter(|_| !quoted.is_empty() && quoted.len() < text.node.len());
        let place = place.map(|at| {
            // The opening quotation mark is one byte.
            let start = text.span.start + 1 + at as u32;
            Span::new(start, start + quoted.len() as u32)
        });
        // A text with escapes is longer in the source.
        let written = |of: &Span| self.text.get(of.start as usize..of.end as usize);
        place
            .filter(|of| written(of) == Some(quoted))
            .unwrap_or(text.span)
    }
}

/// Whether the men are the same, perhaps with the colours exchanged.
fn same_or_mirrored(a: &Material, b: &Material) -> bool {
    a.counts == b.counts || exchanged(a, b)
}

/// Whether one is the other with the colours exchanged, and not the same.
pub(super) fn exchanged(a: &Material, b: &Material) -> bool {
    a.counts != b.counts && a.counts == [b.counts[1], b.counts[0]]
}

/// Whether something is true of two materials, or of them with the colours of one that is mirrored exchanged.
pub(super) fn in_some_colours(
    from: &Material,
    to: &Material,
    is_so: impl Fn(&Material, &Material) -> bool,
) -> bool {
    let turned = |material: &Material| Material {
        counts: [material.counts[1], material.counts[0]],
        ..*material
    };
    is_so(from, to)
        || to.mirrored && is_so(from, &turned(to))
        || from.mirrored && is_so(&turned(from), to)
}

/// How many men of a side must have been pawns.
fn promoted(counts: &[u8; 6]) -> u8 {
    let begin = [
        (Role::Queen, 1),
        (Role::Rook, 2),
        (Role::Bishop, 2),
        (Role::Knight, 2),
    ];
    let more = begin.map(|(role, begin)| counts[role.index()].saturating_sub(begin));
    more.into_iter().fold(0, u8::saturating_add)
}

/// A message that begins with a side's name keeps its capital after an article.
fn named(mut diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.message.starts_with(char::is_uppercase) {
        diagnostic.message = format!("in a material {}", diagnostic.message);
    }
    diagnostic
}

/// Every material that one capture, one promotion or both at once make of this one, bare kings left out.
pub(super) fn next_materials(material: &Material) -> Vec<Material> {
    let mut found: Vec<Material> = Vec::new();
    let mut add = |counts: [[u8; 6]; 2]| {
        let next = Material {
            counts,
            mirrored: false,
        };
        let bare = counts
            .iter()
            .all(|side| side[1..].iter().all(|&count| count == 0));
        if !bare && !found.contains(&next) {
            found.push(next);
        }
    };
    let base = material.counts;
    for side in 0..2 {
        for victim in 1..6 {
            if base[side][victim] > 0 {
                let mut counts = base;
                counts[side][victim] -= 1;
                add(counts);
            }
        }
        if base[side][5] == 0 {
            continue;
        }
        for role in 1..5 {
            let mut promoted = base;
            promoted[side][5] -= 1;
            promoted[side][role] += 1;
            add(promoted);
            // A pawn that captures on the last rank takes no pawn there.
            for victim in 1..5 {
                if base[1 - side][victim] > 0 {
                    let mut counts = promoted;
                    counts[1 - side][victim] -= 1;
                    add(counts);
                }
            }
        }
    }
    found
}

/// Whether captures and promotions, one or many, lead from one material to the other.
pub(super) fn can_become(from: &Material, to: &Material) -> bool {
    if from.counts == to.counts {
        return false;
    }
    (0..2).all(|side| {
        let (from, to) = (from.counts[side], to.counts[side]);
        let new: u32 = (1..5)
            .map(|role| u32::from(to[role].saturating_sub(from[role])))
            .sum();
        to[5] <= from[5] && new <= u32::from(from[5] - to[5])
    })
}
