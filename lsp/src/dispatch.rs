//! Requests: which answer each has, and what the server says it can do.

use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::TextDocumentSyncKind;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentDiagnosticRequest,
    DocumentHighlightRequest, DocumentLinkRequest, DocumentSymbolRequest, ExecuteCommand,
    FoldingRangeRequest, Formatting, GotoDefinition, HoverRequest, InlayHintRequest,
    PrepareRenameRequest, RangeFormatting, References, Rename, Request as Kind,
    SelectionRangeRequest, SemanticTokensFullRequest, SignatureHelpRequest, WorkspaceSymbolRequest,
};
use serde_json::{Value, json};

use crate::board::BoardRequest;
use crate::server::Server;
use crate::text::Encoding;
use crate::{
    actions, board, complete, fold, formatted, hints, hover, lenses, links, names, rename, run,
    signature, symbols, tokens, told,
};

/// Why a request has no answer: a sentence for the user.
pub struct Refusal(pub String);

/// Answers a request and sends the answer.
pub fn request(server: &mut Server, request: Request) {
    let request = match about_document(server, request) {
        Ok(response) => return server.out.answer(response),
        Err(request) => request,
    };
    let method = request.method.clone();
    let response = match method.as_str() {
        PrepareRenameRequest::METHOD => {
            answer::<PrepareRenameRequest>(server, request, rename::prepare_rename)
        }
        WorkspaceSymbolRequest::METHOD => {
            answer::<WorkspaceSymbolRequest>(server, request, symbols::of_workspace)
        }
        SelectionRangeRequest::METHOD => {
            answer::<SelectionRangeRequest>(server, request, fold::selection)
        }
        SemanticTokensFullRequest::METHOD => {
            answer::<SemanticTokensFullRequest>(server, request, tokens::full)
        }
        DocumentHighlightRequest::METHOD => {
            answer::<DocumentHighlightRequest>(server, request, names::highlights)
        }
        DocumentLinkRequest::METHOD => answer::<DocumentLinkRequest>(server, request, links::links),
        DocumentDiagnosticRequest::METHOD => {
            answer::<DocumentDiagnosticRequest>(server, request, told::pulled)
        }
        RangeFormatting::METHOD => attempt::<RangeFormatting>(server, request, formatted::ranged),
        InlayHintRequest::METHOD => answer::<InlayHintRequest>(server, request, hints::hints),
        CodeLensRequest::METHOD => answer::<CodeLensRequest>(server, request, lenses::lenses),
        BoardRequest::METHOD => answer::<BoardRequest>(server, request, board::board),
        ExecuteCommand::METHOD => return run::execute(server, request),
        method => {
            let text = format!("there is no request `{method}`");
            refusal(request.id, ErrorCode::MethodNotFound, &text)
        }
    };
    server.out.answer(response);
}

/// Answers a request that [`crate::Editor`] makes too: it reads a document and changes nothing. `Err` has a request of another kind.
pub fn about_document(server: &mut Server, request: Request) -> Result<Response, Request> {
    let method = request.method.clone();
    Ok(match method.as_str() {
        HoverRequest::METHOD => answer::<HoverRequest>(server, request, hover::hover),
        GotoDefinition::METHOD => answer::<GotoDefinition>(server, request, names::definition),
        References::METHOD => answer::<References>(server, request, names::references),
        Rename::METHOD => attempt::<Rename>(server, request, rename::rename),
        Completion::METHOD => answer::<Completion>(server, request, complete::complete),
        SignatureHelpRequest::METHOD => {
            answer::<SignatureHelpRequest>(server, request, signature::help)
        }
        DocumentSymbolRequest::METHOD => {
            answer::<DocumentSymbolRequest>(server, request, symbols::of_document)
        }
        FoldingRangeRequest::METHOD => {
            answer::<FoldingRangeRequest>(server, request, fold::folding)
        }
        Formatting::METHOD => attempt::<Formatting>(server, request, formatted::formatted),
        CodeActionRequest::METHOD => answer::<CodeActionRequest>(server, request, actions::actions),
        _ => return Err(request),
    })
}

/// Answers by a function that always has an answer.
fn answer<R: Kind>(
    server: &mut Server,
    request: Request,
    by: impl FnOnce(&mut Server, R::Params) -> R::Result,
) -> Response {
    attempt::<R>(server, request, |server, params| Ok(by(server, params)))
}

/// Answers by a function that may refuse.
fn attempt<R: Kind>(
    server: &mut Server,
    request: Request,
    by: impl FnOnce(&mut Server, R::Params) -> Result<R::Result, Refusal>,
) -> Response {
    let Request { id, params, .. } = request;
    let params = match serde_json::from_value(params) {
        Ok(params) => params,
        Err(error) => {
            let text = format!("the parameters of `{}` cannot be read: {error}", R::METHOD);
            return refusal(id, ErrorCode::InvalidParams, &text);
        }
    };
    match by(server, params) {
        Ok(result) => Response::new_ok(id, result),
        Err(Refusal(text)) => refusal(id, ErrorCode::RequestFailed, &text),
    }
}

/// Builds the answer to a request that is refused.
pub fn refusal(id: RequestId, code: ErrorCode, text: &str) -> Response {
    Response::new_err(id, code as i32, text.to_owned())
}

/// Capabilities of the server, as the protocol writes them.
pub fn capabilities(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": encoding.kind(),
        "textDocumentSync": { "openClose": true, "change": TextDocumentSyncKind::INCREMENTAL },
        "hoverProvider": true,
        "definitionProvider": true,
        "referencesProvider": true,
        "renameProvider": { "prepareProvider": true },
        "completionProvider": { "triggerCharacters": [".", "{"] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "semanticTokensProvider": { "legend": tokens::legend(), "full": true },
        "documentFormattingProvider": true,
        "documentRangeFormattingProvider": true,
        "documentHighlightProvider": true,
        "documentLinkProvider": { "resolveProvider": false },
        "diagnosticProvider": { "identifier": "adv", "interFileDependencies": true, "workspaceDiagnostics": false },
        "inlayHintProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix", "refactor.extract", ""] },
        "codeLensProvider": { "resolveProvider": false },
        "executeCommandProvider": { "commands": run::COMMANDS },
        "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
    })
}
