//! Claims about what a program has: every form, with descriptors of one position by chance.

use super::expr::Place;
use super::program::Author;

impl Author<'_> {
    /// No claim, one or two, about a table or about descriptors. Without a material there is nothing to claim.
    pub(super) fn claims(&mut self) {
        if self.writer.men.is_none() {
            return;
        }
        for _ in 0..self.rng().below(3) {
            let text = self.claim();
            self.items.push(text);
        }
    }

    fn claim(&mut self) -> String {
        let truth = |author: &mut Self| {
            let place = Place {
                satisfiable: true,
                ..Place::default()
            };
            author.writer.descriptor(2, &place)
        };
        let from = match self.rng().below(4) {
            0 => String::new(),
            1 => "from all positions".to_owned(),
            2 => format!("from all positions where {}", truth(self)),
            _ => {
                let (count, condition) = (self.rng().between(1, 900), truth(self));
                let seed = self.rng().below(99);
                format!("from {count} random positions where {condition} seed {seed}")
            }
        };
        if self.rng().percent(30) {
            let premise = match self.rng().percent(50) {
                true => format!("{} ⇒ ", truth(self)),
                false => String::new(),
            };
            return format!("prove {premise}({}) {from}", truth(self));
        }
        let names = &self.table_names;
        let Some(table) = names
            .get(self.writer.rng.below(names.len().max(1)))
            .cloned()
        else {
            return format!("prove ({}) {from}", truth(self));
        };
        let keeps = ["keeps", "never"][self.rng().below(2)];
        let (first, second) = (truth(self), truth(self));
        let mode = ["", "weak", "strong any-choice", "any-choice fifty-moves"][self.rng().below(4)];
        // Where a class speaks of what was taken, there is no choice among all trees.
        let (mode, any) = match self.writer.taken {
            true => (
                ["", "weak", "strong", "fifty-moves"][self.rng().below(4)],
                "",
            ),
            false => (mode, "any-choice"),
        };
        let plies = self.rng().between(1, 99);
        match self.rng().below(3) {
            0 => format!(
                "prove {table} {from} reaches {first} {keeps} {second} within {plies} plies {mode}"
            ),
            1 => format!("prove {table} {keeps} {first} {from} {keeps} {second} {any}"),
            _ => format!(
                "measure {table} from all positions share of reaches {first} {mode} within {plies} moves"
            ),
        }
    }
}
