//! Entering a tournament: who may, with which rating, and what they declare of their program.

use std::sync::Arc;

use ladder::{Leaderboard, rating_line};
use protocol::{
    Cause, DeclaredProgram, Division, Kind, Nonce, Player, PublicKey, Secret, TournamentId,
};
use tournament::Event;

use super::host::Host;
use super::{Tournaments, answer};
use crate::live::connection::Connection;
use crate::live::room::Room;
use crate::records::request_error::RequestError;
use crate::store::Store;

/// What an entrant presents on entering.
#[derive(Debug)]
pub(crate) struct Proofs {
    pub(crate) invitation: Option<Secret>,
    pub(crate) nonce: Option<Nonce>,
    /// The key with which they will sign their moves.
    pub(crate) key: Option<PublicKey>,
    /// What a bot says of its program.
    pub(crate) program: Option<DeclaredProgram>,
}

impl Tournaments {
    /// Enters the player of `connection`; the answer is sent once that is on disk.
    pub(crate) async fn enter(
        &self,
        host: &impl Host,
        connection: &Arc<Connection<Room>>,
        cid: u32,
        id: TournamentId,
        Proofs { invitation, nonce, key, program }: Proofs,
    ) -> Result<(), RequestError> {
        let entering = self.find(id)?;
        let player = &connection.player;
        // A bot without an owner may play, but does not count for the ladder.
        if player.kind == Kind::Guest {
            return Err(Cause::RegistrationRequired.into());
        }
        entering.ensure_admitted(player, invitation.as_ref())?;
        let program = program_of(player, program)?;
        let rating = rating(host.store(), player).await?;
        let entered = Event::Entered {
            player: player.clone(),
            rating,
            nonce,
            key,
            program,
            former_name: None,
        };
        let enter = || entering.enter(host.store(), entered, answer(connection, cid));
        host.enter_as(player, enter)?;
        self.agenda.enter(player.id, id);
        self.agenda.wake(id);
        Ok(())
    }
}

/// A player's overall rating in their own division, if it is certain enough for a rank: entrants
/// are numbered by it.
async fn rating(store: &Store, player: &Player) -> Result<Option<u32>, RequestError> {
    let division = Division::new([player.kind, player.kind], false);
    let known = store.ratings(vec![(rating_line(player), Leaderboard::Overall(division))]).await?;
    let certain = known.into_iter().flatten().find(|known| !known.provisional);
    Ok(certain.map(|known| known.rating))
}

/// Returns what is known of an entrant's program. The version of a bot with an account is the one
/// that its owner has named.
fn program_of(
    player: &Player,
    said: Option<DeclaredProgram>,
) -> Result<Option<DeclaredProgram>, RequestError> {
    if player.kind != Kind::Bot {
        return match said {
            None => Ok(None),
            Some(_) => Err(Cause::BadField { field: "program".to_owned() }.into()),
        };
    }
    let program = said.unwrap_or_default();
    if program.seed.is_some_and(|seed| seed > DeclaredProgram::MAX_SEED) {
        return Err(Cause::BadSeed.into());
    }
    if let (Some(named), Some(said)) = (&player.version, &program.version)
        && named != said
    {
        return Err(Cause::NamedVersion { version: named.to_string() }.into());
    }
    let program =
        DeclaredProgram { version: program.version.or(player.version.clone()), ..program };
    Ok((program != DeclaredProgram::default()).then_some(program))
}

#[cfg(test)]
mod tests {
    use protocol::{PlayerId, Version};
    use uuid::Uuid;

    use super::super::ongoing::full_house::hub;
    use super::*;
    use crate::store::folder::folder_in_memory;

    #[tokio::test]
    async fn entrants_have_the_ratings_that_are_certain_and_no_others() {
        let folder = folder_in_memory();
        let hub = hub(&folder);
        let player = |id, kind| Player {
            id,
            name: "Ada".to_owned().try_into().expect("a name"),
            kind,
            house: false,
            version: None,
        };
        let newcomer = player(PlayerId(Uuid::from_u128(7)), Kind::Person);
        assert_eq!(rating(hub.store(), &newcomer).await.expect("readable"), None);
        for anchor in ladder::ANCHORS {
            let known = rating(hub.store(), &player(anchor.id(), Kind::Bot)).await;
            assert_eq!(known.expect("readable"), Some(anchor.rating.into()));
        }
    }

    #[test]
    fn a_bot_declares_its_program_and_its_account_the_version() {
        let version = |text: &str| Version::try_from(text.to_owned()).ok();
        let player = |kind, version| Player {
            id: PlayerId(Uuid::nil()),
            name: "Ada".to_owned().try_into().expect("a name"),
            kind,
            house: false,
            version,
        };
        let said = |version, seed| Some(DeclaredProgram { version, seed, deterministic: true });
        let cause = |refused: RequestError| refused.body().cause;
        let (free, bound) = (player(Kind::Bot, None), player(Kind::Bot, version("2")));
        assert_eq!(program_of(&free, None).expect("nothing is said"), None);
        let declared = program_of(&free, said(version("1"), Some(7))).expect("it is valid");
        assert_eq!(declared, said(version("1"), Some(7)));
        let largest = said(None, Some(DeclaredProgram::MAX_SEED));
        assert_eq!(program_of(&free, largest.clone()).expect("it is valid"), largest);
        let named = program_of(&bound, said(version("2"), None)).expect("it is the same");
        assert_eq!(named, said(version("2"), None));
        let declared = program_of(&bound, said(None, None)).expect("it is valid");
        assert_eq!(declared, said(version("2"), None));
        let other = program_of(&bound, said(version("1"), None)).expect_err("it is another");
        assert_eq!(cause(other), Cause::NamedVersion { version: "2".to_owned() });
        let large = program_of(&free, said(None, Some(1 << 53))).expect_err("it is too large");
        assert_eq!(cause(large), Cause::BadSeed);
        let person = player(Kind::Person, None);
        assert_eq!(program_of(&person, None).expect("nothing is said"), None);
        let program = program_of(&person, said(None, None)).expect_err("people have none");
        assert_eq!(cause(program), Cause::BadField { field: "program".to_owned() });
    }
}
