//! The module while it is being made: functions, pool, slots, and what is known of each function.

use super::atoms::CalleeFacts;
use super::emit::{Keeping, generate};
use super::error::{LowerError, LowerErrorKind};
use super::term::{Term, TermId, Terms, WordMap};
use super::walk::Size;
use crate::hir::{self, Frame, Hir, Needs, Ty, Type};
use crate::library::{Libraries, Library};
use crate::passes::Passes;
use crate::source::Span;
use adv_module::format::{MAX_CODE, MAX_CONSTANTS, MAX_FUNCTIONS, MAX_SLOTS};
use adv_module::program::{Function, Import, Place};
use adv_module::{ConstId, FnId, Op, SlotId};

/// The type of a register; of a zone the first.
pub(super) const fn word_type(ty: Type) -> Ty {
    match ty {
        Type::Board | Type::Zone => Ty::Board,
        Type::Number(_) => Ty::Number,
        Type::Truth => Ty::Truth,
        Type::Piece => Ty::Piece,
        Type::Side => Ty::Side,
    }
}

/// How many functions a value of this type takes.
pub(super) const fn width(ty: Type) -> usize {
    match ty {
        Type::Number(width) if width > 1 => width as usize,
        Type::Zone => ZONE.len(),
        _ => 1,
    }
}

/// The registers of a zone: its men, its targets, its horizon.
const ZONE: [Ty; 3] = [Ty::Board, Ty::Board, Ty::Number];

/// The type of a component of a value.
pub(super) fn component_type(ty: Type, component: usize) -> Ty {
    match ty {
        Type::Zone => ZONE.get(component).copied().unwrap_or(Ty::Board),
        ty => word_type(ty),
    }
}

/// The registers of some parameters, one after the other.
pub(super) fn registers(params: &[(String, Type)]) -> impl Iterator<Item = Ty> {
    let parts = |ty: Type| (0..width(ty)).map(move |component| component_type(ty, component));
    params.iter().flat_map(move |(_, ty)| parts(*ty))
}

/// What makes two functions one: everything that can be seen of them but the name.
type FunctionKey = (Vec<Op>, Vec<Place>, Place, Ty);

/// The module while it is being made.
pub(super) struct Lowering<'a> {
    pub(super) program: &'a Hir,
    /// The libraries that the program was checked against.
    pub(super) libraries: Libraries<'a>,
    /// Places are written.
    located: bool,
    /// Which passes run.
    pub(super) passes: Passes,
    pub(super) imports: Vec<Import>,
    /// The definitions that are imported, where their libraries were given.
    imported: Vec<Option<LibraryFunction>>,
    /// The first component of each library function.
    library: Vec<usize>,
    /// The module's functions, definitions first; empty until their code is made.
    functions: Vec<Option<Function>>,
    /// The first component of each definition, an index into `functions`.
    own: Vec<usize>,
    /// What is known of each function, imports first.
    facts: Vec<CalleeFacts>,
    /// Definitions that are put in place of their calls: nodes and depth of loops.
    pub(super) small: Vec<Option<Size>>,
    pub(super) pool: Vec<u64>,
    pooled: WordMap<u64, ConstId>,
    slots: WordMap<Vec<Term>, (SlotId, FnId)>,
    /// How many functions a name has given its `.root` to.
    roots: WordMap<String, u32>,
    bodies: WordMap<FunctionKey, FnId>,
    /// The functions of boards that are drawn, by what they compute.
    drawn: WordMap<Vec<Term>, FnId>,
}

/// A definition of a library.
#[derive(Clone, Copy)]
pub(super) struct LibraryFunction {
    /// The index of the library.
    pub(super) library: usize,
    /// The index of the definition in it.
    pub(super) index: usize,
}

/// Finds what is imported, in the version that the importing program was checked against.
fn find(libraries: Libraries<'_>, import: &hir::Import) -> Option<LibraryFunction> {
    let library = libraries.find(&import.module)?;
    let found = libraries.get(library).ok()?;
    let index = hir::find(found.hir(), &import.name)?;
    (found.version() == import.version).then_some(LibraryFunction { library, index })
}

/// What a call of a library's function costs, roughly, and whether it may start a nested search.
fn library_facts(library: &Library, import: &Import) -> Option<CalleeFacts> {
    let cost = |op: &Op| match op {
        Op::Prim { prim, .. } => prim.entry().cost,
        Op::Call { .. } | Op::CallFor { .. } => 10,
        Op::ForEach { .. } => 40,
        _ => 1,
    };
    let program = library.module().program();
    let mut exports = library.exports().iter();
    let export = exports.find(|export| export.name == import.name)?;
    let function = *export.functions.get(usize::from(import.component))?;
    let code = &program.function(function)?.code;
    Some(CalleeFacts {
        ty: import.result,
        cost: code.iter().map(cost).sum(),
        needs: import.needs,
        satisfiable: !program.advice.is_empty(),
    })
}

/// What is assumed of a library's function: more than a few instructions, less than a search.
const LIBRARY_COST: u32 = 10;

impl<'a> Lowering<'a> {
    /// A module with room for the program's definitions.
    pub(super) fn new(
        program: &'a Hir,
        libraries: Libraries<'a>,
        located: bool,
        passes: Passes,
    ) -> Lowering<'a> {
        let (mut imports, mut library, mut facts, mut imported) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for import in &program.imports {
            library.push(imports.len());
            let definition = find(libraries, import);
            imported.push(definition);
            for component in 0..width(import.result) {
                let result = component_type(import.result, component);
                let import = Import {
                    module: import.module.clone(),
                    version: import.version.clone(),
                    name: import.name.clone(),
                    component: u8::try_from(component).unwrap_or(u8::MAX),
                    params: import.params.clone(),
                    result,
                    needs: import.needs,
                };
                let known = definition.and_then(|known| libraries.get(known.library).ok());
                let known = known.and_then(|library| library_facts(library, &import));
                facts.push(known.unwrap_or(CalleeFacts {
                    ty: result,
                    cost: LIBRARY_COST,
                    needs: import.needs,
                    satisfiable: false,
                }));
                imports.push(import);
            }
        }
        let (mut own, mut functions) = (Vec::new(), Vec::new());
        for function in &program.functions {
            own.push(functions.len());
            for component in 0..width(function.result) {
                functions.push(None);
                let ty = component_type(function.result, component);
                facts.push(CalleeFacts {
                    ty,
                    cost: 0,
                    needs: function.needs,
                    satisfiable: false,
                });
            }
        }
        Lowering {
            program,
            libraries,
            located,
            passes,
            imports,
            imported,
            library,
            functions,
            own,
            facts,
            small: vec![None; program.functions.len()],
            pool: Vec::new(),
            pooled: WordMap::default(),
            slots: WordMap::default(),
            roots: WordMap::default(),
            bodies: WordMap::default(),
            drawn: WordMap::default(),
        }
    }

    /// The functions, once all are made.
    pub(super) fn finish(self) -> (Vec<Function>, Vec<u64>, u16, Vec<Import>) {
        let slots = u16::try_from(self.slots.len()).unwrap_or(u16::MAX);
        (
            self.functions.into_iter().flatten().collect(),
            self.pool,
            slots,
            self.imports,
        )
    }

    /// A place as the module writes it: none where it has no source text.
    pub(super) fn place(&self, span: Span) -> Place {
        if self.located { span } else { Place::default() }
    }

    fn id(&self, own: usize) -> FnId {
        FnId(u32::try_from(self.imports.len() + own).unwrap_or(u32::MAX))
    }

    /// One component of a definition or library function.
    pub(super) fn callee(&self, callee: hir::Callee, component: usize) -> FnId {
        match callee {
            hir::Callee::Own(index) => self.id(self
                .own
                .get(index)
                .map_or(usize::MAX / 2, |first| first + component)),
            hir::Callee::Library(index) => {
                let first = self.library.get(index).copied().unwrap_or(usize::MAX / 2);
                FnId(u32::try_from(first + component).unwrap_or(u32::MAX))
            }
        }
    }

    /// The library's definition that is called in the program, or in the library of this index.
    pub(super) fn library_function(
        &self,
        home: Option<usize>,
        callee: hir::Callee,
    ) -> Option<LibraryFunction> {
        match (home, callee) {
            (None, hir::Callee::Own(_)) => None,
            (None, hir::Callee::Library(index)) => self.imported.get(index).copied().flatten(),
            (Some(library), hir::Callee::Own(index)) => Some(LibraryFunction { library, index }),
            (Some(library), hir::Callee::Library(index)) => {
                let library = self.libraries.get(library).ok()?;
                find(self.libraries, library.hir().imports.get(index)?)
            }
        }
    }

    /// What is known of a function.
    pub(super) fn facts(&self, function: FnId) -> CalleeFacts {
        let nothing = CalleeFacts {
            ty: Ty::Number,
            cost: 0,
            needs: Needs::NONE,
            satisfiable: false,
        };
        self.facts.get(function.index()).copied().unwrap_or(nothing)
    }

    /// A finished function's needs.
    pub(super) fn needs(&self, function: FnId) -> Needs {
        self.facts(function).needs
    }

    /// The place of a word in the pool.
    pub(super) fn constant(&mut self, word: u64) -> ConstId {
        *self.pooled.entry(word).or_insert_with(|| {
            self.pool.push(word);
            ConstId(u32::try_from(self.pool.len() - 1).unwrap_or(u32::MAX))
        })
    }

    /// Makes a definition's component.
    pub(super) fn define(
        &mut self,
        function: &hir::Function,
        id: FnId,
        name: String,
        terms: &Terms,
        root: TermId,
    ) -> Result<(), LowerError> {
        let params = registers(&function.params).collect();
        let (made, facts) =
            self.make(name, params, terms, root, Keeping::All, function.name.span)?;
        if let Some(place) = self
            .functions
            .get_mut(id.index().wrapping_sub(self.imports.len()))
        {
            *place = Some(made);
        }
        if let Some(place) = self.facts.get_mut(id.index()) {
            *place = facts;
        }
        Ok(())
    }

    /// Makes a function that is no definition, or finds the one that is no different.
    pub(super) fn extra(
        &mut self,
        name: String,
        params: Vec<Ty>,
        terms: &Terms,
        root: TermId,
        keeping: Keeping,
        span: Span,
    ) -> Result<FnId, LowerError> {
        let (made, facts) = self.make(name, params, terms, root, keeping, span)?;
        let body = (
            made.code.clone(),
            made.places.clone(),
            made.place,
            made.result,
        );
        if let Some(&known) = self.bodies.get(&body).filter(|_| made.params.is_empty()) {
            return Ok(known);
        }
        let id = self.id(self.functions.len());
        if id.index() >= MAX_FUNCTIONS {
            return Err(LowerError::new(LowerErrorKind::Functions, &made.name, span));
        }
        if made.params.is_empty() {
            self.bodies.insert(body, id);
        }
        self.functions.push(Some(made));
        self.facts.push(facts);
        Ok(id)
    }

    /// A function that computes a board for drawings: one for all its places, so without a place of its own. `None`
    /// where it does not fit.
    pub(super) fn drawn(&mut self, name: String, terms: &Terms, root: TermId) -> Option<FnId> {
        if let Term::Call(function, Frame::Current, args) = terms.term(root)
            && args.is_empty()
        {
            return Some(*function);
        }
        let shape = terms.shape(root);
        if let Some(&known) = self.drawn.get(&shape) {
            return Some(known);
        }
        // What is needed goes before what is drawn.
        if self.functions.len() >= MAX_FUNCTIONS / 2 {
            return None;
        }
        let located = std::mem::replace(&mut self.located, false);
        let made = self.extra(
            name,
            Vec::new(),
            terms,
            root,
            Keeping::Nothing,
            terms.span(root),
        );
        self.located = located;
        let made = made.ok()?;
        self.drawn.insert(shape, made);
        Some(made)
    }

    fn make(
        &mut self,
        name: String,
        params: Vec<Ty>,
        terms: &Terms,
        root: TermId,
        keeping: Keeping,
        span: Span,
    ) -> Result<(Function, CalleeFacts), LowerError> {
        let owner = name.strip_suffix(".root").unwrap_or(&name);
        let made = generate(self, terms, root, params.len(), keeping, owner, span)?;
        let (code, mut places) = made.code.finish();
        if code.len() > MAX_CODE {
            return Err(LowerError::new(LowerErrorKind::Code, &name, span));
        }
        if self.pool.len() > MAX_CONSTANTS {
            return Err(LowerError::new(LowerErrorKind::Constants, &name, span));
        }
        if !self.located {
            places.clear();
        }
        let (needs, satisfiable) = self.needed(&code);
        let result = terms.facts(root).ty;
        let facts = CalleeFacts {
            ty: result,
            cost: terms.facts(root).cost,
            needs,
            satisfiable,
        };
        let place = self.place(span);
        let registers = made
            .registers
            .max(u16::try_from(params.len()).unwrap_or(u16::MAX));
        Ok((
            Function {
                name,
                params,
                result,
                needs,
                registers,
                code,
                places,
                place,
            },
            facts,
        ))
    }

    /// What code needs beyond its current position, and whether it can stop: it starts a nested search, or asks a tablebase.
    fn needed(&self, code: &[Op]) -> (Needs, bool) {
        code.iter()
            .fold((Needs::NONE, false), |(needs, searches), op| {
                let callee = op.callee().map(|function| self.facts(function));
                let stops = match op {
                    Op::Prim { prim, .. } => prim.asks_oracle(),
                    Op::Satisfiable { .. } => true,
                    // A definition that is called for a side searches nothing.
                    Op::CallFor { .. } => false,
                    _ => callee.is_some_and(|facts| facts.satisfiable),
                };
                let own = op.needs(|function| self.needs(function));
                (needs.union(own), searches | stops)
            })
    }

    /// The slot and the function of a value of the root; `None` where there are no more slots.
    pub(super) fn kept(
        &mut self,
        terms: &Terms,
        root: TermId,
        owner: &str,
    ) -> Result<Option<(SlotId, FnId)>, LowerError> {
        let shape = terms.shape(root);
        if let Some(&known) = self.slots.get(&shape) {
            return Ok(Some(known));
        }
        if self.slots.len() >= MAX_SLOTS {
            return Ok(None);
        }
        let number = self.roots.entry(owner.to_owned()).or_default();
        *number += 1;
        let name = if *number == 1 {
            format!("{owner}.root")
        } else {
            format!("{owner}.root.{number}")
        };
        let function = self.extra(
            name,
            Vec::new(),
            terms,
            root,
            Keeping::Dear,
            terms.span(root),
        )?;
        let slot = SlotId(u16::try_from(self.slots.len()).unwrap_or(u16::MAX));
        self.slots.insert(shape, (slot, function));
        Ok(Some((slot, function)))
    }
}
