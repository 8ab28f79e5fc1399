//! A table that a benchmark prints: for a page, or as comma-separated values.

/// A table to be printed.
pub struct Table {
    /// What it is of.
    pub about: &'static str,
    /// The names of its columns.
    pub head: Vec<&'static str>,
    /// Its cells.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Prints it; commas between digits are left out of comma-separated values.
    pub fn print(&self, csv: bool) {
        if csv {
            println!("{}", self.head.join(","));
            for row in &self.rows {
                let cells: Vec<String> = row.iter().map(|cell| cell.replace(',', "")).collect();
                println!("{}", cells.join(","));
            }
            return;
        }
        println!("{}", self.about);
        println!("| {} |", self.head.join(" | "));
        println!("|{}", " --- |".repeat(self.head.len()));
        for row in &self.rows {
            println!("| {} |", row.join(" | "));
        }
        println!();
    }
}
