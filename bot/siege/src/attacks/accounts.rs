//! Attacks on accounts: names that look like others, planted secrets, weak and
//! guessed passwords, and passwords that have leaked.

use serde_json::{Value, json};

use crate::outsider::Outsider;

/// A strong password.
const STRONG: &str = "seven wild horses at dawn";

/// Names that must be refused: they look like others, or like nothing, or are reserved.
const BAD_NAMES: [&str; 16] = [
    "Nimrod",
    "Nimrod (perfect)",
    "N\u{456}mrod",
    "admin",
    "Moderator",
    "A\u{ad}da",
    "\u{3164}",
    "A\u{e0041}\u{e0042}",
    "A\u{61c}da",
    "A\u{fe0f}da",
    "A\u{200b}da",
    "A\u{202e}da",
    "\u{410}da",
    "A\u{20dd}\u{20dd}\u{20dd}\u{20dd}\u{20dd}\u{20dd}\u{20dd}\u{20dd}",
    "\u{1d400}da",
    "A  da",
];

/// Legitimate names.
const GOOD_NAMES: [&str; 4] = ["Zo\u{eb}", "\u{41b}\u{435}\u{432}", "\u{674e}\u{5c0f}", "O'Hara"];

pub(crate) async fn names(outsider: &Outsider) {
    for (name, host) in BAD_NAMES.into_iter().zip(1..) {
        let account = json!({"name": name, "password": STRONG});
        if let Ok(answer) = outsider.at(host).post("/api/register", &account).await {
            let escaped = name.escape_unicode();
            outsider.ledger.must(answer.status >= 400, format!("registered {name} ({escaped})"));
        }
    }
    for (name, host) in GOOD_NAMES.into_iter().zip(100..) {
        let account = json!({"name": name, "password": STRONG});
        if let Ok(answer) = outsider.at(host).post("/api/register", &account).await {
            outsider.ledger.must(answer.status == 201, format!("{name} was refused"));
        }
    }
}

/// An unused name of letters only.
fn fresh_name(stem: &str) -> String {
    let letter = |_| char::from(b'a' + rand::random::<u8>() % 26);
    format!("{stem} {}", (0..8).map(letter).collect::<String>())
}

async fn register(outsider: &Outsider, name: &str, password: &str) -> Option<Value> {
    let account = json!({"name": name, "password": password});
    let answer = outsider.post("/api/register", &account).await.ok()?;
    serde_json::from_str(&answer.body).ok().filter(|_| answer.status == 201)
}

pub(crate) async fn cookies(outsider: &Outsider) {
    let planted = "0123456789abcdef".repeat(4);
    let bearer = format!("Bearer {planted}");
    let account = json!({"name": fresh_name("Victim"), "password": STRONG}).to_string();
    let headers = [("Authorization", bearer.as_str())];
    let registered = outsider.http("POST", "/api/register", &headers, &account).await;
    let Ok(registered) = registered.as_ref().map(|answer| answer.status) else { return };
    outsider.ledger.must(registered == 201, "nobody can register with a secret");
    let me = outsider.http("GET", "/api/me", &headers, "").await;
    let open = me.is_ok_and(|answer| answer.status == 200);
    outsider.ledger.must(!open, "a planted secret opens the account that registered with it");
}

pub(crate) async fn passwords(outsider: &Outsider) {
    let weak = ["aaaaaaaaaa", "password123", "1234567890", "qwertyuiop", "iloveyou12"];
    for (password, host) in weak.into_iter().zip(1..) {
        let granted = register(&outsider.at(host), &fresh_name("Weak"), password).await;
        outsider.ledger.must(granted.is_none(), format!("the password {password} was accepted"));
    }
    let name = fresh_name("Target");
    let owner = outsider.honest();
    let Some(_) = register(&owner, &name, STRONG).await else {
        return outsider.ledger.breach("nobody can register under the attack");
    };
    let mut heard = 0;
    for attempt in 0..120_u8 {
        let guess = json!({"name": name, "password": format!("wrong guess {attempt}")});
        let from = outsider.at(attempt + 10);
        if let Ok(answer) = from.post("/api/login", &guess).await {
            heard += u32::from(!matches!(answer.status, 429 | 503));
        }
    }
    outsider.ledger.note(format!("{heard} of 120 guesses at one account were heard"));
    outsider.ledger.must(heard <= 60, "guesses at one account are unlimited over many addresses");
}

/// The owner's steps after a password has leaked, and what the thief can still do.
pub(crate) async fn leaks(outsider: &Outsider) {
    let (owner, thief) = (outsider.at(1), outsider.at(2));
    let name = fresh_name("Leaked");
    let Some(account) = register(&owner, &name, STRONG).await else {
        return outsider.ledger.breach("nobody can register");
    };
    let credentials = json!({"name": name, "password": STRONG});
    let Ok(stolen) = thief.post("/api/login", &credentials).await else { return };
    let stolen: Value = serde_json::from_str(&stolen.body).unwrap_or_default();
    let own = bearer(&account);
    let change = json!({"old": STRONG, "new": "eight tame goats at dusk"}).to_string();
    let changed = owner.http("POST", "/api/password", &[("Authorization", &own)], &change).await;
    let changed = changed.is_ok_and(|answer| answer.status < 300);
    outsider.ledger.must(changed, "a password cannot be changed");
    let again = thief.post("/api/login", &credentials).await;
    let shut = again.is_ok_and(|answer| answer.status >= 400);
    outsider.ledger.must(shut, "the old password is still good");
    let thiefs = bearer(&stolen);
    let me = thief.http("GET", "/api/me", &[("Authorization", &thiefs)], "").await;
    let shut = me.is_ok_and(|answer| answer.status >= 400);
    outsider.ledger.must(shut, "the thief is still logged in");
}

fn bearer(account: &Value) -> String {
    format!("Bearer {}", account["token"].as_str().unwrap_or_default())
}
