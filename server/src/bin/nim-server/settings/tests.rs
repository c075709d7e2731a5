//! Settings from flags, files and the environment.

use clap::{Command, FromArgMatches};

use super::*;

pub(crate) fn settings() -> Settings {
    let matches = Settings::augment_args(Command::new("nim-server")).get_matches_from([""]);
    Settings::from_arg_matches(&matches).expect("every setting has a default")
}

#[test]
fn a_file_says_what_flags_do_not() {
    let text = "listen = \"127.0.0.1:1\"\nmax-connections = 7\nhouse-bots = \"off\"";
    let read = settings().with(text, |key| key == "listen").expect("known keys");
    assert_eq!((read.max_connections, read.house_bots), (7, Switch::Off));
    assert_eq!(read.listen, settings().listen);
}

#[test]
fn a_file_with_a_key_or_a_value_that_is_none_is_refused() {
    for text in [
        "max-connexions = 7",
        "max_connections = 7",
        "config = \"other.toml\"",
        "max-connections = -1",
        "durability = \"some\"",
        "listen = 7070",
        "listen",
    ] {
        // The same whether or not a flag of this name was given.
        assert!(settings().with(text, |_| false).is_err(), "{text}");
    }
    assert!(settings().with("config = \"other.toml\"", |_| true).is_err());
}

#[test]
fn a_secret_is_read_and_not_printed() {
    let digits = "ab".repeat(32);
    let text = format!("{ADMIN_TOKEN} = \"{digits}\"");
    let read = settings().with(&text, |_| false).expect("a token");
    assert_eq!(read.config().expect("whole").admin_token, Secret::read(&digits));
    let printed = read.printed().expect("plain values");
    assert!(printed.contains(MASK) && !printed.contains(&digits), "{printed}");
}

#[test]
fn the_settings_of_mail_come_together_and_the_password_is_not_printed() {
    let relay = "smtp-url = \"smtps://nim:hidden@mail.example.org\"\n";
    let rest = "mail-from = \"nim@example.org\"\npublic-url = \"https://example.org\"";
    let read = |text: &str| settings().with(text, |_| false).expect("known keys");
    let whole = read(&format!("{relay}{rest}"));
    assert!(whole.config().is_ok_and(|config| config.mail.is_some()));
    assert!(!whole.printed().expect("plain values").contains("hidden"));
    assert!(read(relay).config().is_err());
    let elsewhere = format!("smtp-url = \"http://mail.example.org\"\n{rest}");
    assert!(read(&elsewhere).config().is_err());
}

#[test]
fn each_setting_is_where_the_library_reads_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tournaments.toml");
    std::fs::write(&file, "").expect("writable");
    let text = format!(
        "max-connections = 11\nmax-connections-per-address = 12\n\
         max-handshakes-per-address = 13\nmessages-per-second = 14\nhouse-games = 15\n\
         proxies = [\"10.0.0.1\"]\ndurability = \"relaxed\"\ndrain-seconds = 16\n\
         solver-memory = 17\nbackup-folder = \"/backups\"\nbackup-hours = 18\n\
         backup-keep = 19\nscrub-hours = 20\ndisk-quota = 21\nkeep-guest-days = 22\n\
         keep-tournament-days = 23\ntournaments = {file:?}"
    );
    let config = settings().with(&text, |_| false).and_then(|read| read.config());
    let config = config.expect("known keys");
    let counts = [config.max_connections, config.max_connections_per_address];
    assert_eq!((counts, config.max_handshakes_per_address), ([11, 12], 13));
    assert_eq!((config.messages_per_second, config.house_games), (14, 15));
    assert_eq!(config.proxies, [IpAddr::from([10, 0, 0, 1])]);
    assert_eq!(config.durability, Durability::Relaxed);
    assert_eq!((config.drain, config.solver_memory), (Duration::from_secs(16), 17 << 20));
    assert!(config.recurring.is_empty(), "the file has none");
    let Upkeep { backups, scrub_every, disk_quota, keep_guest_games, keep_tournaments } =
        config.upkeep;
    let hours = |hours: u64| Duration::from_secs(hours * 3_600);
    let Backups { folder, every, keep } = backups.expect("a folder");
    assert_eq!((folder, every, keep), (PathBuf::from("/backups"), hours(18), 19));
    assert_eq!((scrub_every, disk_quota), (Some(hours(20)), 21 << 20));
    assert_eq!(keep_guest_games, Some(hours(22 * 24)));
    assert_eq!(keep_tournaments, Some(hours(23 * 24)));
}

#[test]
fn what_is_not_set_is_off_or_usual() {
    let config = settings().config().expect("defaults");
    assert_eq!(config.recurring.len(), Recurring::daily().len());
    assert!(!config.recurring.is_empty(), "with house bots there is an arena every day");
    assert!(config.upkeep.backups.is_none() && config.mail.is_none());
    let without = "house-bots = \"off\"\nscrub-hours = 0\nkeep-guest-days = 0";
    let without = settings().with(without, |_| false).expect("known keys").config();
    let without = without.expect("known keys");
    assert!(without.recurring.is_empty());
    let kept = (without.upkeep.scrub_every, without.upkeep.keep_guest_games);
    assert_eq!((kept, without.upkeep.keep_tournaments), ((None, None), None));
    let missing = settings().with("tournaments = \"/nowhere\"", |_| false);
    let why = missing.expect("a key").config().expect_err("no such file");
    assert!(format!("{why:#}").contains("/nowhere"), "{why:#}");
}

#[test]
fn printed_settings_can_be_read_back() {
    let printed = settings().printed().expect("plain values");
    let again = settings().with(&printed, |_| false).expect("the same").printed();
    assert_eq!(again.expect("plain values"), printed);
}

#[test]
fn a_link_needs_a_database_and_an_address_that_others_reach() {
    let stored = |text: &str| settings().with(text, |_| false).expect("known keys").storage();
    let database = "database = \"postgres://nim@db/nim\"\n";
    for link in ["10.0.0.1:7071", "[2001:db8::1]:7071"] {
        assert!(stored(&format!("{database}link = \"{link}\"")).is_ok(), "{link}");
        assert!(stored(&format!("link = \"{link}\"")).is_err(), "{link}");
    }
    for link in ["0.0.0.0:7071", "[::]:7071", "10.0.0.1:0"] {
        assert!(stored(&format!("{database}link = \"{link}\"")).is_err(), "{link}");
    }
    assert!(stored(database).is_ok() && stored("").is_ok());
}
