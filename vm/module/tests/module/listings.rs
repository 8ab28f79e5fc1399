//! The listing.

use adv_module::{FnId, Op, listing, listing_of_verified};

use crate::build::*;
use crate::rich::rich;

#[test]
fn a_function_is_listed_below_its_source() {
    let text = listing_of_verified(&verified(rich()));
    let expected = "\
f5  far() number   8 registers   costs 266 at most
          5 | number far = sum x in pen : file(x)
     0  r0 := 0
     1  r1 := f0 pen()  @r2
     2  for-each r2 of r1, at the end -> 6
     3    r3 := file r2
     4    r0 := r0 + r3
     5  loop -> 2
     6  r1 := 1099511627776
     7  r0 := r0 + r1
     8  return r0
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn records_are_laid_out_as_in_the_source() {
    let text = listing(&rich());
    let expected = "\
a0  advice squeeze(2)   for W   depth 5 shortest
  /// Takes room away.
  better   after-us f3 less
           ∧ f3 less   compares (f1 room) with (f2 root.room)   boards f0
             zone `race(us)` = zone(f0 pen, f0 pen, f1 room)
             case `less` = f3 less
  holding  f7 nested
  us       us.(K, R) as Q from f0 pen to f0 pen where f4 near toward NE, S by f1 room, f5 far \
           [zone `race(them)` = zone(f0 pen, f0 pen, f5 far)] [zone `` = zone(f0 pen, f0 pen, f5 far)]
           at 0, 2: any
           at 4: none
  them     none
  because  \"room is {f1 room}\"
";
    assert!(text.contains(expected), "{text}");
    let expected = "\
t0  table krk   for W
  material W: K, R;  B: K;  mirrored
  if f8 yes then a2 wait
  otherwise a0 squeeze(2), shortest 3 (a0 squeeze(2), a2 wait)
  beyond t0 krk, leaves
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn a_strategy_is_listed_with_its_jumps() {
    let text = listing(&rich());
    let expected = "\
a3  advice cut   depth 1   action
  better   after-us f9 cut.out-class
  holding  true
  us       any
  them     none
  prefer   f1 room, f5 far
";
    assert!(text.contains(expected), "{text}");
    let expected = "\
s0  strategy K-R-VS-K   for W
  /// By hand.
  material   W: K, R;  B: K;  mirrored
  in-class   f8 yes
  out-class  f8 yes   compares the end with the beginning
     0  action a3 cut   then 1   failed: stops
     1  while f8 yes   else 10
     2    if f8 yes   else 5
     3      consult t0 krk   then 4   failed: stops
     4      jump 9
     5    action a3 cut where f8 yes   then 9   failed 6
     6    consult a0 squeeze(2), shortest 3 (a0 squeeze(2), a2 wait)   then 9   failed 7
     7    apply s1 wait   then 9   failed: the next
     8    stop \"no way on\"
     9  again 1

s1  strategy wait
     0  stop
";
    assert!(text.contains(expected), "{text}");
}

#[test]
fn the_header_names_what_the_module_gives() {
    let text = listing(&rich());
    let expected = "\
module krk 1.0
  //! King and rook against king.
material W: K, R;  B: K;  mirrored
example \"8/8/8/3k4/8/8/1R6/K7 w - - 0 1\"
slots 1

exports
  number room() = f1, f5
    /// Two numbers.

constants
  k0  28 squares  0xff818181818181ff
  k1  {a6}  0x0000010000000000
";
    assert!(text.starts_with(expected), "{text}");
}

#[test]
fn an_unverified_module_is_listed_as_it_is() {
    let mut module = rich();
    module.functions[1].code[0] = Op::Kept {
        dst: r(9),
        slot: adv_module::SlotId(7),
        function: FnId(99),
    };
    module.strip();
    assert!(listing(&module).contains("r9 := kept slot 7: f99 ?"));
}
