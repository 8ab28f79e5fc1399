//! Messages to the editor.

use std::sync::Arc;

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::Notification as NotificationKind;
use lsp_types::request::Request as RequestKind;

/// Sends messages. Threads of runs have a copy each.
#[derive(Clone)]
pub struct Out {
    connection: Arc<Connection>,
}

impl Out {
    /// Sends to the other end of a connection.
    pub fn new(connection: Arc<Connection>) -> Out {
        Out { connection }
    }

    /// Sends a message. An editor that is gone does not take it, which is no error here: the main loop ends by itself.
    fn send(&self, message: impl Into<Message>) {
        let _ = self.connection.sender.send(message.into());
    }

    /// Sends an answer.
    pub fn answer(&self, response: Response) {
        self.send(response);
    }

    /// Sends a notification.
    pub fn notify<N: NotificationKind>(&self, params: N::Params) {
        self.send(Notification::new(N::METHOD.to_owned(), params));
    }

    /// Sends a request whose answer is not waited for.
    pub fn ask<R: RequestKind>(&self, id: String, params: R::Params) {
        let id = RequestId::from(id);
        self.send(Request::new(id, R::METHOD.to_owned(), params));
    }
}
