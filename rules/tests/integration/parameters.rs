//! What code reads from a variant is what the notation says.

use rules::{Removal, Variant};

fn variant(text: &str) -> Variant {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn parameters_are_those_that_were_named() {
    let Variant::Moore(moore) = variant("moore(cap=5;k=3)") else { panic!("another variant") };
    assert_eq!((moore.k(), moore.cap()), (3, Some(5)));
    assert_eq!([4, 5, 6].map(|heap| moore.most_from(heap)), [4, 5, 5]);
    let Variant::Moore(moore) = variant("moore(3)") else { panic!("another variant") };
    assert_eq!((moore.cap(), moore.most_from(6)), (None, 6));
    let Variant::RWythoff(wythoff) = variant("rwythoff(7)") else { panic!("another variant") };
    assert_eq!(wythoff.r(), 7);
    let Variant::Circular(circle) = variant("circular(4)") else { panic!("another variant") };
    assert_eq!(circle.k(), 4);
    let Variant::CircularStacks(stacks) = variant("circular_stacks(5)") else {
        panic!("another variant")
    };
    assert_eq!(stacks.k(), 5);
    let Variant::Subtraction(subtraction) = variant("subtraction(2,5,6)") else {
        panic!("another variant")
    };
    assert_eq!(subtraction.take(), [2, 5, 6]);
    let Variant::Octal(octal) = variant("octal(0.17)") else { panic!("another variant") };
    assert_eq!(octal.digits(), [0, 1, 7]);
    let Variant::Ndim(board) = variant("ndim(3,4)") else { panic!("another variant") };
    assert_eq!(board.dims(), [3, 4]);
    let Variant::Game21NPlayer(game) = variant("game21_nplayer(players=5;step=3;target=21)") else {
        panic!("another variant")
    };
    assert_eq!((game.players(), game.race().step(), game.race().target()), (5, 3, 21));
    let Variant::Poset(poset) = variant("poset(covers=0-1,2-1,1-3;elements=5)") else {
        panic!("another variant")
    };
    assert_eq!(poset.elements(), 5);
    assert_eq!([0, 1, 2, 3, 4].map(|element| poset.up(element)), [0b1011, 0b1010, 0b1110, 8, 16]);
    let Variant::Graph(graph) =
        variant("graph(edges=0-1,1-2;max=2;min=1;rule=connected;vertices=3)")
    else {
        panic!("another variant")
    };
    assert_eq!(graph.rule(), Removal::Connected { min: 1, max: 2 });
}
