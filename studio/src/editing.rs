//! What an editor asks of a text: mistakes and their repairs, colours, folding, names, hover, completion.

use adv::render::json::value;
use adv::render::place::line;
use adv::render::proof::claim_text;
use adv::render::studio::{AskableClaim, AskableProgram, AskableTest, Check, EditorAnswer};
use serde_json::{Value, json};

use crate::Studio;
use crate::question::{Asked, Fault, Project};

/// The most diagnostics whose repairs are looked for.
const MOST_REPAIRED: usize = 20;

/// Everything that is shown of a text while it is written.
pub fn check(studio: &Studio, asked: &Asked) -> Result<Value, Fault> {
    let project = asked.project()?;
    let open = project.open.as_str();
    let mut editor = studio.editor();
    editor.set(&project.files);
    let mut diagnostics = editor.diagnostics(open);
    for told in diagnostics
        .as_array_mut()
        .into_iter()
        .flatten()
        .take(MOST_REPAIRED)
    {
        let params = json!({
            "range": told["range"],
            "context": { "diagnostics": [told] },
        });
        let actions = editor.ask("codeAction", open, params).unwrap_or_default();
        told["repairs"] = repairs(&actions, &told["range"], &told["code"]);
    }
    let tokens = editor.tokens(open);
    let folding = editor
        .ask("foldingRange", open, json!({}))
        .unwrap_or_default();
    let symbols = editor
        .ask("documentSymbol", open, json!({}))
        .unwrap_or_default();
    drop(editor);
    Ok(value(&Check {
        diagnostics,
        tokens: json!(tokens),
        folding,
        symbols,
        program: program(studio, &project),
    }))
}

/// The edits of those actions that mend one diagnostic.
fn repairs(actions: &Value, range: &Value, code: &Value) -> Value {
    let actions = actions.as_array().into_iter().flatten();
    let mends = actions.filter_map(|action| {
        let about = action.pointer("/diagnostics/0")?;
        if about["range"] != *range || about["code"] != *code {
            return None;
        }
        let changes = action.pointer("/edit/changes")?.as_object()?;
        let edits = changes.values().next()?;
        Some(json!({ "title": action["title"], "edits": edits }))
    });
    mends.collect()
}

/// Subjects of a program that can be asked; `None` where it has errors.
fn program(studio: &Studio, project: &Project) -> Option<AskableProgram> {
    let rulebook = studio.programs.rulebook(project).ok()?;
    let program = rulebook.program();
    let tests = program.tests.iter().map(|test| AskableTest {
        name: test.name.clone(),
        line: line(program, test.place),
        fen: test.fen.clone(),
    });
    let claims = program.claims.iter().map(|claim| AskableClaim {
        text: claim_text(claim),
        line: line(program, claim.place),
    });
    let (tables, strategies) = (program.tables.iter(), program.strategies.iter());
    let (advice, evaluations) = (program.advice.iter(), program.evaluations.iter());
    Some(AskableProgram {
        example: program.example.clone(),
        tables: tables.map(|table| table.name.clone()).collect(),
        strategies: strategies.map(|strategy| strategy.name.clone()).collect(),
        advice: advice.map(|advice| advice.name.clone()).collect(),
        evaluations: evaluations.map(|of| of.name.clone()).collect(),
        tests: tests.collect(),
        claims: claims.collect(),
    })
}

/// One answer of the language server.
pub fn ask(studio: &Studio, asked: &Asked) -> Result<Value, Fault> {
    let project = asked.project()?;
    let method = match asked.ask.as_str() {
        "complete" => "completion",
        "signature" => "signatureHelp",
        "format" => "formatting",
        other => other,
    };
    let params = match method {
        "formatting" => json!({ "options": { "tabSize": 2, "insertSpaces": true } }),
        _ => {
            let (line, character) = asked.place()?;
            let mut params = json!({ "position": { "line": line, "character": character } });
            if method == "references" {
                params["context"] = json!({ "includeDeclaration": true });
            }
            if method == "rename" {
                params["newName"] = asked.needed_text("name")?.into();
            }
            params
        }
    };
    let mut editor = studio.editor();
    editor.set(&project.files);
    let answer = editor.ask(method, &project.open, params);
    answer
        .map(|answer| value(&EditorAnswer { answer }))
        .map_err(Fault::refused)
}
