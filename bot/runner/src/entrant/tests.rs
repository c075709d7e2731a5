use super::*;

#[test]
fn levels_and_programs_enter() {
    let list = "perfect,epsilon:0.1, random,random,program:python3 dir/bot.py";
    let entrants = Entrant::list(list).unwrap();
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["perfect", "epsilon:0.1", "random", "random 2", "bot.py"]);
    assert_eq!(entrants[4].program(), Some("python3 dir/bot.py"));
    assert_eq!(entrants[3].level(), "random".parse().unwrap());
    let list = "name=Ada;dir=bots;env=SEED=1;env=A=b=c;move_ms=500;program:./ada -x;y,name=Eve;random,name=Eve;perfect";
    let named = Entrant::list(list).unwrap();
    let limits = ProgramSpec {
        command: String::new(),
        move_time: std::time::Duration::from_secs(1),
        memory_mb: None,
        show_errors: false,
        dir: None,
        env: Vec::new(),
        log: Some("logs".into()),
    };
    let spec = named[0].spec(&limits).unwrap();
    assert_eq!((spec.command.as_str(), spec.dir), ("./ada -x;y", Some("bots".into())));
    assert_eq!((spec.env.len(), spec.move_time), (2, Duration::from_millis(500)));
    assert_eq!(spec.memory_mb, None);
    assert_eq!(spec.log, Some("logs/Ada.log".into()));
    assert_eq!((named[1].name.as_str(), named[2].name.as_str()), ("Eve", "Eve 2"));
    assert_eq!(named[1].spec(&limits).map(|spec| spec.command), None);
    let timed: Entrant = "name=Fay;clock=move:0.5;perfect".parse().unwrap();
    assert_eq!(timed.clock(), Some(TimeControl::Move { ms: 500 }));
    for bad in [
        "clock=soon;perfect",
        "name=;perfect",
        "dir=x;perfect",
        "env=x;program:y",
        "name=Ada",
        "move_ms=x;program:y",
    ] {
        assert!(bad.parse::<Entrant>().is_err(), "{bad}");
    }
    let ada: Entrant = "remote:Ada".parse().unwrap();
    assert!(ada.is_remote() && ada.name == "Ada" && !entrants[0].is_remote());
    assert!("remote:".parse::<Entrant>().is_err());
    assert!(Entrant::list("perfect,better").is_err() && Entrant::list("program:").is_err());
}

#[test]
fn options_of_an_entrant_are_for_programs_and_come_before_them() {
    let read = |text: &str| text.parse::<Entrant>();
    let limits = ProgramSpec {
        command: "of all".to_owned(),
        move_time: Duration::from_secs(9),
        memory_mb: Some(70),
        show_errors: true,
        dir: Some("elsewhere".into()),
        env: vec![("A".to_owned(), "0".to_owned())],
        log: None,
    };
    let plain = read("program:python3 dir/bot.py").expect("a program");
    let spec = plain.spec(&limits).expect("a program");
    assert_eq!((spec.command.as_str(), spec.dir, spec.env), ("python3 dir/bot.py", None, vec![]));
    assert_eq!((spec.move_time, spec.memory_mb), (Duration::from_secs(9), Some(70)));
    assert!(spec.show_errors && spec.log.is_none() && plain.clock().is_none());
    let own = "name=A b.c;clock=60;dir=d;env=K=v;move_ms=5;memory_mb=8;program:x";
    let own = read(own).expect("a program");
    assert_eq!(own.clock(), Some(TimeControl::Fischer { base_ms: 60_000, increment_ms: 0 }));
    let log = ProgramSpec { log: Some("logs".into()), ..limits };
    let spec = own.spec(&log).expect("a program");
    assert_eq!(spec.log, Some("logs/A-b-c.log".into()));
    assert_eq!((spec.dir, spec.env), (Some("d".into()), vec![("K".to_owned(), "v".to_owned())]));
    assert_eq!((spec.move_time, spec.memory_mb), (Duration::from_millis(5), Some(8)));
    for bad in ["env=A=b;perfect", "move_ms=5;perfect", "memory_mb=5;perfect", "pace=5;program:x"] {
        let why = read(bad).expect_err(bad).to_string();
        assert!(why.starts_with(&format!("{bad:?} is no level of play")), "{why}");
    }
}

#[test]
fn equal_names_are_numbered_and_long_ones_cut_for_the_public() {
    let list = "random,name=random 2;perfect,random,name=random x;perfect,random";
    let entrants = Entrant::list(list).expect("a list");
    let names: Vec<&str> = entrants.iter().map(|entrant| entrant.name.as_str()).collect();
    assert_eq!(names, ["random", "random 2", "random 3", "random x", "random 4"]);
    let public = |name: &str| {
        let entrant = Entrant { name: name.to_owned(), ..Entrant::default() };
        entrant.public_name().as_str().to_owned()
    };
    let most = protocol::limits::MAX_NAME_CHARS;
    assert_eq!(
        [public("Ada"), public(&"é".repeat(most + 1))],
        ["Ada".to_owned(), "é".repeat(most)]
    );
    assert_eq!(public("\u{200b}"), "program");
    let level = |text: &str| text.parse::<Entrant>().expect("an entrant").level().to_string();
    assert_eq!(["epsilon:0.1", "program:x"].map(level), ["epsilon:0.1", "perfect"]);
}
