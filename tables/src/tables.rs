//! The tables that have been made, and the queries on them.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use adv_chess::{ClassIndex, Color, Material, Move, Position, SealKey};

use crate::conversion::make_conversions;
use crate::dtm::{Dtm, ILLEGAL, unpack};
use crate::error::{LoadError, TableError};
use crate::family::{family, oriented};
use crate::file::{self, Distance};
use crate::make::make;
use crate::numbering::Numbering;
use crate::slices::SlicedClass;

/// The most men of a class that a table can be made for, the kings counted.
pub const MAX_MEN: u32 = 4;

/// A legal move with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The move.
    pub mv: Move,
    /// Its value for the side that plays it, in plies from before the move: the best move has the
    /// value of the position, and a mating move is `Win(1)`.
    pub value: Dtm,
}

/// The values of one class, the stronger side as White.
struct Table {
    numbering: Numbering,
    values: Vec<u8>,
}

/// The values of the slices of a class, kept elsewhere. Several threads may ask at a time.
pub trait SliceValues: Send + Sync {
    /// The byte of a number of a slice, `None` where it cannot be read. The implementation keeps the reason for its owner.
    fn byte(&self, slice: usize, number: usize) -> Option<u8>;
}

/// A class of five men whose values are read from elsewhere.
struct SlicedTable {
    class: SlicedClass,
    values: Box<dyn SliceValues>,
}

/// The values of one class, for callers that look up many of its positions: the table is looked up only once.
#[derive(Clone, Copy)]
pub struct Class<'t>(Source<'t>);

#[derive(Clone, Copy)]
enum Source<'t> {
    Whole {
        table: &'t Table,
        /// The class's stronger side is Black.
        exchanged: bool,
    },
    Slices(&'t SlicedTable),
}

impl Class<'_> {
    /// As [`Tables::dtm`] for a position that is known to have the men of the class; for any other the answer means nothing.
    #[inline]
    pub fn dtm(&self, position: &Position) -> Option<Dtm> {
        self.value(&with_real_ep(position))
    }

    /// The same for a position whose right to capture en passant is a real one.
    #[inline]
    fn value(&self, position: &Position) -> Option<Dtm> {
        unpack(self.byte(position))
    }

    /// The byte of a position of the class whose right to capture en passant is a real one, [`ILLEGAL`] for one that is not legal.
    #[inline]
    pub(crate) fn byte(&self, position: &Position) -> u8 {
        let byte = match self.0 {
            Source::Whole { table, exchanged } => {
                let place = table.place(position, exchanged);
                place.and_then(|place| table.values.get(place)).copied()
            }
            Source::Slices(table) => {
                let located = table.class.locate(position);
                located.and_then(|(slice, number)| table.values.byte(slice, number))
            }
        };
        byte.unwrap_or(ILLEGAL)
    }
}

impl Table {
    /// The place of a position's values; `exchanged` where the class's stronger side is Black.
    #[inline]
    fn place(&self, position: &Position, exchanged: bool) -> Option<usize> {
        let number = if exchanged {
            self.numbering.number(&position.mirror())
        } else {
            self.numbering.number(position)
        };
        number.map(|number| number as usize)
    }
}

/// A position without a right to capture en passant that no pawn can use.
#[inline]
fn with_real_ep(position: &Position) -> Position {
    let is_real = || position.legal_moves().iter().any(|m| m.is_en_passant());
    if position.ep().is_some() && !is_real() {
        position.with_ep(None)
    } else {
        *position
    }
}

/// Distances to mate, and where they are wanted to conversion, of the classes that have been prepared. To ask costs a look-up; several
/// threads may ask at a time.
#[derive(Default)]
pub struct Tables {
    tables: BTreeMap<Material, Table>,
    /// Distances to conversion, the numbers being those of the distances to mate.
    conversions: BTreeMap<Material, Vec<u8>>,
    /// Classes in slices.
    sliced: BTreeMap<Material, SlicedTable>,
    /// True where what is made is to end.
    stop: Arc<AtomicBool>,
}

impl Tables {
    /// No tables yet.
    pub fn new() -> Tables {
        Tables::default()
    }

    /// Ends what is made from now on soon after this flag is set, with [`TableError::Interrupted`]. What was made before stays.
    pub fn stop_by(&mut self, flag: Arc<AtomicBool>) {
        self.stop = flag;
    }

    pub(crate) fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Says whether work on a class may go on.
    ///
    /// # Errors
    /// [`TableError::Interrupted`] once the flag of [`Tables::stop_by`] is set.
    pub fn go_on(&self, material: &Material) -> Result<(), TableError> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(TableError::Interrupted(*material)),
            false => Ok(()),
        }
    }

    /// Makes the tables of a class and of every class that it can turn into, as far as they are not
    /// there yet, made or loaded. The colours do not matter: with KRvK comes KvKR.
    ///
    /// `progress` is called with the work that is done and all the work there is, in numbers of
    /// positions; the first does not fall and reaches the second. The work is shared by the threads
    /// of the rayon pool that this is called in, and its result does not depend on them.
    ///
    /// # Errors
    ///
    /// When a side has not exactly one king, when there are more than [`MAX_MEN`] men, when the memory
    /// is not available (a class of four men takes at most 11 MB, and several times that while it is
    /// made), when a table that was loaded contradicts the rules of chess, and when the flag of
    /// [`Tables::stop_by`] is set. Classes that were made before the error stay.
    pub fn prepare(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<(), TableError> {
        numbering(material)?;
        let mut wanted: Vec<(Material, Numbering)> = Vec::new();
        for material in family(material) {
            if !self.tables.contains_key(&material) {
                wanted.push((material, Numbering::new(&material)));
            }
        }
        let work = |numbering: &Numbering| 2 * u64::from(numbering.len());
        let total = wanted.iter().map(|(_, numbering)| work(numbering)).sum();
        let mut done = 0;
        for (material, numbering) in wanted {
            // A class is made after those that it turns into, so only a table from elsewhere lacks a value.
            let lacking = AtomicBool::new(false);
            let value = |position: &Position| {
                self.value(position).unwrap_or_else(|| {
                    lacking.store(true, Ordering::Relaxed);
                    Dtm::Draw
                })
            };
            let values = make(&material, &numbering, &value, &mut |part| {
                progress(done + part, total);
                self.go_on(&material)
            })?;
            if lacking.load(Ordering::Relaxed) {
                return Err(TableError::Contradiction(material));
            }
            done += work(&numbering);
            self.tables.insert(material, Table { numbering, values });
        }
        Ok(())
    }

    /// As [`Tables::prepare`], and makes the distances to conversion of the class too. Those of the classes that it turns into take a
    /// call of their own.
    ///
    /// # Errors
    ///
    /// As [`Tables::prepare`].
    pub fn prepare_conversions(
        &mut self,
        material: &Material,
        progress: &mut (dyn FnMut(u64, u64) + Send),
    ) -> Result<(), TableError> {
        self.prepare(material, progress)?;
        let (material, _) = oriented(material);
        let Some(table) = self.tables.get(&material) else {
            return Ok(());
        };
        if self.conversions.contains_key(&material) {
            return Ok(());
        }
        let lacking = AtomicBool::new(false);
        let value = |position: &Position| {
            self.value(position).unwrap_or_else(|| {
                lacking.store(true, Ordering::Relaxed);
                Dtm::Draw
            })
        };
        let (numbering, mates) = (&table.numbering, &table.values);
        let total = 2 * u64::from(numbering.len());
        let made = make_conversions(&material, numbering, mates, &value, &mut |part| {
            progress(part, total);
            self.go_on(&material)
        })?;
        if lacking.load(Ordering::Relaxed) {
            return Err(TableError::Contradiction(material));
        }
        self.conversions.insert(material, made);
        Ok(())
    }

    /// The distances of a class as bytes with a sum of the user's key, `None` where they are not prepared. The bytes are the same whatever
    /// it was made by, and whichever side is the stronger one.
    ///
    /// ```
    /// use adv_chess::{Material, Role, SealKey};
    /// use adv_tables::{Distance, LoadError, Tables};
    ///
    /// let krk = Material::new(&[Role::King, Role::Rook], &[Role::King]);
    /// let mut tables = Tables::new();
    /// tables.prepare(&krk, &mut |_done, _total| {})?;
    /// let key = SealKey::new([7; 32]); // random and secret where it matters
    /// let mut bytes = tables.save(&krk, Distance::Mate, &key).unwrap_or_default();
    /// assert_eq!(adv_tables::saved_len(&krk), Ok(bytes.len()));
    ///
    /// let mut others = Tables::new();
    /// assert_eq!(others.load(&krk, Distance::Mate, &bytes, &key), Ok(()));
    /// assert!(others.is_prepared(&krk));
    /// bytes[100_000] ^= 1;
    /// assert_eq!(others.load(&krk, Distance::Mate, &bytes, &key), Err(LoadError::Seal));
    /// # Ok::<(), adv_tables::TableError>(())
    /// ```
    pub fn save(&self, material: &Material, distance: Distance, key: &SealKey) -> Option<Vec<u8>> {
        let (material, _) = oriented(material);
        let values = match distance {
            Distance::Mate => &self.tables.get(&material)?.values,
            Distance::Conversion => self.conversions.get(&material)?,
        };
        Some(file::write(&material, distance, values, key))
    }

    /// Takes the distances of one class from bytes that [`Tables::save`] has given with the same key, in place of those that are
    /// there already. The classes that it turns into are not looked for; [`Tables::prepare`] and
    /// [`Tables::prepare_conversions`] make what is still missing.
    ///
    /// # Errors
    ///
    /// When the bytes are anything else than the table of this class in this version, and when the class
    /// can have none. Nothing is changed then, and nothing large has been allocated.
    pub fn load(
        &mut self,
        material: &Material,
        distance: Distance,
        bytes: &[u8],
        key: &SealKey,
    ) -> Result<(), LoadError> {
        let (material, _) = oriented(material);
        let numbering = numbering(&material)?;
        let values = file::read(&material, distance, numbering.len(), bytes, key)?;
        match distance {
            Distance::Mate => {
                self.tables.insert(material, Table { numbering, values });
            }
            Distance::Conversion => {
                self.conversions.insert(material, values);
            }
        }
        Ok(())
    }

    /// True when positions of this material have values.
    pub fn is_prepared(&self, material: &Material) -> bool {
        self.has(material, Distance::Mate)
    }

    /// True when distances of this kind are prepared for a class.
    pub fn has(&self, material: &Material, distance: Distance) -> bool {
        let (material, _) = oriented(material);
        match distance {
            Distance::Mate => {
                self.tables.contains_key(&material) || self.sliced.contains_key(&material)
            }
            Distance::Conversion => self.conversions.contains_key(&material),
        }
    }

    /// Takes the values of a class in slices from elsewhere from now on. The classes that it turns into are not looked for.
    pub fn attach(&mut self, class: SlicedClass, values: Box<dyn SliceValues>) {
        let table = SlicedTable { class, values };
        self.sliced.insert(*table.class.material(), table);
    }

    /// The classes that have been prepared in memory, the stronger side as White.
    pub fn classes(&self) -> impl Iterator<Item = &Material> {
        self.tables.keys()
    }

    /// The memory that the values take, in bytes.
    pub fn bytes(&self) -> usize {
        let mates = self.tables.values().map(|table| table.values.len());
        let conversions = self.conversions.values().map(Vec::len);
        mates.chain(conversions).sum()
    }

    /// The value of a position for the side to move. `None` for a class that is not prepared, for a
    /// position in which a side may still castle, and for one that is not legal.
    pub fn dtm(&self, position: &Position) -> Option<Dtm> {
        self.value(&with_real_ep(position))
    }

    /// Plies to the next capture, promotion or mate in a position that a side wins: the winner plays for the shortest, among moves that
    /// keep the win, and the loser for the longest. 0 where the side to move is checkmated. `None` for a draw, where
    /// [`Tables::prepare_conversions`] has not been called for the class, and where [`Tables::dtm`] has no value.
    ///
    /// ```
    /// use adv_chess::{Material, notation};
    /// use adv_tables::{Dtm, Tables};
    ///
    /// // 8 . . . . . . k .      The pawn promotes at once, and then mates.
    /// // 7 P . . . . . . .
    /// // 1 K . . . . . . .
    /// let position = notation::parse_fen("6k1/P7/8/8/8/8/8/K7 w - - 0 1")?;
    /// let mut tables = Tables::new();
    /// tables.prepare_conversions(&Material::of(&position), &mut |_done, _total| {})?;
    /// assert!(tables.dtm(&position) > Some(Dtm::Win(31)));
    /// assert_eq!(tables.dtc(&position), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dtc(&self, position: &Position) -> Option<u16> {
        let position = with_real_ep(position);
        let material = Material::of(&position);
        let (turned, exchanged) = oriented(&material);
        let (table, plies) = (self.tables.get(&turned)?, self.conversions.get(&turned)?);
        let place = table.place(&position, exchanged)?;
        let outcome = unpack(*table.values.get(place)?)?;
        let decided = outcome != Dtm::Draw;
        decided.then(|| unpack(*plies.get(place)?)?.plies())?
    }

    /// The values of one class, `None` where it is not prepared.
    ///
    /// ```
    /// use adv_chess::{Material, notation};
    /// use adv_tables::{Dtm, Tables};
    ///
    /// let position = notation::parse_fen("8/8/8/8/8/2K5/1r6/k7 b - - 0 1")?;
    /// let material = Material::of(&position);
    /// let mut tables = Tables::new();
    /// assert!(tables.class(&material).is_none());
    /// tables.prepare(&material, &mut |_done, _total| {})?;
    /// let class = tables.class(&material).ok_or("prepared")?;
    /// assert_eq!(class.dtm(&position), tables.dtm(&position));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn class(&self, material: &Material) -> Option<Class<'_>> {
        let (material, exchanged) = oriented(material);
        if let Some(table) = self.tables.get(&material) {
            return Some(Class(Source::Whole { table, exchanged }));
        }
        self.sliced
            .get(&material)
            .map(|table| Class(Source::Slices(table)))
    }

    /// All legal moves, the best first: the shortest win, …, draws, the longest defence, …, the
    /// shortest loss. Moves of the same value are in the language's fixed order. Empty where there
    /// is no legal move, `None` where [`Tables::dtm`] is.
    ///
    /// ```
    /// use adv_chess::{Material, notation};
    /// use adv_tables::Tables;
    ///
    /// // 3 . k . . . . . .      Black to move takes the rook and has a draw. Of the losing moves
    /// // 2 . R . . . . . .      those come first that hold out longest.
    /// // 1 . . . K . . . .
    /// let position = notation::parse_fen("8/8/8/8/8/1k6/1R6/3K4 b - - 0 1")?;
    /// let mut tables = Tables::new();
    /// tables.prepare(&Material::of(&position), &mut |_done, _total| {})?;
    /// let ranked = tables.ranked_moves(&position).unwrap_or_default();
    /// let text: Vec<String> = ranked
    ///     .iter()
    ///     .map(|ranked| format!("{}: {}", notation::san(&position, ranked.mv), ranked.value))
    ///     .collect();
    /// assert_eq!(text[0], "Kxb2: drawn");
    /// assert_eq!(text[1], "Kc3: lost, mated in 13 moves");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ranked_moves(&self, position: &Position) -> Option<Vec<Ranked>> {
        self.dtm(position)?;
        let mut ranked = Vec::new();
        for mv in position.legal_moves() {
            let value = self.value(&position.play(mv))?.before();
            ranked.push(Ranked { mv, value });
        }
        ranked.sort_by_key(|ranked| Reverse(ranked.value));
        Some(ranked)
    }

    /// As [`Tables::dtm`], for a position whose right to capture en passant is a real one.
    fn value(&self, position: &Position) -> Option<Dtm> {
        self.class(&Material::of(position))?.value(position)
    }
}

/// The numbers of a class, where it can have a table.
fn numbering(material: &Material) -> Result<Numbering, TableError> {
    ClassIndex::new(*material, Color::White)?;
    if material.men() > MAX_MEN {
        return Err(TableError::TooManyMen(*material));
    }
    Ok(Numbering::new(material))
}

/// The work that it is to make the table of one class, without those that it turns into, in the unit in
/// which [`Tables::prepare`] reports its progress.
///
/// # Errors
///
/// When the class can have no table.
pub fn work(material: &Material) -> Result<u64, TableError> {
    Ok(2 * u64::from(numbering(material)?.len()))
}

/// The number of bytes that [`Tables::save`] gives for the distances of a class of either kind, whether it is prepared or not.
///
/// # Errors
///
/// When the class can have no table.
pub fn saved_len(material: &Material) -> Result<usize, TableError> {
    let (material, _) = oriented(material);
    Ok(file::length(&material, numbering(&material)?.len()))
}

impl std::fmt::Debug for Tables {
    /// Writes the names of the classes, for the values are millions.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<String> = self.classes().map(Material::name).collect();
        f.debug_tuple("Tables").field(&names).finish()
    }
}
