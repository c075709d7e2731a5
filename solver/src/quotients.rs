//! The misère quotients that are known of splitting games, as data. Each is
//! proved by the tests below: see [`crate::quotient_proof`].

use std::sync::LazyLock;

use crate::heap_game::HeapQuotient;
use crate::period::Period;
use crate::quotient::{Presentation, Quotient};

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

/// Dawson's Kayles 0.07 up to heaps of 24.
const DAWSON: Presentation<'_> = Presentation {
    letters: "abcd",
    relations: "a2=1 c2=1 d2=1 b4=b2 b2c=ab3",
    lost: "a b2 ac ad acd",
    parts: "1 1 a a b 1 ab a a 1 c ab ac b d 1 ad ac b c ab b2 a ab2 c",
};

/// Dawson's chess 0.137: every heap is that of 0.07 with one object more.
const DAWSONS_CHESS: Presentation<'_> =
    Presentation { parts: "1 a a b 1 ab a a 1 c ab ac b d 1 ad ac b c ab b2 a ab2 c", ..DAWSON };

/// Rows from which up to three neighbours are taken, up to 300: row 301 needs
/// another generator.
const THREES: Presentation<'_> = Presentation {
    letters: "abcdefg",
    relations: "a2=1 b3=b bc2=b c3=c bd=ab d2=b2 be=b2c ce=b e2=b2 b2f=f c2f=f df=af f2=b2 b2g=g \
                c2g=g dg=ag g2=b2 ef=bcf eg=bcg",
    lost: "a b2 c2 acd ade",
    parts: "1 a b ab c d bc ab b ab2 e abc b2c ab2c f ab2 bf ab2c b2c abc bc ab2 b ab bc ab2 b2c \
            ab b ab2 f bf b2c bcf g ab2 b ab b2c ab2 bc ab b ab2 bc abc b2c ab2c f ab2 bf ab2c f \
            abc bc ab2 b ab bc ab2 b2c ab bcf ab2 f bf g bcf bg ab2 bf ab b2c ab2 bc ab b ab2 cg \
            abc g ab2c f ab2 bf ab2c f abc bcf ab2 b ab bc ab2 cf ab bcf ab2 f bf g bcf bg ab2 bf \
            ab f ab2 bc ab b ab2 cg abc g ab2c f ab2 bf ab2c f abc bcf ab2 b2c ab cg ab2 cf ab \
            bcf ab2 f bf g bcf bg ab2 bf ab f ab2 acf ab b ab2 cg abc g ab2c f ab2 bf ab2c f abc \
            g ab2 b2c ab acg ab2 cf ab bcf ab2 f bf g bcf bg ab2 bf ab f ab2 acf g fg ab2 cg abc \
            g ab2c f ab2 bf ab2c f abc g ab2 b2c ab acg ab2 cf ab bcf ab2 f bf g bcf bg ab2 bf \
            abcg f ab2 acf afg fg ab2 cg abf g ab2c f ab2 bf ab2c f abc g ab2 b2c ab acg ab2 cf \
            afg bcf acg f bf g bcf bg acf bf abcg f ab2 acf afg fg acg cg abf g acf f ab2 bf abcg \
            f abcf g ab2 b2c ab acg ab2 cf afg bcf acg f bf g bcf bg acf bf abcfg f ab2 acf afg \
            fg acg abcfg abf g acf f abc bf abcg f abcf g acf b2c ab acg ab2 cf afg bcf",
};

fn heaps(presentation: &Presentation<'_>, period: Option<Period>) -> HeapQuotient {
    HeapQuotient { quotient: Quotient::new(presentation), period }
}

static OF_KAYLES: LazyLock<HeapQuotient> =
    LazyLock::new(|| heaps(&KAYLES, Some(Period { start: 71, length: 12 })));
static OF_GRUNDY: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&GRUNDY, None));
static OF_DAWSON: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&DAWSON, None));
static OF_DAWSONS_CHESS: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&DAWSONS_CHESS, None));
static OF_THREES: LazyLock<HeapQuotient> = LazyLock::new(|| heaps(&THREES, None));

/// The quotient of the octal game with this code, if one is known.
pub(crate) fn of_octal(code: &str) -> Option<&'static HeapQuotient> {
    match code {
        "0.77" => Some(&OF_KAYLES),
        "0.07" => Some(&OF_DAWSON),
        "0.137" => Some(&OF_DAWSONS_CHESS),
        "0.777" => Some(&OF_THREES),
        _ => None,
    }
}

/// The quotient of Grundy's game.
pub(crate) fn of_grundy() -> Option<&'static HeapQuotient> {
    Some(&OF_GRUNDY)
}
