//! Calls in which `us` and `HERE` are given: how a descriptor asks what holds for a side, and how a pattern asks about each of its facts.

use adv_chess::Color;
use adv_module::FnId;

use crate::env::Env;
use crate::limits::Stop;
use crate::profile::Probe;
use crate::run::Run;

/// What a call for a side gives.
pub(crate) struct Given {
    /// The side that is `us`.
    pub(crate) us: Color,
    /// The squares that are `HERE`.
    pub(crate) here: u64,
}

impl Run<'_> {
    /// Evaluates a function without parameters where `us` and `HERE` are given. Native code faces the side that it faced before, for the
    /// caller goes on with it.
    pub(crate) fn call_for<P: Probe>(
        &mut self,
        function: FnId,
        env: &Env<'_>,
        given: Given,
        base: usize,
    ) -> Result<u64, Stop> {
        let env = Env {
            us: given.us,
            ..*env
        };
        let here = std::mem::replace(&mut self.here, given.here);
        let faced = self.natives.active;
        let value = self.interpret::<P>(function, &env, base);
        self.natives.active = faced;
        self.here = here;
        value
    }
}
