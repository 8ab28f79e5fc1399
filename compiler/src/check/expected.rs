//! Moves and actions that a test expects: moves are legal in its position, actions are the strategy's.

use adv_chess::notation::MoveError;

use super::Checker;
use super::names::Def;
use crate::diagnostics::suggest::{did_you_mean, suggest};
use crate::diagnostics::{Code, Diagnostic};
use crate::hir::ExpectKind;
use crate::syntax::ast;

impl Checker<'_> {
    /// A move that is legal in the test's position.
    pub(super) fn expected_move(
        &mut self,
        text: &crate::source::Spanned<String>,
        position: &adv_chess::Position,
    ) -> Option<()> {
        let error = match adv_chess::notation::parse_move(position, &text.node) {
            Ok(_) => return Some(()),
            Err(error) => error,
        };
        let shown = |moves: Vec<adv_chess::Move>| {
            let listed: Vec<String> = moves
                .iter()
                .take(16)
                .map(|m| format!("`{}`", adv_chess::notation::san(position, *m)))
                .collect();
            let more = moves.len().saturating_sub(16);
            match more {
                0 => listed.join(", "),
                _ => format!("{} and {more} more", listed.join(", ")),
            }
        };
        let role = text
            .node
            .chars()
            .next()
            .and_then(adv_chess::Role::from_letter);
        let of_piece: Vec<adv_chess::Move> = position
            .legal_moves()
            .into_iter()
            .filter(|m| role.is_none_or(|role| role == m.role))
            .collect();
        let help = match (role, of_piece.is_empty()) {
            (Some(role), true) => {
                format!("the side to move has no legal move of a {}", role.name())
            }
            (Some(role), false) => format!("the {} has {}", role.name(), shown(of_piece)),
            (None, _) => format!("the legal moves are {}", shown(of_piece)),
        };
        let (code, label, help) = match error {
            MoveError::NotAMove { .. } => (Code::BadMove, "cannot be read", Some(help)),
            MoveError::Illegal { .. } => (
                Code::IllegalExpectedMove,
                "not legal in this position",
                Some(help),
            ),
            // The message itself names the moves that could be meant.
            MoveError::Ambiguous { .. } => (Code::IllegalExpectedMove, "which of them?", None),
        };
        self.refuse(
            Diagnostic::new(code, error.to_string())
                .with_label(text.span, label)
                .with_help_if(help),
        )
    }

    /// Notes that a name is that of an action: of the strategy, or else the first of that name in the file.
    pub(super) fn refer_to_action(&mut self, strategy: usize, name: &ast::Name) {
        let named = || {
            self.records
                .actions
                .iter()
                .filter(|action| action.1 == name.node)
        };
        let own = named().find(|action| action.0 == strategy);
        let of_file = self.names.own.get(name.node.as_str());
        if let Some(&def) = of_file.filter(|_| self.is_action(&name.node))
            && let Some(&id) = self.names.ids.get(&def)
        {
            self.index.refer(name.span, id);
        } else if let Some(&(.., id)) = own.or_else(|| named().next()) {
            self.index.refer(name.span, id);
        }
    }

    /// An action of the strategy, or of one that it applies.
    pub(super) fn expected_action(
        &mut self,
        strategy: usize,
        name: &ast::Name,
    ) -> Option<ExpectKind> {
        // An action in error is not known by its name.
        let known = self.actions_of(strategy)?;
        if known.contains(&name.node) {
            return Some(ExpectKind::Action(name.node.clone()));
        }
        self.broken = true;
        let own = &self.records.strategies[strategy].def.name;
        let near = suggest(
            &name.node,
            None,
            known.iter().map(|name| (name.as_str(), ())),
        );
        let help = did_you_mean(&near).or_else(|| match known.as_slice() {
            [] => None,
            [one] => Some(format!("its only action is `{one}`")),
            known => {
                let names: Vec<String> = known
                    .iter()
                    .take(8)
                    .map(|name| format!("`{name}`"))
                    .collect();
                Some(format!("its actions are {}", names.join(", ")))
            }
        });
        let message = format!("strategy `{}` has no action `{}`", own.node, name.node);
        let diagnostic = Diagnostic::new(Code::UnknownAction, message)
            .with_label(name.span, "no such action")
            .with_secondary(own.span, "the strategy");
        self.refuse(diagnostic.with_help_if(help))
    }

    /// The names of a strategy's actions, then those of the strategies that it applies, each once; `None` where one of these is
    /// in error.
    fn actions_of(&self, strategy: usize) -> Option<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        let (mut open, mut seen) = (vec![strategy], vec![strategy]);
        while let Some(index) = open.pop() {
            for action in &self.records.strategies[index].form.as_ref()?.named.own {
                let name = &action.advice.name.node;
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            let edges = &self.graph.edges[self.records.node(Def::Strategy(index))];
            for (target, _) in edges {
                if let Def::Advice(advice) = *target {
                    let def = self.records.advice[advice].def;
                    if def.action.is_some() && !names.contains(&def.name.node) {
                        names.push(def.name.node.clone());
                    }
                }
                if let Def::Strategy(applied) = *target
                    && !seen.contains(&applied)
                {
                    seen.push(applied);
                    open.push(applied);
                }
            }
        }
        Some(names)
    }
}
