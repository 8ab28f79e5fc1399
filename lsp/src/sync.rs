//! Notifications: documents opened, edited and closed, files changed on disk, runs given up.

use lsp_server::Notification;
use lsp_types::notification::{
    Cancel, DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders,
    DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification as Kind,
    PublishDiagnostics, WorkDoneProgressCancel,
};
use lsp_types::{NumberOrString, PublishDiagnosticsParams};

use crate::server::Server;
use crate::{serve, text, uri};

/// The parameters of a notification; `None` where they are something else.
fn params<N: Kind>(notification: Notification) -> Option<N::Params> {
    serde_json::from_value(notification.params).ok()
}

impl Server {
    /// Takes a notification. What cannot be read is passed over: nothing answers a notification.
    pub(crate) fn notification(&mut self, notification: Notification) {
        let _ = match notification.method.as_str() {
            DidOpenTextDocument::METHOD => self.opened(notification),
            DidChangeTextDocument::METHOD => self.edited(notification),
            DidCloseTextDocument::METHOD => self.closed(notification),
            DidChangeWatchedFiles::METHOD => self.files_changed(notification),
            DidSaveTextDocument::METHOD => self.saved(notification),
            DidChangeWorkspaceFolders::METHOD => self.folders_changed(notification),
            WorkDoneProgressCancel::METHOD => self.run_given_up(notification),
            Cancel::METHOD => self.request_given_up(notification),
            _ => None,
        };
    }

    fn opened(&mut self, notification: Notification) -> Option<()> {
        let document = params::<DidOpenTextDocument>(notification)?.text_document;
        self.documents
            .open(document.uri, document.version, document.text);
        Some(())
    }

    fn edited(&mut self, notification: Notification) -> Option<()> {
        let params = params::<DidChangeTextDocument>(notification)?;
        let path = uri::path_of(&params.text_document.uri);
        let changes = params.content_changes;
        let encoding = self.documents.encoding;
        self.documents
            .change(&path, params.text_document.version, |before| {
                text::changed(before, changes, encoding)
            });
        Some(())
    }

    fn closed(&mut self, notification: Notification) -> Option<()> {
        let params = params::<DidCloseTextDocument>(notification)?;
        let document = self
            .documents
            .close(&uri::path_of(&params.text_document.uri))?;
        // A closed document has no squiggles.
        self.out
            .notify::<PublishDiagnostics>(PublishDiagnosticsParams {
                uri: document.uri,
                diagnostics: Vec::new(),
                version: None,
            });
        Some(())
    }

    fn files_changed(&mut self, notification: Notification) -> Option<()> {
        for change in params::<DidChangeWatchedFiles>(notification)?.changes {
            self.documents.forget_users(&uri::path_of(&change.uri));
        }
        Some(())
    }

    fn saved(&mut self, notification: Notification) -> Option<()> {
        let params = params::<DidSaveTextDocument>(notification)?;
        self.documents
            .forget_users(&uri::path_of(&params.text_document.uri));
        Some(())
    }

    fn folders_changed(&mut self, notification: Notification) -> Option<()> {
        let event = params::<DidChangeWorkspaceFolders>(notification)?.event;
        for folder in event.removed {
            let path = uri::path_of(&folder.uri);
            self.folders.retain(|other| *other != path);
        }
        for folder in event.added {
            self.add_folder(uri::path_of(&folder.uri));
        }
        Some(())
    }

    fn run_given_up(&mut self, notification: Notification) -> Option<()> {
        match params::<WorkDoneProgressCancel>(notification)?.token {
            NumberOrString::String(token) => self.runs.cancel_token(&token),
            NumberOrString::Number(token) => self.runs.cancel_token(&token.to_string()),
        }
        Some(())
    }

    fn request_given_up(&mut self, notification: Notification) -> Option<()> {
        let id = serve::request_id(&notification.params)?;
        self.runs.cancel_request(&id);
        Some(())
    }
}
