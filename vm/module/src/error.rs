//! Why a file is not a module, a module not a verified one, or a program and its libraries do not go together.
//!
//! Every error carries a code of the family `M`, whose long texts the compiler's catalogue holds, and a sentence for people.

use std::fmt;

use crate::ids::Id;

/// Why bytes are not a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// The byte of the file where it was noticed.
    pub offset: usize,
    /// What kind of error.
    pub fault: ReadFault,
    /// What is wrong, in a sentence.
    pub sentence: String,
}

/// The kinds of [`ReadError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadFault {
    /// The file does not begin as a module does.
    Magic,
    /// The format, or the primitives the module was made for, are not those of this version.
    Version,
    /// The file ends too early.
    Truncated,
    /// Something in it cannot be what a writer wrote: a checksum, a tag, a length, a text.
    Corrupt,
    /// A count is beyond a limit of the format.
    Cap,
}

impl ReadError {
    /// The code in the catalogue of messages.
    pub const fn code(&self) -> &'static str {
        match self.fault {
            ReadFault::Magic => "M0001",
            ReadFault::Version => "M0002",
            ReadFault::Truncated => "M0003",
            ReadFault::Corrupt => "M0004",
            ReadFault::Cap => "M0005",
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {})", self.sentence, self.offset)
    }
}

impl std::error::Error for ReadError {}

/// The properties of a verified module, in the order in which they are looked at. Each relies on those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    /// Every id, register, target, role and place exists, and every count is within its limit.
    Bounds,
    /// No name or constant occurs twice.
    Duplicates,
    /// Jumps go forward, loops are nested, the last instruction is a return.
    Flow,
    /// The statements of strategies go forward, but for loops, which are nested.
    Statements,
    /// Every instruction finds operands of its types, every result has the type that is declared.
    Types,
    /// No function and no strategy reaches itself, and chains of calls are short enough.
    Acyclic,
    /// Functions declare what they need beyond their current position.
    Needs,
    /// Every function's cost has a bound, and the bound is within the limit.
    Budget,
    /// Advice, tables, strategies, patterns, tests and exports point to functions of the right kind.
    Records,
}

impl Property {
    /// The word in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Property::Bounds => "bounds",
            Property::Duplicates => "duplicates",
            Property::Flow => "flow",
            Property::Statements => "statements",
            Property::Types => "types",
            Property::Acyclic => "acyclic",
            Property::Needs => "needs",
            Property::Budget => "budget",
            Property::Records => "records",
        }
    }
}

/// Why a module is not accepted. A compiler's output never leads to it: either the file was changed, or the compiler has a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The property that does not hold.
    pub property: Property,
    /// The function or record that it is about; `None` for what has no id: an import, an export, a test, a claim, or the module as a whole.
    pub part: Option<Id>,
    /// The same with its name, such as ``function `room` ``.
    pub at: String,
    /// The instruction, counted from 0, where it is about one.
    pub instruction: Option<usize>,
    /// What is wrong, in a sentence.
    pub sentence: String,
}

impl VerifyError {
    /// The code in the catalogue of messages.
    pub const fn code(&self) -> &'static str {
        "M0006"
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, ", self.at)?;
        if let Some(instruction) = self.instruction {
            write!(f, "instruction {instruction}, ")?;
        }
        write!(f, "property {}: {}", self.property.word(), self.sentence)
    }
}

impl std::error::Error for VerifyError {}

/// Why a program cannot be put together with its libraries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// A `use` names a library that is not there.
    MissingLibrary {
        /// The library.
        library: String,
        /// The module that uses it.
        user: String,
        /// The libraries that are there.
        present: Vec<String>,
    },
    /// The library is there in another version than the one that was compiled against.
    VersionDiffers {
        /// The library.
        library: String,
        /// The module that uses it.
        user: String,
        /// The version compiled against.
        expected: String,
        /// The version that is there.
        found: String,
    },
    /// The library has no such definition, or the definition has fewer components.
    MissingName {
        /// The library.
        library: String,
        /// The definition.
        name: String,
        /// Which component of a tuple.
        component: u8,
        /// The module that uses it.
        user: String,
    },
    /// The definition has other parameters, another result or other needs.
    SignatureDiffers {
        /// The library.
        library: String,
        /// The definition.
        name: String,
        /// The module that uses it.
        user: String,
        /// The signature compiled against.
        expected: String,
        /// The signature that is there.
        found: String,
    },
    /// The parts are sound, their sum is not: too large, or too deep in calls. Anything else here is a bug of the linker.
    Verify(VerifyError),
}

impl LinkError {
    /// The code in the catalogue of messages.
    pub const fn code(&self) -> &'static str {
        match self {
            LinkError::MissingLibrary { .. } => "M0007",
            LinkError::VersionDiffers { .. } => "M0008",
            LinkError::MissingName { .. } | LinkError::SignatureDiffers { .. } => "M0009",
            LinkError::Verify(error) => error.code(),
        }
    }
}

/// A version in a message; programs have none.
fn version(text: &str) -> String {
    if text.is_empty() {
        "no version".to_owned()
    } else {
        format!("version `{text}`")
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::MissingLibrary {
                library,
                user,
                present,
            } => {
                write!(
                    f,
                    "`{user}` uses the library `{library}`, which is not there; "
                )?;
                if present.is_empty() {
                    write!(
                        f,
                        "no library was given, add it to those the program is linked with"
                    )
                } else {
                    let present: Vec<_> = present.iter().map(|name| format!("`{name}`")).collect();
                    write!(
                        f,
                        "add it to those the program is linked with: {}",
                        present.join(", ")
                    )
                }
            }
            LinkError::VersionDiffers {
                library,
                user,
                expected,
                found,
            } => write!(
                f,
                "`{user}` was compiled against {} of the library `{library}`, found {}; compile `{user}` again or use the \
                 library it was made for",
                version(expected),
                version(found)
            ),
            LinkError::MissingName {
                library,
                name,
                component: 0,
                user,
            } => write!(
                f,
                "`{user}` uses `{name}` of the library `{library}`, which exports no such name; compile `{user}` again to see \
                 where"
            ),
            LinkError::MissingName {
                library,
                name,
                component,
                user,
            } => write!(
                f,
                "`{user}` uses component {component} of `{name}` of the library `{library}`, which has fewer; compile `{user}` \
                 again"
            ),
            LinkError::SignatureDiffers {
                library,
                name,
                user,
                expected,
                found,
            } => write!(
                f,
                "`{user}` was compiled against `{name} {expected}` of the library `{library}`, found `{name} {found}`; compile \
                 `{user}` again"
            ),
            LinkError::Verify(error) => write!(f, "the linked program is not sound: {error}"),
        }
    }
}

impl std::error::Error for LinkError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            LinkError::Verify(error) => Some(error),
            _ => None,
        }
    }
}
