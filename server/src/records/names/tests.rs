use super::*;

fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).unwrap_or_else(|why| panic!("{text:?}: {why}"))
}

fn checked(text: &str) -> Result<(), Cause> {
    check(&name(text))
}

fn look_alike(one: &str, other: &str) -> bool {
    looks(&name(one)).iter().any(|look| looks(&name(other)).contains(look))
}

#[test]
fn honest_names_of_many_scripts_are_fit() {
    for honest in [
        "Ada L.",
        "Ångström",
        "Zoë",
        "Amélie",
        "Nguyễn",
        "O'Brien",
        "Jean-Luc",
        "Çelik",
        "Владимир",
        "Ελένη",
        "李小龙",
        "たろう",
        "山田タロウ",
        "李 Lee",
        "김민준",
        "محمد",
        "דוד",
        "नीलम",
        "สมชาย",
        "กี่",
        "ဇော်",
        "தமிழ்",
        "Նարեկ",
        "bot 2",
        "42",
        "C++ bot",
        "<script>alert(1)</script>",
        "Nimrods friend",
        "Guest 5e1f0a",
        "Adminton",
        "Deleted scenes",
    ] {
        assert_eq!(checked(honest), Ok(()), "{honest:?}");
    }
}

#[test]
fn names_that_hide_something_are_refused() {
    let ringed = format!("a{}", "\u{20DD}".repeat(31));
    let heaped = format!("x{}", "\u{0301}".repeat(3));
    let tagged = "Ada\u{E0041}\u{E0064}";
    for bad in [
        "A\u{AD}da",
        "A  da",
        "\u{3164}",
        tagged,
        "Ada\u{61C}",
        "Ada\u{FE0F}",
        &ringed,
        &heaped,
        "a\u{20DD}",
        "\u{301}a",
        "a \u{301}",
        "\u{2800}",
        "\u{115F}",
        "\u{FFA0}",
        "A\u{A0}da",
        "\u{E000}",
        "\u{378}",
        "a\u{34F}",
        "\u{180E}a",
        "𝐀da",
        "Ａda",
        "ⓐda",
        "🙂",
        "€uro",
    ] {
        assert_eq!(checked(bad), Err(Cause::NameUnreadable), "{bad:?}");
    }
    for pieces in ["Ame\u{301}lie", "\u{1112}\u{1161}\u{11AB}", "e\u{301}"] {
        let refused = checked(pieces).expect_err("in pieces");
        assert!(
            matches!(refused, Cause::NameNotComposed | Cause::NameUnreadable),
            "{pieces:?}: {refused}"
        );
    }
    assert_eq!(checked("Ame\u{301}lie"), Err(Cause::NameNotComposed));
    for bare in ["...", "( )", "-", "<>"] {
        assert_eq!(checked(bare), Err(Cause::NameWithoutLetters), "{bare:?}");
    }
}

#[test]
fn scripts_that_are_not_written_together_are_not_mixed() {
    for mixed in ["Аda", "Adа", "Οmar", "Влaдимир", "αда", "Ada たро", "محمد Ada"]
    {
        assert_eq!(checked(mixed), Err(Cause::NameMixesScripts), "{mixed:?}");
    }
}

#[test]
fn the_names_of_house_bots_and_of_the_server_are_reserved() {
    let bots = ANCHORS.iter().map(|anchor| anchor.name);
    let likenesses = [
        "Nimrod",
        "nimrod",
        "NIMROD",
        "Nimrod perfect",
        "N1mrod (perfect)",
        "Nirnrod",
        "Admin",
        "ADMIN",
        "-admin-",
        "a d m i n",
        "Adrnin",
        "M0derator",
        "Server",
        "SYSTEM",
        "NlM",
        "Nim",
        "nim bot",
        "House Bot",
        "Deleted 5e1f0a",
        "deleted 0O1l23",
        "Nimrod 2",
        "Nimrod_x",
        "nimrod99",
        "The real Nimrod",
        "N1mby II",
        "Admin Team",
        "Site Admin",
        "admin1",
        "Server 2",
        "Nim 3",
        "(official)",
        "Nim Support",
        "Nim Server Staff",
        "Sysop",
        "The Nim-Team",
        "0wner",
        "The Operator",
        "Offic|al",
    ];
    for reserved in bots.chain(RESERVED).chain(likenesses) {
        assert_eq!(checked(reserved), Err(Cause::NameReserved), "{reserved:?}");
    }
    for free in ["Nimue", "Serverin", "Badminton", "Modesty", "Ada 2", "Root Beer", "Nimo"] {
        assert_eq!(checked(free), Ok(()), "{free:?}");
    }
}

#[test]
fn names_that_look_alike_share_a_look() {
    for (one, other) in [
        ("Ada L", "aDA l"),
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Tom", "Torn"),
        ("aco", "асо"),
        ("HEAT", "НЕАТ"),
        ("Владимир", "ВЛАДИМИР"),
        ("Zoë", "ZOË"),
        ("O'Brien", "O’Brien"),
        ("b0b", "bOb"),
        ("Kenneth", "Ken neth"),
        ("Paypal", "Paypa|"),
        ("Ada", "Ada."),
        ("Ada", "-= Ada =-"),
        ("bot 1-2", "bot 1.2"),
    ] {
        assert!(look_alike(one, other), "{one:?} {other:?}");
    }
    for (one, other) in
        [("Zoe", "Zoë"), ("Ada", "Ida"), ("bot 1", "bot 2"), ("bot 1.2", "bot 12"), ("Ali", "All")]
    {
        assert!(!look_alike(one, other), "{one:?} {other:?}");
    }
}
