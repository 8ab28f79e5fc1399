//! The small vocabularies that instructions and records share: types, positions, sides, directions.

/// Makes a field-less enum with stable tags, `ALL`, and conversions that refuse unknown tags.
macro_rules! tags {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $tag:literal => $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name { $($(#[$vdoc])* $variant = $tag,)* }
        impl $name {
            /// Every variant in the order of the tags.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];
            /// The tag in the module file. Append-only.
            pub const fn tag(self) -> u8 { self as u8 }
            /// The variant of a tag; `None` for a tag that this version does not know.
            pub const fn from_tag(tag: u8) -> Option<Self> {
                match tag { $($tag => Some($name::$variant),)* _ => None }
            }
            /// The word of the language.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $text,)* }
            }
        }
        impl $crate::data::Data for $name {
            fn visit(&self, of: $crate::data::Field, see: &mut dyn $crate::data::Visitor) {
                see.word(of, self.tag(), self.word());
            }
            fn read(input: &mut $crate::data::Input<'_>, of: $crate::data::Field) -> $crate::data::Result<Self> {
                let tag = input.byte()?;
                $name::from_tag(tag).map_or_else(|| input.unknown(of, tag), Ok)
            }
        }
    )*};
}
pub(crate) use tags;

tags! {
    /// The type of a value. Every value fits one 64-bit register.
    Ty {
        /// A set of squares, a1 = bit 0, b1 = bit 1, h8 = bit 63.
        Board = 0 => "board",
        /// A signed 64-bit integer; arithmetic saturates.
        Number = 1 => "number",
        /// 0 or 1.
        Truth = 2 => "descriptor",
        /// A designation, not squares: `role + 8 * colour` with role K Q R B N P = 0..5 or 6 for all, colour W = 0, B = 1.
        Piece = 3 => "piece",
        /// W = 0, B = 1.
        Side = 4 => "side",
    }

    /// Which position an instruction reads.
    ///
    /// | frame   | goal | an action's out-class     | move clause              | table rule, statement |
    /// |---------|------|---------------------------|--------------------------|-----------------------|
    /// | Current | node | before our last move      | node before the move     | the position          |
    /// | New     | node | the node                  | position after the move  | refused by the check  |
    /// | Root    | root | where it was consulted    | root                     | refused by the check  |
    ///
    /// Inside a function `Current` is the position that the caller passed.
    Frame {
        /// No prefix.
        Current = 0 => "",
        /// `new.`
        New = 1 => "new.",
        /// `root.`
        Root = 2 => "root.",
    }

    /// Whose: a colour, or a side of the consultation that becomes a colour when the program runs.
    Who {
        /// `W`
        White = 0 => "W",
        /// `B`
        Black = 1 => "B",
        /// `us`
        Us = 2 => "us",
        /// `them`
        Them = 3 => "them",
    }

    /// Which of a piece-of-advice's trees is looked for, and so how the search goes about it.
    SearchMode {
        /// The first tree within the depth, in the order of moves.
        Within = 0 => "",
        /// The first of the shortest trees: 1, 3, 5, … plies are tried in turn, up to the depth.
        Shortest = 1 => "shortest",
        /// The first of the cheapest trees: efforts of 1, 2, 3, … are tried in turn, each with the whole depth.
        Cheapest = 2 => "cheapest",
        /// Whichever tree is the easiest to prove: a search by proof numbers.
        Easiest = 3 => "easiest",
    }

    /// When a goal is evaluated.
    When {
        /// At every node.
        Always = 0 => "",
        /// Only at nodes that our move led to.
        AfterUs = 1 => "after-us",
        /// Only at nodes that their move led to.
        AfterThem = 2 => "after-them",
    }

    /// The meaning of a record of advice.
    AdviceKind {
        /// A piece-of-advice of the author's.
        Piece = 0 => "",
        /// `satisfiable(a or b)`: one tree whose leaves meet either.
        Either = 1 => "either",
        /// The p-strategy of an `action`: its better-goal is the out-class, evaluated after our moves only, where the current
        /// position is the one before our last move and the new one is the node.
        Action = 2 => "action",
        /// An `action` of the file: as `Action`, and with a name by which it can be chosen and an in-class of its own.
        Item = 3 => "item",
        /// `satisfiable(a and b)`: one tree whose leaves meet both.
        Both = 4 => "both",
    }

    /// The eight directions of `toward`, north being towards rank 8.
    Direction {
        /// (0, +1)
        N = 0 => "N",
        /// (+1, +1)
        NE = 1 => "NE",
        /// (+1, 0)
        E = 2 => "E",
        /// (+1, -1)
        SE = 3 => "SE",
        /// (0, -1)
        S = 4 => "S",
        /// (-1, -1)
        SW = 5 => "SW",
        /// (-1, 0)
        W = 6 => "W",
        /// (-1, +1)
        NW = 7 => "NW",
    }
}

impl AdviceKind {
    /// True for the p-strategy of an action.
    pub const fn is_action(self) -> bool {
        matches!(self, AdviceKind::Action | AdviceKind::Item)
    }

    /// True for what stands for several pieces in one `satisfiable`.
    pub const fn is_hidden(self) -> bool {
        matches!(self, AdviceKind::Either | AdviceKind::Both)
    }
}

impl Direction {
    /// File step and rank step, each -1, 0 or +1.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Direction::N => (0, 1),
            Direction::NE => (1, 1),
            Direction::E => (1, 0),
            Direction::SE => (1, -1),
            Direction::S => (0, -1),
            Direction::SW => (-1, -1),
            Direction::W => (-1, 0),
            Direction::NW => (-1, 1),
        }
    }
}

/// What a function needs beyond its current position, found by the compiler and checked by the verifier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Needs(pub u8);

impl Needs {
    /// Nothing.
    pub const NONE: Needs = Needs(0);
    /// It speaks of `new.`.
    pub const NEW: Needs = Needs(1);
    /// It speaks of `root.`.
    pub const ROOT: Needs = Needs(2);
    /// It speaks of `FROM` or `TO`.
    pub const MOVE: Needs = Needs(4);
    /// It speaks of `TAKEN`.
    pub const TAKEN: Needs = Needs(8);
    /// It speaks of `HERE`.
    pub const HERE: Needs = Needs(16);
    /// Everything there is.
    pub const ALL: Needs = Needs(31);

    /// A position.
    pub const fn of(frame: Frame) -> Needs {
        match frame {
            Frame::Current => Needs::NONE,
            Frame::New => Needs::NEW,
            Frame::Root => Needs::ROOT,
        }
    }

    /// Both.
    #[must_use]
    pub const fn union(self, other: Needs) -> Needs {
        Needs(self.0 | other.0)
    }
    /// True where `self` needs nothing that `other` lacks.
    pub const fn within(self, other: Needs) -> bool {
        self.0 & !other.0 == 0
    }
    /// True where `self` has all of `other`.
    pub const fn has(self, other: Needs) -> bool {
        other.within(self)
    }
}
