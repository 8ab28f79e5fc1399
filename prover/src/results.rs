//! What the report is counted from.

use crate::broken::Broken;
use crate::map::Map;
use crate::settle::Settlement;

/// Everything that is settled.
pub(crate) struct Results<'r> {
    pub(crate) map: &'r Map,
    pub(crate) settlement: &'r Settlement,
    pub(crate) broken: Option<&'r Broken>,
}
