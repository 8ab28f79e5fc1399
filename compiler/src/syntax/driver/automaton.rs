//! The automaton that lalrpop generates, asked without running the actions of the grammar.

use lalrpop_util::state_machine::{ParserDefinition, SimulatedReduce};

use crate::syntax::actions::GaveUp;
use crate::syntax::token::Token;

/// A step of the automaton.
pub(super) enum Action {
    Shift(i16),
    Reduce(i16),
    Error,
}

impl Action {
    /// Reads the number of the generated tables.
    pub fn of(number: i16) -> Action {
        match number {
            0 => Action::Error,
            1.. => Action::Shift(number - 1),
            _ => Action::Reduce(-(number + 1)),
        }
    }
}

/// The generated automaton with its actions.
pub(in crate::syntax) trait Automaton:
    ParserDefinition<
        Location = u32,
        Error = GaveUp,
        Token = Token,
        TokenIndex = usize,
        StateIndex = i16,
        Action = i16,
        ReduceIndex = i16,
        NonterminalIndex = usize,
        Success = (),
    >
{
    /// The action in a state before a token, or before the end of the text.
    fn action_on(&self, state: i16, token: Option<Token>) -> i16 {
        match token {
            Some(token) => self
                .token_to_index(&token)
                .map_or(0, |index| self.action(state, index)),
            None => self.eof_action(state),
        }
    }

    /// Shifts a token on a stack of states; false where it is not expected. The end of the text is never shifted.
    fn shift(&self, states: &mut Vec<i16>, token: Option<Token>) -> bool {
        loop {
            let top = states.last().copied().unwrap_or(0);
            match Action::of(self.action_on(top, token)) {
                Action::Error => return false,
                Action::Shift(state) => {
                    states.push(state);
                    return true;
                }
                Action::Reduce(reduction) => match self.simulate_reduce(reduction) {
                    SimulatedReduce::Accept => return true,
                    SimulatedReduce::Reduce {
                        states_to_pop,
                        nonterminal_produced,
                    } => {
                        states.truncate(states.len().saturating_sub(states_to_pop));
                        let top = states.last().copied().unwrap_or(0);
                        states.push(self.goto(top, nonterminal_produced));
                    }
                },
            }
        }
    }

    /// Whether the tokens may follow what a stack of states has read.
    fn accepts(&self, states: &[i16], tokens: &[Token]) -> bool {
        let mut states = states.to_vec();
        tokens
            .iter()
            .all(|token| self.shift(&mut states, Some(*token)))
    }
}

impl<D> Automaton for D where
    D: ParserDefinition<
            Location = u32,
            Error = GaveUp,
            Token = Token,
            TokenIndex = usize,
            StateIndex = i16,
            Action = i16,
            ReduceIndex = i16,
            NonterminalIndex = usize,
            Success = (),
        >
{
}
