//! The model as it is searched: where it begins, what can happen, and what must hold.

use crate::fault::ModelFault;
use crate::search::{Model, ModelStep};
use crate::step::PossibleSteps;
use crate::world::{
    Breach, CLIENTS, ModelClient, ModelDatabase, ModelServer, PLIES, SERVERS, World, length,
};

/// What is explored.
#[derive(Clone, Copy, Debug)]
pub struct Cluster {
    /// What is planted.
    pub fault: Option<ModelFault>,
    /// How often something may fail.
    pub failures: u8,
}

impl Model for Cluster {
    type State = World;

    fn initial(&self) -> World {
        World {
            database: ModelDatabase::default(),
            servers: [ModelServer::default(); SERVERS],
            clients: [ModelClient::default(); CLIENTS],
            orphan: None,
            acknowledged: [None; PLIES],
            failures: self.failures,
            broken: None,
        }
    }

    fn steps(&self, from: &World) -> Vec<ModelStep<World>> {
        let mut steps = PossibleSteps::new(self.fault, from);
        if self.is_done(from) && from.is_quiet() {
            return steps.found;
        }
        steps.of_the_database();
        for number in 0..SERVERS as u8 {
            steps.of_a_server(number);
        }
        for number in 0..CLIENTS as u8 {
            steps.of_a_client(number);
        }
        steps.found
    }

    fn broken(&self, world: &World) -> Option<&'static str> {
        let kept = |(told, kept): (&Option<u8>, &Option<u8>)| told.is_none() || told == kept;
        if !world.acknowledged.iter().zip(&world.database.moves).all(kept) {
            return Some("an acknowledged move is not durable");
        }
        world.broken.map(Breach::why)
    }

    /// Whether the game is over, and both players know.
    fn is_done(&self, world: &World) -> bool {
        let over = length(&world.database.moves) as usize == PLIES;
        over && world.clients.iter().all(ModelClient::has_seen_the_end)
    }
}
