//! Under which conditions control comes along: sums of products of tests, kept short.
//!
//! ```text
//!   a: jump-if-not x -> e      to e:  ¬x            where both meet:  ¬x ∨ x∧¬y  =  ¬x ∨ ¬y
//!   b: jump-if-not y -> e      to e:  x ∧ ¬y
//! ```

/// A test by its number, and whether it holds.
pub(super) type Literal = (usize, bool);

/// A sum of products: the empty sum never holds, the empty product always.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path(Vec<Vec<Literal>>);

impl Path {
    pub(super) fn always() -> Path {
        Path(vec![Vec::new()])
    }

    pub(super) fn never() -> Path {
        Path(Vec::new())
    }

    pub(super) fn products(&self) -> &[Vec<Literal>] {
        &self.0
    }

    /// How many literals it is made of.
    pub(super) fn length(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// With one test more.
    pub(super) fn and(&self, literal: Literal) -> Path {
        let mut products = self.0.clone();
        for product in &mut products {
            if !product.contains(&literal) {
                product.push(literal);
            }
        }
        products.retain(|product| !product.contains(&opposite(literal)));
        Path(products).short()
    }

    /// Either of two.
    pub(super) fn or(&self, other: &Path) -> Path {
        let mut products = self.0.clone();
        products.extend(other.0.iter().cloned());
        Path(products).short()
    }

    /// The same where some literal is known not to hold.
    pub(super) fn given_not(&self, literal: Literal) -> Path {
        let mut products = self.0.clone();
        products.retain(|product| !product.contains(&literal));
        for product in &mut products {
            product.retain(|other| *other != opposite(literal));
        }
        Path(products).short()
    }

    /// The literals that are in every product of some paths.
    pub(super) fn shared<'p>(paths: impl Iterator<Item = &'p Path>) -> Vec<Literal> {
        let mut products = paths.flat_map(|path| &path.0);
        let mut shared = products.next().cloned().unwrap_or_default();
        for product in products {
            shared.retain(|literal| product.contains(literal));
        }
        shared
    }

    /// The same where some literals are known to hold, which are in each of its products.
    pub(super) fn without(&self, literals: &[Literal]) -> Path {
        let mut products = self.0.clone();
        for product in &mut products {
            product.retain(|literal| !literals.contains(literal));
        }
        Path(products)
    }

    /// Leaves out what follows from the rest: `x ∨ x∧y = x`, `x∧z ∨ ¬x∧y∧z = x∧z ∨ y∧z`.
    fn short(mut self) -> Path {
        while self.shorten() {}
        self
    }

    fn shorten(&mut self) -> bool {
        for i in 0..self.0.len() {
            for j in 0..self.0.len() {
                if i == j {
                    continue;
                }
                let (small, large) = (&self.0[i], &self.0[j]);
                if small.iter().all(|literal| large.contains(literal)) {
                    self.0.remove(j);
                    return true;
                }
                let mut others = small.iter().filter(|literal| !large.contains(literal));
                if let (Some(&only), None) = (others.next(), others.next())
                    && large.contains(&opposite(only))
                {
                    self.0[j].retain(|literal| *literal != opposite(only));
                    return true;
                }
            }
        }
        false
    }
}

fn opposite((test, holds): Literal) -> Literal {
    (test, !holds)
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn what_follows_is_left_out() {
        let x = Path::always().and((0, true));
        let not_x = Path::always().and((0, false));
        assert_eq!(x.or(&not_x), Path::always());
        assert_eq!(x.or(&Path::never()), x);
        assert_eq!(x.and((0, false)), Path::never());
        // ¬x ∨ x∧¬y is ¬x ∨ ¬y, and with x∧y everything.
        let either = not_x.or(&x.and((1, false)));
        assert_eq!(either.products(), [vec![(0, false)], vec![(1, false)]]);
        assert_eq!(either.or(&x.and((1, true))), Path::always());
        assert_eq!(
            x.and((1, true)).given_not((0, false)).products(),
            [vec![(1, true)]]
        );
        assert_eq!(x.given_not((0, true)), Path::never());
        assert_eq!(either.length(), 2);
        let both = [x.and((1, true)), x.and((1, false))];
        assert_eq!(Path::shared(both.iter()), [(0, true)]);
        assert_eq!(both[0].without(&[(0, true)]).products(), [vec![(1, true)]]);
    }
}
