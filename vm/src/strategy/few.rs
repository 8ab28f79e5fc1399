//! A stack with its first few values in place, so that a small one allocates nothing: a prover makes and drops one
//! for every position that it consults.

/// A stack. Places without a value hold the default, so that equal stacks are equal field by field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Few<T, const N: usize> {
    near: [T; N],
    /// How many of the near places have a value; all do where there are far ones.
    count: usize,
    far: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few {
            near: [T::default(); N],
            count: 0,
            far: Vec::new(),
        }
    }
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    /// How many values there are.
    pub(super) fn len(&self) -> usize {
        self.count + self.far.len()
    }

    /// Puts one on top.
    pub(super) fn push(&mut self, value: T) {
        match self.near.get_mut(self.count) {
            Some(place) => {
                *place = value;
                self.count += 1;
            }
            None => self.far.push(value),
        }
    }

    /// Takes the top one away.
    pub(super) fn pop(&mut self) {
        if self.far.pop().is_some() {
            return;
        }
        let top = self.count.saturating_sub(1);
        if let Some(place) = self.near.get_mut(top) {
            *place = T::default();
        }
        self.count = top;
    }

    /// The top one.
    pub(super) fn last(&self) -> Option<&T> {
        self.far.last().or(self.near().last())
    }

    /// The top one, to be changed.
    pub(super) fn last_mut(&mut self) -> Option<&mut T> {
        let near = self.near.get_mut(..self.count).and_then(<[T]>::last_mut);
        self.far.last_mut().or(near)
    }

    /// All of them, the lowest first.
    pub(super) fn iter(&self) -> impl Iterator<Item = &T> {
        self.near().iter().chain(&self.far)
    }

    fn near(&self) -> &[T] {
        self.near.get(..self.count).unwrap_or(&[])
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut few = Few::default();
        values.into_iter().for_each(|value| few.push(value));
        few
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_is_the_same_however_it_came_about() {
        let mut few: Few<u8, 2> = Few::default();
        let mut plain: Vec<u8> = Vec::new();
        for step in [3, 4, 0, 0, 5, 6, 7, 8, 0, 0, 9, 0, 0, 0, 0] {
            if step > 0 {
                few.push(step);
                plain.push(step);
            } else {
                few.pop();
                plain.pop();
            }
            assert!(few.iter().eq(&plain));
            assert_eq!((few.len(), few.last()), (plain.len(), plain.last()));
            assert_eq!(few.last_mut(), plain.last_mut());
            assert_eq!(few, plain.iter().copied().collect());
        }
    }
}
