//! The expressions around a place of a text, and what each is worth in a position.

use std::sync::Arc;

use adv::analysis::{Frame, Type};
use adv::chess::parse_move;
use adv::proof::Watch;
use adv::render::json;
use adv::render::studio::{At, ExpressionAt, FrameAt};
use adv::render::values::{self, ShownValue};
use adv::{Color, Expression, ExpressionError, Limits, Position, Rulebook};
use adv_lsp::Around;
use serde_json::Value;

use crate::Studio;
use crate::project::start;
use crate::question::{Asked, Fault};

/// How many expressions are told of one place.
const MOST_TOLD: usize = 6;
/// An expression longer than this, in bytes, has no value here.
const LONGEST: usize = 400;

/// A tenth of a second at most.
fn limits() -> Limits {
    Limits {
        fuel: 4_000_000,
        positions: 4_000,
        ..Limits::default()
    }
}

/// The expressions around the place of a question.
pub fn at(studio: &Studio, asked: &Asked, watch: &Arc<Watch>) -> Result<Value, Fault> {
    let project = asked.project()?;
    let (line, character) = asked.place()?;
    let around = {
        let mut editor = studio.editor();
        editor.set(&project.files);
        editor.around(&project.open, line, character)
    };
    let rulebook = studio.programs.rulebook(&project);
    let board = match (&rulebook, asked.position()?) {
        (_, Some(position)) => Ok(position),
        (Ok(rulebook), None) => start(asked, rulebook),
        (Err(_), None) => Err(Fault::program()),
    };
    let after = match (asked.text("new")?, &board) {
        (Some(text), Ok(before)) => {
            let m = parse_move(before, text).map_err(Fault::refused)?;
            Some(before.play(m))
        }
        _ => None,
    };
    let root = asked.position_of("root")?;
    let mut expressions = Vec::new();
    for one in around.into_iter().take(MOST_TOLD) {
        if watch.stop().load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
        let value = match (&rulebook, &board) {
            (Ok(rulebook), Ok(board)) => {
                let frames = Frames {
                    here: board,
                    root: root.as_ref().unwrap_or(board),
                    after: after.as_ref(),
                };
                value(rulebook, &one, &frames)
            }
            (Err(fault), _) | (_, Err(fault)) => Err(fault.0.message.clone()),
        };
        let (value, reason) = match value {
            Ok(value) => (Some(value), None),
            Err(reason) => (None, Some(reason)),
        };
        expressions.push(ExpressionAt {
            ty: type_word(one.ty).to_owned(),
            frame: match one.frame {
                Frame::Current => FrameAt::Node,
                Frame::New => FrameAt::New,
                Frame::Root => FrameAt::Root,
            },
            range: json::value(&one.range),
            text: one.text,
            value,
            reason,
        });
    }
    Ok(json::value(&At {
        fen: board.ok().map(|board| adv::chess::fen(&board)),
        expressions,
    }))
}

const fn type_word(ty: Type) -> &'static str {
    match ty {
        Type::Board => "board",
        Type::Number(_) => "number",
        Type::Truth => "truth",
        Type::Piece => "piece",
        Type::Side => "side",
        Type::Zone => "zone",
    }
}

/// The positions that the words of a search speak of.
struct Frames<'a> {
    /// The one that is looked at.
    here: &'a Position,
    /// The one in which the search began, whose side to move is `us`.
    root: &'a Position,
    /// The one after a move that is considered.
    after: Option<&'a Position>,
}

/// What an expression is worth, or a sentence why it has no value.
fn value(rulebook: &Rulebook, one: &Around, frames: &Frames<'_>) -> Result<Value, String> {
    if one.text.len() > LONGEST {
        return Err("the expression is long: look at a part of it".to_owned());
    }
    let kind = match one.ty {
        Type::Board | Type::Piece => "board",
        Type::Number(_) => "number",
        Type::Truth => "descriptor",
        Type::Zone => "zone",
        Type::Side => return Err("a side has no squares".to_owned()),
    };
    // What speaks of one position alone is asked there.
    let us = frames.root.turn();
    let (text, at) = match one.frame {
        Frame::Current => (one.text.clone(), frames.here),
        Frame::Root => (without(&one.text, "root."), frames.root),
        Frame::New => {
            let after = frames
                .after
                .ok_or("it speaks of the position after a move: play one")?;
            (without(&one.text, "new."), after)
        }
    };
    let compiled = match one.ty {
        Type::Piece => {
            let text = format!("SQ({text})");
            Expression::compile_as(rulebook.program(), kind, &text)
        }
        _ => Expression::compile_as(rulebook.program(), kind, &text),
    };
    let expression = compiled.map_err(|error| match error {
        ExpressionError::NeedsMove(_) => {
            "it compares two positions or speaks of a move: look at its parts".to_owned()
        }
        _ => "it speaks of a variable or a parameter, which has a value only while it is used"
            .to_owned(),
    })?;
    told(&expression, &one.text, at, us)
}

fn told(expression: &Expression, text: &str, at: &Position, us: Color) -> Result<Value, String> {
    let words = expression.value(at, us, limits());
    let shown = ShownValue {
        text: text.to_owned(),
        ty: expression.ty,
        words: words.map_err(|stop| stop.to_string())?,
        ways: None,
    };
    let mut object = values::json(at, us, std::slice::from_ref(&shown));
    Ok(object["values"][0].take())
}

/// A text without a prefix of its names.
fn without(text: &str, prefix: &str) -> String {
    let mut found = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(prefix) {
        let (before, after) = rest.split_at(at);
        found.push_str(before);
        let is_own = before
            .chars()
            .next_back()
            .or(found.chars().next_back())
            .is_none_or(|c| !c.is_alphanumeric() && c != '-' && c != '_');
        let kept = if is_own { "" } else { prefix };
        found.push_str(kept);
        rest = after.strip_prefix(prefix).unwrap_or("");
    }
    found.push_str(rest);
    found
}
