//! The main loop: messages in their order, diagnostics when there are no more; and the sender of messages.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use std::{fmt, thread};

use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::Notification as NotificationKind;
use lsp_types::request::Request as RequestKind;
use serde_json::Value;

use crate::documents::Host;
use crate::frames;
use crate::server::Server;

/// How long no message may come before values of large programs are computed.
const IDLE: Duration = Duration::from_millis(300);

/// Why a session ended otherwise than by `exit`.
#[derive(Debug)]
pub struct ServeError(String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServeError {}

/// Serves an editor over the streams of this process until it says `exit` or closes them. True where it had said `shutdown` before.
///
/// # Errors
/// [`ServeError`] where the streams hold something else than messages.
pub fn over_stdio(host: Arc<dyn Host>) -> Result<bool, ServeError> {
    let input = io::BufReader::new(io::stdin());
    over(input, io::stdout(), host)
}

/// Serves an editor over any two streams, as [`over_stdio`] does.
///
/// # Errors
/// [`ServeError`] where the input holds something else than messages, or the output cannot be written.
pub fn over(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
    host: Arc<dyn Host>,
) -> Result<bool, ServeError> {
    let (sender, from_editor) = crossbeam_channel::bounded(0);
    let (to_editor, receiver) = crossbeam_channel::bounded::<Message>(0);
    let output = Arc::new(Mutex::new(output));
    let refusals = output.clone();
    let reader = thread::spawn(move || frames::read_all(input, &sender, &refusals));
    let writer = thread::spawn(move || {
        let write = |message: Message| message.write(&mut *frames::locked(&output));
        receiver.into_iter().try_for_each(write)
    });
    let connection = Connection {
        sender: to_editor,
        receiver: from_editor,
    };
    let is_orderly = serve(connection, host);
    for ended in [reader, writer] {
        let ended = ended
            .join()
            .unwrap_or_else(|_| Err(io::ErrorKind::Other.into()));
        ended.map_err(|error| {
            ServeError(format!(
                "the messages of the editor cannot be read: {error}"
            ))
        })?;
    }
    Ok(is_orderly)
}

/// Serves an editor until it says `exit` or is gone. True where it had said `shutdown` before.
pub fn serve(connection: Connection, host: Arc<dyn Host>) -> bool {
    let connection = Arc::new(connection);
    let mut server = Server::new(connection.clone(), host);
    let mut queue = VecDeque::new();
    loop {
        let next = match connection.receiver.recv_timeout(IDLE) {
            Ok(message) => message,
            Err(error) if error.is_timeout() => {
                server.idle();
                match connection.receiver.recv() {
                    Ok(message) => message,
                    Err(_) => return server.end(),
                }
            }
            Err(_) => return server.end(),
        };
        queue.push_back(next);
        queue.extend(connection.receiver.try_iter());
        while let Some(message) = queue.pop_front() {
            let is_over = match message {
                Message::Request(request) if is_cancelled(&request.id, &queue) => {
                    server.refuse_cancelled(request.id);
                    false
                }
                message => server.take(message),
            };
            if is_over {
                return server.end();
            }
            queue.extend(connection.receiver.try_iter());
        }
        server.settle();
    }
}

/// Whether the editor has given a request up that has not been looked at yet.
fn is_cancelled(id: &RequestId, queue: &VecDeque<Message>) -> bool {
    queue.iter().any(|message| match message {
        Message::Notification(given_up) if given_up.method == "$/cancelRequest" => {
            request_id(&given_up.params).as_ref() == Some(id)
        }
        _ => false,
    })
}

/// The request that `$/cancelRequest` speaks of.
pub(crate) fn request_id(params: &Value) -> Option<RequestId> {
    serde_json::from_value(params.get("id")?.clone()).ok()
}

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
