//! What a client does: connects, looks, moves when it is their turn, and repeats a move of which they
//! have heard nothing, or makes another one after all.

use crate::fault::ModelFault;
use crate::step::PossibleSteps;
use crate::world::{
    Breach, CHOICES, CLIENTS, ClientRoute, Letter, Mode, ModelClient, PLIES, SERVERS, World, length,
};

impl PossibleSteps<'_> {
    pub(crate) fn of_a_client(&mut self, number: u8) {
        let client = self.from.clients[usize::from(number)];
        if let Some((leader, asked)) = client.ghost {
            self.step("a late move arrives", number, |world| {
                world.client(number).ghost = None;
                world.decide(leader, asked);
            });
            self.step("a late move is lost", number, |world| world.client(number).ghost = None);
        }
        if client.has_seen_the_end() {
            return;
        }
        let Some(route) = client.route else { return self.connect(number) };
        self.failure("loses the connection", number, |world| world.client(number).cut());
        if !client.attached || !client.is_their_turn(number) {
            self.step("looks at the table", number, |world| world.show(number, route));
        }
        match client.letter {
            Letter::None if client.attached => self.make_a_move(number, route, client),
            Letter::None | Letter::Held | Letter::Dropped => {}
            Letter::ToFront => self.pass_on(number, Letter::ToLeader),
            Letter::ToLeader => self.arrive(number, route, client),
            Letter::AnswerToFront => self.pass_on(number, Letter::AnswerToClient),
            Letter::AnswerToClient => self.step("hears the answer", number, |world| {
                let client = world.client(number);
                client.letter = Letter::None;
                if let Some((ply, _)) = client.asked.take() {
                    client.known = client.known.max(ply + 1);
                }
            }),
        }
    }

    fn connect(&mut self, number: u8) {
        let with = |mode| {
            let servers = self.from.servers;
            (0..SERVERS as u8).filter(move |&server| servers[usize::from(server)].mode == mode)
        };
        let (leaders, fronts) = (with(Mode::Leading), with(Mode::Waiting));
        // Two of them may believe that they lead, and a front that one of them does.
        for leader in leaders {
            self.step("connects", number, |world| world.open(number, leader, None));
            for front in fronts.clone() {
                self.step("connects to a front", number, |world| {
                    world.open(number, leader, Some(front));
                });
            }
        }
    }

    fn make_a_move(&mut self, number: u8, route: ClientRoute, client: ModelClient) {
        if !client.is_their_turn(number) {
            return;
        }
        // Which move comes first makes no difference, only whether the next is another one.
        let choices = if client.asked.is_some() { CHOICES } else { 1 };
        for mv in 0..choices {
            self.step("moves", number, |world| {
                let client = world.client(number);
                client.asked = Some((client.known, mv));
                client.letter = match route.front {
                    Some(_) => Letter::ToFront,
                    None => Letter::ToLeader,
                };
            });
        }
    }

    /// A front passes a letter on.
    fn pass_on(&mut self, number: u8, to: Letter) {
        self.step("is passed on", number, |world| world.client(number).letter = to);
        if self.has(ModelFault::LetterLost) {
            self.failure("is not passed on", number, |world| {
                world.client(number).letter = Letter::Dropped;
            });
        }
    }

    fn arrive(&mut self, number: u8, route: ClientRoute, client: ModelClient) {
        let Some(asked) = client.asked else { return };
        let early = self.has(ModelFault::EarlyAnswer);
        self.step("arrives", number, |world| {
            if !world.decide(route.leader, asked) {
                // They have to look before they move again.
                let client = world.client(number);
                (client.letter, client.asked, client.attached) = (Letter::None, None, false);
                return;
            }
            world.client(number).letter = Letter::Held;
            if early {
                world.server(route.leader).written = asked.0 + 1;
            }
            world.answer(route.leader);
        });
    }
}

impl World {
    fn client(&mut self, number: u8) -> &mut ModelClient {
        &mut self.clients[usize::from(number)]
    }

    fn open(&mut self, number: u8, leader: u8, front: Option<u8>) {
        let client = self.client(number);
        client.route = Some(ClientRoute { leader, front });
        (client.attached, client.letter) = (false, Letter::None);
    }

    /// The leader decides about a move; returns whether it counts, or has counted before.
    fn decide(&mut self, leader: u8, (ply, mv): (u8, u8)) -> bool {
        let moves = &mut self.server(leader).moves;
        if length(moves) == ply {
            moves[usize::from(ply)] = Some(mv);
        }
        moves[usize::from(ply)] == Some(mv)
    }

    /// The leader shows a client what is durable, if it may speak for that.
    fn show(&mut self, number: u8, route: ClientRoute) {
        let leader = *self.server(route.leader);
        if !leader.confirmed && self.database.holder != Some(leader.life) {
            return;
        }
        let shown = leader.written;
        let before = length(&self.acknowledged).max(self.client(number).known);
        if shown < before {
            self.broken = Some(Breach::ReadWentBack);
        }
        let client = self.client(number);
        (client.attached, client.known) = (true, shown);
        let unanswered = matches!(client.letter, Letter::None | Letter::Dropped);
        if unanswered && client.asked.is_some_and(|(ply, _)| ply < shown) {
            (client.asked, client.letter) = (None, Letter::None);
        }
    }

    /// Ends the connections over a server.
    pub(crate) fn end_routes(&mut self, server: u8) {
        for client in &mut self.clients {
            let over = |route: ClientRoute| route.leader == server || route.front == Some(server);
            if client.route.is_some_and(over) {
                client.cut();
            }
        }
    }
}

impl ModelClient {
    pub(crate) fn has_seen_the_end(&self) -> bool {
        usize::from(self.known) == PLIES && self.asked.is_none()
    }

    fn is_their_turn(&self, number: u8) -> bool {
        let known = usize::from(self.known);
        known < PLIES && known % CLIENTS == usize::from(number)
    }

    /// The connection ends. What is on its way to the leader may still arrive.
    fn cut(&mut self) {
        if let (Letter::ToLeader, Some(route), Some(asked)) = (self.letter, self.route, self.asked)
        {
            self.ghost = Some((route.leader, asked));
        }
        (self.route, self.letter, self.attached) = (None, Letter::None, false);
    }
}
