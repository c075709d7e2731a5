//! The known misère quotients of splitting games, as data. A test proves each of them with
//! [`Proof`](crate::misere::proof::Proof).

use std::sync::LazyLock;

use crate::heaps::heap_game::HeapQuotient;
use crate::heaps::period::Period;
use crate::misere::quotient::{Presentation, Quotient};

/// Kayles, for all heaps (Sibert and Conway 1992; the quotient by Plambeck 2005).
const KAYLES: Presentation<'_> = Presentation {
    letters: "abcdefg",
    relations: "a2=1 b3=b bc2=b c3=c bd=bc cd=b2 d3=d be=bc ce=b2 e2=de bf=ab cf=ab2c d2f=f f2=b2 \
                b2g=g c2g=g dg=cg eg=cg fg=ag g2=b2",
    lost: "a b2 ac ac2 d ad2 e ade adf",
    parts: "1 a b ab a c ab b ab2 d b bc e ab2 b abc ab2 d2e ab b ade b2c bc abc b2c f b g ab2c \
            b2c abc b ab2 g bc abc b2c ab2 b ab ab2 b2c abc b ab2 g b abc b2c ab2 b g ab2 b2c abc \
            b ab2 b2c b abc b2c ab2 b g ab2 b2c abc b ab2 g bc abc b2c ab2 b g ab2 b2c abc b ab2 g \
            b",
};

/// Grundy's game up to heaps of 28; at 29 no finite quotient has been found.
const GRUNDY: Presentation<'_> = Presentation {
    letters: "abcde",
    relations: "a2=1 c2=1 d2=1 b4=b2 b2c=ab3 b3e=be b2e2=e2 bce=ab2e ce2=abe2 e3=e2",
    lost: "a b2 ac d cd be e2",
    parts: "1 1 1 a 1 b a 1 b a 1 b a c b a c b d c e d c e d c e d ae2",
};

/// Guiles 0.15, for all heaps (after Plambeck and Siegel 2008).
const GUILES: Presentation<'_> = Presentation {
    letters: "abcdefghi",
    relations: "i2=b2 hi=b2 h2=b2 gi=bg gh=bg g2=bg fi=b3 fh=b3 fg=b3 f3=f2 ei=be eh=bg eg=be ef=ace \
                e4=e2 di=bd dh=bd dg=bd df=d de=bd d3=ad2 ci=ab3 ch=ab3 cg=ab3 cf2=cf ce2=abe cd=ad \
                c2=b2 bi=bg bh=bg bf=b3 be2=ace bc=ab3 b2g=b3 b2e=b3 b2d=d b4=b2 a2=1",
    lost: "a b2 bd d2 ae ae2 ae3 af af2 ag ah ai",
    parts: "1 a a 1 a a b b a b b a a 1 c c b b d b e c c f c c b g d h i ab2 abg f abg abe b3 \
            h d h h ab2 abe f2 abg abg b3 h d h h ab2 abg f2 abg abg b3 b3 d b3 b3 ab2 abg f2 \
            abg abg b3 b3 d b3 b3 ab2 ab2 f2 ab2 ab2",
};

/// Dawson's Kayles 0.07 up to heaps of 24.
const DAWSON: Presentation<'_> = Presentation {
    letters: "abcd",
    relations: "a2=1 c2=1 d2=1 b4=b2 b2c=ab3",
    lost: "a b2 ac ad acd",
    parts: "1 1 a a b 1 ab a a 1 c ab ac b d 1 ad ac b c ab b2 a ab2 c",
};

/// Dawson's chess 0.137: each heap behaves like the heap of 0.07 with one object more.
const DAWSONS_CHESS: Presentation<'_> =
    Presentation { parts: "1 a a b 1 ab a a 1 c ab ac b d 1 ad ac b c ab b2 a ab2 c", ..DAWSON };

/// Rows from which up to three neighbours are taken, for lengths up to 652: with row 653 the
/// quotient has more than the 128 elements that a proof can hold.
const THREES: Presentation<'_> = Presentation {
    letters: "abcdefgh",
    relations: "h2=b2 g2=b2 f2=b2 eh=bch eg=bcg ef=bcf e2=b2 dh=ah dg=ag df=af d2=b2 ce=b c2h=h \
                c2g=g c2f=f c3=c be=b2c bd=ab bc2=b b2h=h b2g=g b2f=f b3=b a2=1",
    lost: "a b2 c2 acd ade",
    parts: "1 a b ab c d bc ab b ab2 e abc b2c ab2c f ab2 bf ab2c b2c abc bc ab2 b ab bc ab2 b2c \
            ab b ab2 f bf b2c bcf g ab2 b ab b2c ab2 bc ab b ab2 bc abc b2c ab2c f ab2 bf ab2c f \
            abc bc ab2 b ab bc ab2 b2c ab bcf ab2 f bf g bcf bg ab2 bf ab b2c ab2 bc ab b ab2 cg \
            abc g ab2c f ab2 bf ab2c f abc bcf ab2 b ab bc ab2 cf ab bcf ab2 f bf g bcf bg ab2 bf \
            ab f ab2 bc ab b ab2 cg abc g ab2c f ab2 bf ab2c f abc bcf ab2 b2c ab cg ab2 cf ab bcf \
            ab2 f bf g bcf bg ab2 bf ab f ab2 acf ab b ab2 cg abc g ab2c f ab2 bf ab2c f abc g ab2 \
            b2c ab acg ab2 cf ab bcf ab2 f bf g bcf bg ab2 bf ab f ab2 acf g fg ab2 cg abc g ab2c \
            f ab2 bf ab2c f abc g ab2 b2c ab acg ab2 cf ab bcf ab2 f bf g bcf bg ab2 bf abcg f ab2 \
            acf afg fg ab2 cg abf g ab2c f ab2 bf ab2c f abc g ab2 b2c ab acg ab2 cf afg bcf acg f \
            bf g bcf bg acf bf abcg f ab2 acf afg fg acg cg abf g acf f ab2 bf abcg f abcf g ab2 \
            b2c ab acg ab2 cf afg bcf acg f bf g bcf bg acf bf abcfg f ab2 acf afg fg acg abcfg \
            abf g acf f abc bf abcg f abcf g acf b2c ab acg ab2 cf afg bcf h f ab2 g bcf bg acf bf \
            h f ab2 abh afg fg bfg abh abf g h f abc bf abcfg f abcf g acf b2c h acg ab2 cf afg \
            bcf h bf ab2 g ab bg bh bf h f ab2 abh afg fg abg abh abf g h f abc bf abcfg ab2 abg g \
            acf b2c h acg ab2 cf bfg bcf h bf ab2 g ab bg ab2c bf h ab ab2 abh h fg abg abh abf bf \
            h f abc bf abcfg abch ab g acf b2c h acg ab2 cf bfg bcf h abh ab2 bf ab bg ab2c bf h f \
            ab2 abh h fg af abh abf bf h f abc bf abcfg abch acg g afh b2c h cfg ab cf bfg bcf abc \
            abh ab2 bf acfg f ab2c g h f ab2 ach abc fg abg abh ab bf h f abc bf bcg abch acg g \
            afh b2c h bcf ab abh h bc abc abh ab2 afh acfg f ab2c g h f ab2 ach abc fg abg abh bh \
            bf h bcf abc bf bcg abcfh bfh ach afh g h bcf ab abcfh h bc afg ach acf afh acfg f \
            ab2c g agh f ab2 ach abc fg h abh bh bf h abfh cfh cf bcg bgh bfh ach afh g h bcf ab \
            abcfh h bc abcf ach acf afh acg f ab2c g acfg f ab2 ach fgh bfgh h abh ab bf ab2 f cfh \
            cf bgh acfgh cg ach afh cf bch bcf ab abcfh ab2 bc abcf cf abcfh bcg cg f abcfg cf \
            acfg f ab2 bcg h fgh bch abh ab bf ab2 f cfh cf bgh acgh bfh bf afh g bch bcf ab abcfh \
            ab2 cfg h cf abcfh bcg cg f ab2c cf bgh cfgh ab2 bcg h acgh abg abh ch bf ab2 f cfh cf \
            bgh acfgh bcg bf afh g ab2 bcf ch abcfh ab2 cfg h abcgh abcfh bcg cg f ab2c cf bgh \
            bcfgh ab2 bcg",
};

fn heaps(presentation: &Presentation<'_>, period: Option<Period>) -> HeapQuotient {
    HeapQuotient { quotient: Quotient::new(presentation), period }
}

static OF_KAYLES: LazyLock<HeapQuotient> =
    LazyLock::new(|| heaps(&KAYLES, Some(Period { start: 71, length: 12 })));
static OF_GUILES: LazyLock<HeapQuotient> =
    LazyLock::new(|| heaps(&GUILES, Some(Period { start: 66, length: 10 })));
static OF_GRUNDY: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&GRUNDY, None));
static OF_DAWSON: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&DAWSON, None));
static OF_DAWSONS_CHESS: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&DAWSONS_CHESS, None));
static OF_THREES: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&THREES, None));

/// Returns the quotient of the octal game with this code, if one is known.
pub(crate) fn octal_quotient(code: &str) -> Option<&'static HeapQuotient> {
    match code {
        "0.77" => Some(&OF_KAYLES),
        "0.15" => Some(&OF_GUILES),
        "0.07" => Some(&OF_DAWSON),
        "0.137" => Some(&OF_DAWSONS_CHESS),
        "0.777" => Some(&OF_THREES),
        _ => None,
    }
}

/// Returns the quotient of Grundy's game.
pub(crate) fn grundy_quotient() -> Option<&'static HeapQuotient> {
    Some(&OF_GRUNDY)
}
