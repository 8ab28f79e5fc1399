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
fn records_are_listed_by_their_fields() {
    let text = listing(&rich());
    for expected in [
        "\
a0  advice squeeze(2)
  side W
  better
    when after-us
    test f3 less
    parts
       0
        test f3 less
        compare left f1 room  right f2 root.room
        boards f0 pen
        zones (text \"race(us)\"  zone (men f0 pen  targets f0 pen  moves f1 room))
        cases (text \"less\"  test f3 less)
  holding test f7 nested
  us
    every
       0
        roles K, R
        who us
        from f0 pen
        to f0 pen
        filter f4 near
        toward NE, S
        promote Q
        keys f1 room, f5 far
        zones
           0  text \"race(them)\"  zone (men f0 pen  targets f0 pen  moves f5 far)
           1  zone (men f0 pen  targets f0 pen  moves f5 far)
    phases ((0, 2), roles any), 4
  depth 5
  mode shortest
  because text \"room is \", value f1 room
  doc \"Takes room away.\"
",
        "\
t0  table krk
  side W
  material counts ((1, 0, 1, 0, 0, 0), (1, 0, 0, 0, 0, 0))  mirrored
  rules
     0  condition f8 yes  list advice a2 wait
     1  list
       0  advice a0 squeeze(2)
       1  shortest plies 3  several a0 squeeze(2), a2 wait
  beyond table t0 krk
  leaves
",
    ] {
        assert!(text.contains(expected), "{text}");
    }
}

#[test]
fn a_strategy_is_listed_with_its_jumps() {
    let text = listing(&rich());
    for expected in [
        "\
a3  advice cut
  better when after-us  test f9 cut.out-class
  us every roles any
  depth 1
  action
  prefer f1 room, f5 far
",
        "\
  in-class f8 yes
  out-class f8 yes
  compares
  body
     0  action advice a3 cut  then 1
     1  while condition f8 yes  end 10
     2  if condition f8 yes  otherwise 5
     3  consult what table t0 krk  then 4
     4  jump 9
     5  action advice a3 cut  in-class f8 yes  then 9  failed 6
     6  consult
",
        "\
     7  apply strategy s1 wait  then 9
     8  stop \"no way on\"
     9  again 1
  doc \"By hand.\"

s1  strategy wait
  body stop
",
    ] {
        assert!(text.contains(expected), "{text}");
    }
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
