//! Numbers of a report as people read them, by whole-number arithmetic, so that no two machines print them differently.

pub(crate) use crate::text::many;
use crate::text::thousands;

/// Mean with three decimals, rounded half up: `18.121`; `–` for a count of 0.
pub(crate) fn mean(sum: u64, count: u64) -> String {
    quotient(sum, count, 3)
}

/// A quotient with so many decimals; a dash where nothing was counted.
pub(crate) fn quotient(sum: u64, count: u64, decimals: u32) -> String {
    if count == 0 {
        return "–".to_owned();
    }
    let (sum, count, unit) = (u128::from(sum), u128::from(count), 10_u128.pow(decimals));
    let parts = (sum * unit + count / 2) / count;
    let whole = u64::try_from(parts / unit).unwrap_or(u64::MAX);
    let (rest, width) = (parts % unit, decimals as usize);
    format!("{}.{rest:0width$}", thousands(whole))
}

/// Mean of a sum that may be below zero, with its sign and three decimals: `+1.250`.
pub(crate) fn signed_mean(sum: i64, count: u64) -> String {
    let sign = match sum {
        0 => "",
        below if below < 0 => "−",
        _ => "+",
    };
    format!("{sign}{}", mean(sum.unsigned_abs(), count))
}

/// Share of a whole in per cent with one decimal. Only an exact zero is `0.0 %`, only all is `100.0 %`; `–` for a whole of 0.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    let (part, all) = (u128::from(part), u128::from(whole));
    match (part * 1000 + all / 2) / all {
        0 if part > 0 => "< 0.1 %".to_owned(),
        1000.. if part < all => "> 99.9 %".to_owned(),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

/// Number of bytes in the unit that leaves two to four digits: `12.3 MB`.
pub fn bytes(count: u64) -> String {
    let (unit, name) = match count {
        0..10_000 => return many(count, "byte", "bytes"),
        10_000..10_000_000 => (1_000, "kB"),
        10_000_000..10_000_000_000 => (1_000_000, "MB"),
        _ => (1_000_000_000, "GB"),
    };
    let tenths = (count / (unit / 10)) % 10;
    format!("{}.{tenths} {name}", thousands(count / unit))
}

/// Speed of a proof for the terminal: `201,344 states, 1.2 MB kept, in 3.4 s, 59,218 a second`. `kept` is memory in bytes, which depends on
/// the other claims of the same run; 0 bytes are left out. No report holds this line.
pub fn rate_line(states: u64, seconds: f64, kept: u64) -> String {
    let mut shown = many(states, "state", "states");
    if kept > 0 {
        shown.push_str(", ");
        shown.push_str(&bytes(kept));
        shown.push_str(" kept,");
    }
    if !(seconds.is_finite() && seconds > 0.0) {
        return shown;
    }
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a rate for people; the cast saturates"
    )]
    let rate = (states as f64 / seconds) as u64;
    format!("{shown} in {seconds:.1} s, {} a second", thousands(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_rounded_and_shares_keep_their_ends() {
        assert_eq!(mean(3_174_219, 175_168), "18.121");
        assert_eq!(mean(1, 2000), "0.001");
        assert_eq!(mean(0, 0), "–");
        assert_eq!(quotient(3_174_219, 175_168, 2), "18.12");
        assert_eq!(quotient(1, 200, 2), "0.01");
        assert_eq!(mean(u64::MAX, 1), "18,446,744,073,709,551,615.000");
        assert_eq!(signed_mean(-5, 4), "−1.250");
        assert_eq!(percent(48, 175_168), "< 0.1 %");
        assert_eq!(percent(175_120, 175_168), "> 99.9 %");
        assert_eq!(percent(175_168, 175_168), "100.0 %");
        assert_eq!(percent(0, 7), "0.0 %");
        assert_eq!(percent(1, 8), "12.5 %");
    }

    #[test]
    fn bytes_and_rates_have_units() {
        assert_eq!(bytes(1), "1 byte");
        assert_eq!(bytes(12_345), "12.3 kB");
        assert_eq!(bytes(12_345_678_901), "12.3 GB");
        assert_eq!(
            rate_line(201_344, 3.4, 0),
            "201,344 states in 3.4 s, 59,218 a second"
        );
        assert_eq!(rate_line(1, 0.0, 0), "1 state");
    }
}
