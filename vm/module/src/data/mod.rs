//! A program's records as data: one declaration of each gives all ways through it.
//!
//! ```text
//!   record!(Cost { when, of_move: role(Role::Cost), effort, place })
//!      ├ visit     every value in the order of the fields: the writer, the verifier, the listing are visitors
//!      ├ rewrite   every id and place becomes another one: the linker
//!      └ read      the fields out of the bytes of a file, in the same order
//! ```
//!
//! A field that a declaration forgets is an error of the compiler: the record is taken apart and put together by its names.

mod field;
mod input;

use crate::ids::{AdviceId, EvaluationId, FnId, Id, PatternId, StrategyId, TableId};
use crate::layout::Rewrite;
use crate::op::Op;
use crate::program::Place;
use crate::types::Needs;

pub(crate) use field::{Field, Role, Scope};
pub(crate) use input::{Input, Result, fail};

/// Sees the values of a record one after the other, each with its field. Every default does nothing.
pub(crate) trait Visitor {
    /// A record begins: its fields follow, then [`Visitor::end`].
    fn record(&mut self, _of: Field) {}
    /// A variant with its tag and its name begins: its fields follow, then [`Visitor::end`].
    fn variant(&mut self, _of: Field, _tag: u8, _name: &'static str) {}
    /// A list of so many members begins: they follow, then [`Visitor::end`].
    fn list(&mut self, _of: Field, _length: usize) {}
    /// The end of a record, a variant or a list.
    fn end(&mut self) {}
    /// An optional value, which follows where there is one.
    fn option(&mut self, _of: Field, _some: bool) {}
    /// A word of a vocabulary, and its tag.
    fn word(&mut self, _of: Field, _tag: u8, _word: &'static str) {}
    /// A number.
    fn number(&mut self, _of: Field, _number: u64) {}
    /// A signed number.
    fn signed(&mut self, _of: Field, _number: i64) {}
    /// A flag.
    fn flag(&mut self, _of: Field, _flag: bool) {}
    /// A text.
    fn text(&mut self, _of: Field, _text: &str) {}
    /// The number of a function or a record.
    fn id(&mut self, _of: Field, _id: Id) {}
    /// The instructions of a function, between the beginning and the end of their list.
    fn code(&mut self, _code: &[Op]) {}
    /// A place.
    fn place(&mut self, _place: Place) {}
}

/// A part of a program.
pub(crate) trait Data {
    /// Shows every value in it to a visitor.
    fn visit(&self, of: Field, see: &mut dyn Visitor);
    /// Puts other ids and places in the place of those in it. Most values have none.
    fn rewrite(&mut self, _to: &mut dyn Rewrite) {}
    /// Shows the members of a list to a visitor.
    fn visit_members(members: &[Self], of: Field, see: &mut dyn Visitor)
    where
        Self: Sized,
    {
        members.iter().for_each(|member| member.visit(of, see));
    }
    /// Reads it as it was written. Places are read after everything else, and are zeros here.
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self>
    where
        Self: Sized;
}

/// Declares the fields of a record, or the variants of an enum with their tags, in the order of the file. After a field stands what
/// [`Field`] knows of it; after `in` stands the [`Scope`] of the whole. A field after `later` is left out: it belongs to the debug part of
/// the file.
macro_rules! record {
    (enum $record:ident { $(
        $tag:literal $variant:ident
        $(($($item:ident $(: $item_hint:ident($item_value:expr))*),*))?
        $({$($field:ident $(: $hint:ident($value:expr))*),*})?;
    )* }) => {
        impl $crate::data::Data for $record {
            fn visit(&self, of: $crate::data::Field, see: &mut dyn $crate::data::Visitor) {
                match self { $(
                    $record::$variant $(($($item),*))? $({$($field),*})? => {
                        see.variant(of, $tag, stringify!($variant));
                        $($($item.visit(of.enter(stringify!($item))$(.$item_hint($item_value))*, see);)*)?
                        $($($field.visit(of.enter(stringify!($field))$(.$hint($value))*, see);)*)?
                    }
                )* }
                see.end();
            }
            fn rewrite(&mut self, _to: &mut dyn $crate::layout::Rewrite) {
                match self { $(
                    $record::$variant $(($($item),*))? $({$($field),*})? => {
                        $($($item.rewrite(_to);)*)?
                        $($($field.rewrite(_to);)*)?
                    }
                )* }
            }
            fn read(input: &mut $crate::data::Input<'_>, of: $crate::data::Field) -> $crate::data::Result<Self> {
                Ok(match input.byte()? {
                    $($tag => $record::$variant
                        $(($($crate::data::Data::read(input, of.enter(stringify!($item))$(.$item_hint($item_value))*)?),*))?
                        $({$($field: $crate::data::Data::read(input, of.enter(stringify!($field))$(.$hint($value))*)?),*})?,)*
                    tag => return input.unknown(of, tag),
                })
            }
        }
    };
    ($record:ident $(in $scope:ident)? { $($field:ident $(: $hint:ident($value:expr))*),* $(,)? } $(later $later:ident)?) => {
        impl $crate::data::Data for $record {
            fn visit(&self, of: $crate::data::Field, see: &mut dyn $crate::data::Visitor) {
                $(let of = of.scope($crate::data::Scope::$scope);)?
                let $record { $($field,)* $($later: _)? } = self;
                see.record(of);
                $($field.visit(of.enter(stringify!($field))$(.$hint($value))*, see);)*
                see.end();
            }
            fn rewrite(&mut self, to: &mut dyn $crate::layout::Rewrite) {
                $(self.$field.rewrite(to);)*
            }
            fn read(input: &mut $crate::data::Input<'_>, of: $crate::data::Field) -> $crate::data::Result<Self> {
                Ok($record {
                    $($field: $crate::data::Data::read(input, of.enter(stringify!($field))$(.$hint($value))*)?,)*
                    $($later: Default::default(),)?
                })
            }
        }
    };
}
pub(crate) use record;

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Data for $number {
            fn visit(&self, of: Field, see: &mut dyn Visitor) {
                see.number(of, u64::from(*self));
            }
            fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
                input.narrow(of)
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64);

macro_rules! ids {
    ($($id:ident is $kind:ident $(by $method:ident)?;)*) => {$(
        impl Data for $id {
            fn visit(&self, of: Field, see: &mut dyn Visitor) {
                see.id(of, Id::$kind(*self));
            }
            $(fn rewrite(&mut self, to: &mut dyn Rewrite) {
                *self = to.$method(*self);
            })?
            fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
                input.narrow(of).map($id)
            }
        }
    )*};
}

ids! {
    FnId is Function by function;
    AdviceId is Advice by advice;
    TableId is Table;
    StrategyId is Strategy;
    PatternId is Pattern;
    EvaluationId is Evaluation;
}

impl Data for i64 {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.signed(of, *self);
    }
    fn read(input: &mut Input<'_>, _: Field) -> Result<Self> {
        input.signed()
    }
}

impl Data for bool {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.flag(of, *self);
    }
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
        input.flag(of)
    }
}

impl Data for String {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.text(of, self);
    }
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
        input.text(of)
    }
}

impl Data for Needs {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.number(of, u64::from(self.0));
    }
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
        match input.byte()? {
            bits if Needs(bits).within(Needs::ALL) => Ok(Needs(bits)),
            bits => input.unknown(of, bits),
        }
    }
}

impl Data for Op {
    fn visit(&self, _: Field, see: &mut dyn Visitor) {
        see.code(&[*self]);
    }
    fn visit_members(members: &[Op], _: Field, see: &mut dyn Visitor) {
        see.code(members);
    }
    fn rewrite(&mut self, to: &mut dyn Rewrite) {
        *self = Op::rewrite(*self, to);
    }
    fn read(input: &mut Input<'_>, _: Field) -> Result<Self> {
        input.op()
    }
}

impl Data for Place {
    fn visit(&self, _: Field, see: &mut dyn Visitor) {
        see.place(*self);
    }
    fn rewrite(&mut self, to: &mut dyn Rewrite) {
        *self = to.place(*self);
    }
    fn read(_: &mut Input<'_>, _: Field) -> Result<Self> {
        Ok(Place::default())
    }
}

impl<T: Data> Data for Option<T> {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.option(of, self.is_some());
        if let Some(value) = self {
            value.visit(of, see);
        }
    }
    fn rewrite(&mut self, to: &mut dyn Rewrite) {
        if let Some(value) = self {
            value.rewrite(to);
        }
    }
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
        match input.flag(of)? {
            true => T::read(input, of).map(Some),
            false => Ok(None),
        }
    }
}

impl<T: Data> Data for Vec<T> {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.list(of, self.len());
        T::visit_members(self, of.member(), see);
        see.end();
    }
    fn rewrite(&mut self, to: &mut dyn Rewrite) {
        self.iter_mut().for_each(|member| member.rewrite(to));
    }
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
        let mut list = Vec::new();
        for _ in 0..input.count(of, of.members())? {
            list.push(T::read(input, of.member())?);
        }
        Ok(list)
    }
}

impl<T: Data + Copy + Default, const N: usize> Data for [T; N] {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.record(of);
        T::visit_members(self, of, see);
        see.end();
    }
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
        let mut array = [T::default(); N];
        for member in &mut array {
            *member = T::read(input, of)?;
        }
        Ok(array)
    }
}

impl<A: Data, B: Data> Data for (A, B) {
    fn visit(&self, of: Field, see: &mut dyn Visitor) {
        see.record(of);
        self.0.visit(of, see);
        self.1.visit(of, see);
        see.end();
    }
    fn rewrite(&mut self, to: &mut dyn Rewrite) {
        self.0.rewrite(to);
        self.1.rewrite(to);
    }
    fn read(input: &mut Input<'_>, of: Field) -> Result<Self> {
        Ok((A::read(input, of)?, B::read(input, of)?))
    }
}

/// Calls a function with every id in a part of a program, and with what its field is.
pub(crate) fn each_id(data: &dyn Data, of: Field, f: impl FnMut(Field, Id)) {
    struct Ids<F>(F);
    impl<F: FnMut(Field, Id)> Visitor for Ids<F> {
        fn id(&mut self, of: Field, id: Id) {
            (self.0)(of, id);
        }
    }
    data.visit(of, &mut Ids(f));
}

/// Calls a function with every function that a part of a program names.
pub(crate) fn each_function(data: &dyn Data, mut f: impl FnMut(FnId)) {
    each_id(data, Field::WHOLE, |_, id| {
        if let Id::Function(id) = id {
            f(id);
        }
    });
}

/// Calls a function with every piece-of-advice that a part of a program names.
pub(crate) fn each_advice(data: &dyn Data, mut f: impl FnMut(AdviceId)) {
    each_id(data, Field::WHOLE, |_, id| {
        if let Id::Advice(id) = id {
            f(id);
        }
    });
}

/// Calls a function with every place of a part of a program.
pub(crate) fn each_place(data: &dyn Data, f: impl FnMut(Place)) {
    struct Places<F>(F);
    impl<F: FnMut(Place)> Visitor for Places<F> {
        fn place(&mut self, place: Place) {
            (self.0)(place);
        }
    }
    data.visit(Field::WHOLE, &mut Places(f));
}

/// Puts other places in the place of those of a part of a program.
pub(crate) fn change_places(data: &mut dyn Data, f: impl FnMut(Place) -> Place) {
    struct Places<F>(F);
    impl<F: FnMut(Place) -> Place> Rewrite for Places<F> {
        fn place(&mut self, place: Place) -> Place {
            (self.0)(place)
        }
    }
    data.rewrite(&mut Places(f));
}
