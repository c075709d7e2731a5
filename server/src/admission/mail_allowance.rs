//! How many mails go out for which nobody needs to be who they say they are: anybody can name
//! anybody's address. Pure, time passed in.

use std::time::{Duration, Instant};

use protocol::limits::{MAILS_IN_ALL, MAILS_TO_ADDRESS};

use crate::admission::attempts::Attempts;

/// What is left for each mailbox, whichever accounts name it, and for all of them together.
#[derive(Debug)]
pub(crate) struct MailAllowance {
    mailboxes: Attempts<String>,
    all: Attempts<()>,
}

impl Default for MailAllowance {
    fn default() -> MailAllowance {
        MailAllowance {
            mailboxes: Attempts::new(MAILS_TO_ADDRESS),
            all: Attempts::new(MAILS_IN_ALL),
        }
    }
}

impl MailAllowance {
    /// Counts a mail to this address.
    ///
    /// # Errors
    /// How long to wait if there have been too many.
    pub(crate) fn take(&mut self, address: &str, now: Instant) -> Result<(), Duration> {
        // The mailbox comes first: what is refused there takes nothing from others.
        self.mailboxes.count(mailbox(address), now)?;
        self.all.count((), now)
    }
}

/// Returns what the spellings of an address have in common that commonly reach one mailbox: case,
/// and a part behind a plus sign (RFC 5233), make no difference.
fn mailbox(address: &str) -> String {
    let address = address.to_lowercase();
    let Some((local, domain)) = address.rsplit_once('@') else { return address };
    let local = local.split_once('+').map_or(local, |(local, _)| local);
    format!("{local}@{}", domain.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mailbox_has_its_mails_however_it_is_spelt() {
        let (mut mails, now) = (MailAllowance::default(), Instant::now());
        let spelt =
            ["ada@example.org", "Ada@Example.ORG", "ada+nim@example.org", "ADA+@example.org"];
        let (most, every) = MAILS_TO_ADDRESS;
        for address in spelt.iter().cycle().take(most as usize) {
            mails.take(address, now).expect("within the burst");
        }
        for address in spelt {
            assert_eq!(mails.take(address, now), Err(every), "{address}");
        }
        for other in ["ada@example.com", "eve@example.org", "\"a@b\"@example.org"] {
            mails.take(other, now).expect("another mailbox");
        }
        mails.take(spelt[0], now + every).expect("one has come back");
        mails.take(spelt[1], now + every).expect_err("only one");
    }

    #[test]
    fn all_mails_are_bounded_and_refused_ones_take_nothing_from_others() {
        let (mut mails, now) = (MailAllowance::default(), Instant::now());
        let (most, every) = MAILS_IN_ALL;
        let sent = (0..2 * most).filter(|_| mails.take("ada@example.org", now).is_ok()).count();
        assert_eq!(sent, MAILS_TO_ADDRESS.0 as usize);
        for n in sent..most as usize {
            mails.take(&format!("{n}@example.org"), now).expect("there is room for others");
        }
        assert_eq!(mails.take("bob@example.org", now), Err(every));
        mails.take("eve@example.org", now + every).expect("one has come back");
    }
}
