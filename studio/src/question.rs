//! The fields of a question: each is read by its type, and limited.

use std::collections::BTreeMap;
use std::fmt::Display;

use adv::Position;
use adv::chess::parse_position;
use adv::render::studio::{FaultCode, StudioFault};
use serde_json::{Map, Value};

use crate::{MOST_QUESTION_BYTES, PROTOCOL};

/// The most bytes of one file of a project.
pub const MOST_FILE_BYTES: usize = 256 << 10;
/// The most files of a project.
pub const MOST_FILES: usize = 64;
/// The most bytes of a name.
const MOST_NAME_BYTES: usize = 200;

/// Reason why a question has no answer.
#[derive(Debug)]
pub struct Fault(pub StudioFault);

impl Fault {
    fn new(code: FaultCode, message: impl Display) -> Fault {
        let message = message.to_string();
        Fault(StudioFault { code, message })
    }

    pub fn unreadable(message: impl Display) -> Fault {
        Fault::new(FaultCode::Unreadable, message)
    }

    pub fn unknown(message: impl Display) -> Fault {
        Fault::new(FaultCode::Unknown, message)
    }

    pub fn refused(message: impl Display) -> Fault {
        Fault::new(FaultCode::Refused, message)
    }

    pub fn program() -> Fault {
        Fault::new(
            FaultCode::Program,
            "the program has errors, which are shown in the text: mend them first",
        )
    }

    pub fn budget(message: impl Display) -> Fault {
        Fault::new(FaultCode::Budget, message)
    }

    pub fn cancelled() -> Fault {
        Fault::new(FaultCode::Cancelled, "the question was given up")
    }

    pub fn too_large(message: impl Display) -> Fault {
        Fault::new(FaultCode::TooLarge, message)
    }
}

/// A question.
pub struct Asked {
    /// Its number.
    pub id: u64,
    /// Its kind.
    pub ask: String,
    fields: Map<String, Value>,
}

/// The texts of a project, and which of them is the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Project {
    /// The texts by their names.
    pub files: BTreeMap<String, String>,
    /// The name of the program.
    pub open: String,
}

impl Project {
    /// The text of the program.
    pub fn text(&self) -> &str {
        self.files.get(&self.open).map_or("", String::as_str)
    }
}

impl Asked {
    /// Reads a question.
    pub fn read(text: &str) -> Result<Asked, Fault> {
        if text.len() > MOST_QUESTION_BYTES {
            return Err(Fault::too_large(format!(
                "a question has at most {MOST_QUESTION_BYTES} bytes"
            )));
        }
        let Ok(Value::Object(fields)) = serde_json::from_str(text) else {
            return Err(Fault::unreadable("the question is no JSON object"));
        };
        let id = fields.get("id").and_then(Value::as_u64);
        let id = id.ok_or_else(|| Fault::unreadable("the question has no number `id`"))?;
        let ask = fields.get("ask").and_then(Value::as_str).unwrap_or("");
        Ok(Asked {
            id,
            ask: ask.chars().take(40).collect(),
            fields,
        })
    }

    /// Refuses questions of another version.
    pub fn check_version(&self) -> Result<(), Fault> {
        match self.fields.get("adv").and_then(Value::as_u64) {
            Some(PROTOCOL) => Ok(()),
            _ => Err(Fault::new(
                FaultCode::Version,
                format!("the question says `\"adv\": {PROTOCOL}` first"),
            )),
        }
    }

    fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    /// A text, if there is one.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Fault> {
        match self.field(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Fault::unreadable(format!("`{name}` is no text"))),
        }
    }

    /// A text that the question must have.
    pub fn needed_text(&self, name: &str) -> Result<&str, Fault> {
        let text = self.text(name)?;
        text.ok_or_else(|| Fault::unreadable(format!("`{name}` is no text")))
    }

    /// A number, if there is one.
    pub fn number(&self, name: &str) -> Result<Option<u64>, Fault> {
        match self.field(name) {
            None => Ok(None),
            Some(value) => match value.as_u64() {
                Some(number) => Ok(Some(number)),
                None => Err(Fault::unreadable(format!("`{name}` is no number"))),
            },
        }
    }

    /// A truth; false where it is left out.
    pub fn truth(&self, name: &str) -> Result<bool, Fault> {
        match self.field(name) {
            None => Ok(false),
            Some(Value::Bool(truth)) => Ok(*truth),
            Some(_) => Err(Fault::unreadable(format!("`{name}` is no truth"))),
        }
    }

    /// A list of texts; empty where it is left out.
    pub fn texts(&self, name: &str, most: usize) -> Result<Vec<&str>, Fault> {
        let list = match self.field(name) {
            None => return Ok(Vec::new()),
            Some(Value::Array(list)) => list,
            Some(_) => return Err(Fault::unreadable(format!("`{name}` is no list"))),
        };
        if list.len() > most {
            return Err(Fault::too_large(format!(
                "`{name}` has at most {most} entries"
            )));
        }
        let texts = list.iter().map(Value::as_str);
        texts
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Fault::unreadable(format!("`{name}` is no list of texts")))
    }

    /// The place `at`: line and character.
    pub fn place(&self) -> Result<(u32, u32), Fault> {
        let part = |name: &str| {
            let part = self.field("at")?.get(name)?.as_u64()?;
            u32::try_from(part).ok()
        };
        match (part("line"), part("character")) {
            (Some(line), Some(character)) => Ok((line, character)),
            _ => Err(Fault::unreadable("`at` is no place in a text")),
        }
    }

    /// The question of which another one speaks: its number, or `None` for all.
    pub fn of(&self) -> Option<u64> {
        self.field("of").and_then(Value::as_u64)
    }

    /// The page that asks, where several share one engine.
    pub fn page(&self) -> &str {
        let page = self.field("page").and_then(Value::as_str).unwrap_or("");
        page.get(..MOST_NAME_BYTES).unwrap_or(page)
    }

    /// The position `fen`, if there is one.
    pub fn position(&self) -> Result<Option<Position>, Fault> {
        self.position_of("fen")
    }

    /// The position `fen` of a question that must have one.
    pub fn needed_position(&self) -> Result<Position, Fault> {
        let position = self.position()?;
        position.ok_or_else(|| Fault::unreadable("the question has no position `fen`"))
    }

    /// The position of a field, if there is one.
    pub fn position_of(&self, field: &str) -> Result<Option<Position>, Fault> {
        let Some(text) = self.text(field)? else {
            return Ok(None);
        };
        if text.len() > MOST_NAME_BYTES * 4 {
            return Err(Fault::refused("a position is shorter"));
        }
        parse_position(text)
            .map(Some)
            .map_err(|error| Fault::refused(format!("the position cannot be used: {error}")))
    }

    /// The texts of the project, if there are any.
    pub fn project_given(&self) -> Result<Option<Project>, Fault> {
        match self.field("files") {
            None => Ok(None),
            Some(_) => self.project().map(Some),
        }
    }

    /// The texts of the project.
    pub fn project(&self) -> Result<Project, Fault> {
        let Some(Value::Object(listed)) = self.field("files") else {
            return Err(Fault::unreadable("`files` is no object of texts"));
        };
        let open = self.text("open")?;
        let open = open.ok_or_else(|| Fault::unreadable("`open` is no name of a file"))?;
        if listed.len() > MOST_FILES {
            return Err(Fault::too_large(format!(
                "a project has at most {MOST_FILES} files"
            )));
        }
        let mut files = BTreeMap::new();
        for (name, text) in listed {
            let Value::String(text) = text else {
                return Err(Fault::unreadable(format!("the file `{name}` is no text")));
            };
            check_name(name)?;
            if text.len() > MOST_FILE_BYTES {
                return Err(Fault::too_large(format!(
                    "`{name}` has more than {MOST_FILE_BYTES} bytes"
                )));
            }
            files.insert(name.clone(), text.clone());
        }
        if !files.contains_key(open) {
            return Err(Fault::unknown(format!("there is no file `{open}`")));
        }
        Ok(Project {
            files,
            open: open.to_owned(),
        })
    }
}

/// Refuses what is no name of a file in one folder.
pub fn check_name(name: &str) -> Result<(), Fault> {
    let is_bad = name.is_empty()
        || name.len() > MOST_NAME_BYTES
        || name.starts_with('.')
        || name.contains(['/', '\\', ':', '\0'])
        || name.chars().any(char::is_control);
    match is_bad {
        true => Err(Fault::unreadable("a file has a name without folders")),
        false => Ok(()),
    }
}
