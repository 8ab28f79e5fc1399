//! How far the lines of a text are indented.

use crate::symbols::foreign;

/// The lines of a text. Blocks that are closed out of order are usually still indented in order.
pub(super) struct Lines {
    /// Where each line begins, and how many bytes of blanks it begins with.
    starts: Vec<(u32, u32)>,
}

impl Lines {
    /// Looks at every line once, so that asking later takes no walk along a line.
    pub fn new(text: &str) -> Lines {
        let mut start = 0;
        let starts = text.split_inclusive('\n').map(|line| {
            let begin = start;
            start += line.len() as u32;
            let is_blank = |c: &char| matches!(c, ' ' | '\t') || foreign::is_blank(*c);
            let blanks = line.chars().take_while(is_blank).map(char::len_utf8);
            (begin, blanks.sum::<usize>() as u32)
        });
        Lines {
            starts: starts.collect(),
        }
    }

    /// The indentation of the line that holds a place.
    pub fn indent(&self, place: u32) -> u32 {
        let line = self.starts.partition_point(|&(start, _)| start <= place);
        line.checked_sub(1)
            .and_then(|line| self.starts.get(line))
            .map_or(0, |&(_, indent)| indent)
    }

    /// Whether only blanks precede a place on its line.
    pub fn is_first(&self, place: u32) -> bool {
        let line = self.starts.partition_point(|&(start, _)| start <= place);
        line.checked_sub(1)
            .and_then(|line| self.starts.get(line))
            .is_none_or(|&(start, indent)| start + indent == place)
    }
}
