//! The texts of the editor and of its host, and their analyses.

use std::collections::BTreeMap;
use std::sync::Arc;

use adv::{Absent, Sources};
use indexmap::IndexMap;
use lsp_types::Uri;

use crate::snapshot::Snapshot;
use crate::text::Encoding;
use crate::uri;

/// A document that is open in the editor.
pub struct Document {
    /// Its address, as the editor writes it.
    pub uri: Uri,
    /// Its version.
    pub version: i32,
    /// Its text.
    pub text: String,
    /// Its analysis, once it was asked for after the last change.
    snapshot: Option<Arc<Snapshot>>,
    /// Its diagnostics are those of its text.
    pub is_told: bool,
}

/// The open documents by their paths.
#[derive(Default)]
pub struct Documents {
    open: IndexMap<String, Document>,
    /// The units of columns in this session.
    pub encoding: Encoding,
    /// Programs were forgotten whose own texts have not changed.
    are_stale: bool,
}

/// Files of a program: edited ones first, then open documents, then those of the host.
struct Overlay<'a> {
    documents: &'a Documents,
    host: &'a dyn Host,
    program: &'a str,
    edited: Option<&'a BTreeMap<String, String>>,
}

impl Sources for Overlay<'_> {
    fn read(&self, path: &str) -> Result<String, Absent> {
        let path = uri::beside(self.program, path);
        let edited = self.edited.and_then(|texts| texts.get(&path));
        let open = || Some(&self.documents.open.get(&path)?.text);
        match edited.or_else(open) {
            Some(text) => Ok(text.clone()),
            None => self.host.read(self.program, &path),
        }
    }
}

impl Documents {
    /// A document was opened, or opened again.
    pub fn open(&mut self, uri: Uri, version: i32, text: String) {
        let path = uri::path_of(&uri);
        let document = Document {
            uri,
            version,
            text,
            snapshot: None,
            is_told: false,
        };
        self.open.insert(path.clone(), document);
        self.forget_users(&path);
    }

    /// A document has another text. Unknown documents are passed over.
    pub fn change(&mut self, path: &str, version: i32, edit: impl FnOnce(String) -> String) {
        let Some(document) = self.open.get_mut(path) else {
            return;
        };
        document.text = edit(std::mem::take(&mut document.text));
        document.version = version;
        document.snapshot = None;
        document.is_told = false;
        self.forget_users(path);
    }

    /// A document was closed; its file counts from now on.
    pub fn close(&mut self, path: &str) -> Option<Document> {
        let document = self.open.shift_remove(path);
        self.forget_users(path);
        document
    }

    /// A file has changed: programs with a text that names it are analysed anew.
    pub fn forget_users(&mut self, path: &str) {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
        for (own, document) in &mut self.open {
            // All texts of the program, as long as they are known.
            let text = match &document.snapshot {
                Some(snapshot) => snapshot.source.text(),
                None => &document.text,
            };
            if own != path && text.contains(name) {
                document.snapshot = None;
                document.is_told = false;
                self.are_stale = true;
            }
        }
    }

    /// True where programs whose own texts have not changed were forgotten since the last call.
    pub fn take_stale(&mut self) -> bool {
        std::mem::take(&mut self.are_stale)
    }

    /// A document by its path.
    pub fn get(&self, path: &str) -> Option<&Document> {
        self.open.get(path)
    }

    /// The paths of all documents, in the order in which they were opened.
    pub fn paths(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// The paths of documents whose diagnostics are not those of their texts.
    pub fn untold(&self) -> Vec<String> {
        let open = self.open.iter().filter(|(_, document)| !document.is_told);
        open.map(|(path, _)| path.clone()).collect()
    }

    /// Notes that the diagnostics of a document are sent.
    pub fn told(&mut self, path: &str) {
        if let Some(document) = self.open.get_mut(path) {
            document.is_told = true;
        }
    }

    /// The analysis of an open document.
    pub fn snapshot(&mut self, host: &dyn Host, path: &str) -> Option<Arc<Snapshot>> {
        let document = self.open.get(path)?;
        if let Some(snapshot) = &document.snapshot {
            return Some(snapshot.clone());
        }
        let sources = self.sources(host, path);
        let made = Snapshot::new(
            path,
            Some(document.version),
            &document.text,
            &sources,
            self.encoding,
        );
        let made = Arc::new(made);
        if let Some(document) = self.open.get_mut(path) {
            document.snapshot = Some(made.clone());
        }
        Some(made)
    }

    /// The analysis of any program: an open document, or a file of the host.
    pub fn program(&mut self, host: &dyn Host, path: &str) -> Option<Arc<Snapshot>> {
        if self.open.contains_key(path) {
            return self.snapshot(host, path);
        }
        let text = host.read(path, path).ok()?;
        let sources = self.sources(host, path);
        let encoding = self.encoding;
        Some(Arc::new(Snapshot::new(
            path, None, &text, &sources, encoding,
        )))
    }

    /// The text of a file: an open document, or a file of the host.
    pub fn text(&self, host: &dyn Host, path: &str) -> Option<String> {
        match self.open.get(path) {
            Some(document) => Some(document.text.clone()),
            None => host.read(path, path).ok(),
        }
    }

    /// Another text of a program, analysed: what an edit would come to.
    pub fn tried(&self, host: &dyn Host, path: &str, text: &str) -> Snapshot {
        let sources = self.sources(host, path);
        Snapshot::new(path, None, text, &sources, self.encoding)
    }

    /// A program where these files have other texts, analysed; `None` where it cannot be read.
    pub fn tried_with(
        &self,
        host: &dyn Host,
        path: &str,
        texts: &BTreeMap<String, String>,
    ) -> Option<Snapshot> {
        let text = match texts.get(path) {
            Some(text) => text.clone(),
            None => self.text(host, path)?,
        };
        let sources = Overlay {
            edited: Some(texts),
            ..self.sources(host, path)
        };
        Some(Snapshot::new(path, None, &text, &sources, self.encoding))
    }

    fn sources<'a>(&'a self, host: &'a dyn Host, program: &'a str) -> Overlay<'a> {
        Overlay {
            documents: self,
            host,
            program,
            edited: None,
        }
    }
}

/// Gives texts to the server. Paths are absolute, with `/` between their parts and without `.` and `..`.
pub trait Host: Send + Sync {
    /// The text of a file that the program at `program` uses, or of that program itself.
    ///
    /// # Errors
    /// [`Absent`], with a reason for the author, where it cannot be read or may not be.
    fn read(&self, program: &str, path: &str) -> Result<String, Absent>;

    /// The editor has opened a folder: its programs may use all files in it.
    fn allow(&self, folder: &str);

    /// The programs of a folder and below, in the order of their paths; an empty list where it cannot be read.
    fn programs(&self, folder: &str) -> Vec<String>;

    /// A path under which an editor can open the text of a library module; `None` where there is no place for it.
    fn library(&self, module: &str, text: &str) -> Option<String>;
}

/// A host without files: open documents are all there is.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn read(&self, _: &str, _: &str) -> Result<String, Absent> {
        Err(Absent {
            reason: "there is no such file".to_owned(),
            ..Absent::default()
        })
    }

    fn allow(&self, _: &str) {}

    fn programs(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn library(&self, _: &str, _: &str) -> Option<String> {
        None
    }
}
