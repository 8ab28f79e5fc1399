//! The guard of the server: it admits the requests of the page itself, and no others.
//!
//! A page of another site may send requests to this machine, and a name of another site may lead here. So the host must be this server by
//! its address, the origin must be its own, and a question carries the token, which only the address on the terminal has.

use super::http::{Head, Refusal};

/// Guard of the server, with the hosts and the token that requests must have.
pub struct Guard {
    hosts: [String; 2],
    token: String,
}

impl Guard {
    /// Makes the guard of a server on this machine at a port, with its secret token.
    pub fn new(port: u16, token: String) -> Guard {
        Guard {
            hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")],
            token,
        }
    }

    /// Checks the head of a request, before its body is read.
    ///
    /// # Errors
    /// Status and text of the answer that refuses the request.
    pub fn admit(&self, head: &Head) -> Result<(), Refusal> {
        let is_ours = |host: &str| self.hosts.iter().any(|own| own == host);
        match head.values("host").as_slice() {
            [host] if is_ours(host) => {}
            _ => return Err((403, "the request is for another host")),
        }
        let origins = head.values("origin");
        let is_own = |origin: &&str| origin.strip_prefix("http://").is_some_and(is_ours);
        if !origins.iter().all(is_own) {
            return Err((403, "the request comes from another page"));
        }
        match head.method.as_str() {
            "GET" | "HEAD" => return Ok(()),
            "POST" => {}
            _ => return Err((405, "there is no such request")),
        }
        if head.target != "/ask" {
            return Err((404, "questions go to /ask"));
        }
        match head.values("x-adv-token").as_slice() {
            [token] if is_same(token, &self.token) => {}
            _ => {
                return Err((
                    403,
                    "the token is missing: take the address that the command has printed",
                ));
            }
        }
        match head.values("content-type").as_slice() {
            [kind] if kind.starts_with("application/json") => {}
            _ => return Err((415, "a question is JSON")),
        }
        Ok(())
    }
}

/// Compares a given token with the server's in constant time, so that the time does not tell how much is right.
fn is_same(given: &str, own: &str) -> bool {
    let pairs = given.bytes().zip(own.bytes());
    given.len() == own.len() && pairs.fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}
