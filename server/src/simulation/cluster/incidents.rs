//! What goes wrong.

use rand::RngExt;

use super::ClusterFault;
use super::net::PipeUse;
use super::run::{ClusterRun, FrontPlace, Succession};
use crate::store::Leader;
use crate::store::folder::DiskFiles;

/// The longest time until a front learns who leads.
const NEWS_DELAY: u64 = 800;

impl ClusterRun {
    /// Lets something go wrong if it is time.
    pub(super) fn maybe_incident(&mut self) {
        if self.now < self.next_incident {
            return;
        }
        self.next_incident = self.now + self.chance.random_range(200..2_500);
        let front = self.chance.random_range(0..self.fronts.len());
        let client = self.chance.random_range(0..self.clients.len());
        match self.chance.random_range(0..16) {
            0..3 => self.cut(move |used| used.is_link_of(front)),
            3 => self.stall(move |used| used.is_link_of(front), 100..2_500),
            4 => self.stall(move |used| used.is_link_of(front), 2_500..8_000),
            5 => self.pause_front(front),
            6 => self.kill_front(front),
            7..9 => self.kill_leader(),
            9 => self.pause_leader(),
            10 => self.replace_paused_leader(),
            11 => self.fail_the_disk(),
            12 => self.turn_clocks(),
            13 => self.stall(move |used| used.is_client(client), 100..9_000),
            _ => self.cut(move |used| used.is_client(client)),
        }
    }

    /// Cuts connections; sometimes one end is not told, or neither.
    fn cut(&mut self, which: impl Fn(PipeUse) -> bool) {
        let deaf = match self.chance.random_range(0..4) {
            0 => [true, false],
            1 => [false, true],
            _ => [false, false],
        };
        self.net.each(which, |pipe| pipe.cut(deaf));
    }

    fn stall(&mut self, which: impl Fn(PipeUse) -> bool, ms: std::ops::Range<u64>) {
        let until = self.now + self.chance.random_range(ms);
        self.net.each(which, |pipe| pipe.stall(until));
    }

    fn pause_front(&mut self, front: usize) {
        let until = self.now + self.chance.random_range(100..6_000);
        if let FrontPlace::Up(front) = &mut self.fronts[front] {
            front.node.pause(until);
        }
    }

    fn kill_front(&mut self, front: usize) {
        let its = move |used| match used {
            PipeUse::Link { front: of, .. } | PipeUse::Client { front: of, .. } => of == front,
        };
        self.cut(its);
        let until = self.now + self.chance.random_range(100..3_000);
        self.fronts[front] = FrontPlace::Down { until };
    }

    /// The leader's power fails in the middle of a commit.
    fn kill_leader(&mut self) {
        let Some(leader) = self.leader.take() else { return };
        self.unlink(&leader.known);
        let before = leader.disk();
        let disk = leader.crash(&mut self.chance);
        let disk = match self.fault {
            Some(ClusterFault::LostDisk) => std::mem::replace(&mut self.lost_disk, before),
            _ => disk,
        };
        self.follow(disk);
    }

    fn pause_leader(&mut self) {
        let until = self.now + self.chance.random_range(100..4_000);
        if let Some(leader) = &mut self.leader {
            leader.node.pause(until);
        }
    }

    /// Another server takes over while the leader is paused, which wakes up later.
    fn replace_paused_leader(&mut self) {
        let Some(mut leader) = self.leader.take() else { return };
        leader.fail_commits();
        leader.node.pause(self.now + self.chance.random_range(1_000..8_000));
        let disk = leader.disk();
        self.replaced.push(leader);
        self.follow(disk);
    }

    /// A commit of the leader fails: it can only be replaced.
    fn fail_the_disk(&mut self) {
        let Some(leader) = &self.leader else { return };
        leader.fail_commits();
        let at = self.now + self.chance.random_range(100..2_000);
        self.broken_until.get_or_insert(at);
    }

    fn turn_clocks(&mut self) {
        let hours = self.chance.random_range(-100..100);
        let jump = hours * 3_600_000;
        if let Some(leader) = &mut self.leader {
            leader.node.ahead_ms += jump;
        }
    }

    /// Nobody reaches this leader any more, and what is connected is cut.
    fn unlink(&mut self, leader: &Leader) {
        let address = leader.address;
        self.net.listen(address, false);
        self.cut(move |used| matches!(used, PipeUse::Link { leader, .. } if leader == address));
    }

    /// Somebody else will lead, with what is on the disk.
    fn follow(&mut self, disk: DiskFiles) {
        let at = self.now + self.chance.random_range(100..3_000);
        self.succession = Some(Succession { at, disk });
        self.broken_until = None;
        if self.chance.random_bool(0.5) {
            self.tell_fronts(None);
        }
    }

    fn tell_fronts(&mut self, leader: Option<Leader>) {
        for front in 0..self.fronts.len() {
            let at = self.now + self.chance.random_range(0..NEWS_DELAY);
            self.news.retain(|(_, to, _)| *to != front);
            self.news.push((at, front, leader.clone()));
        }
    }

    /// Lets servers begin, and fronts learn, as far as it is time.
    pub(super) fn change_places(&mut self) {
        if self.broken_until.is_some_and(|at| at <= self.now) {
            self.broken_until = None;
            self.kill_leader();
        }
        if let Some(succession) = self.succession.take_if(|next| next.at <= self.now) {
            self.lead(&succession.disk);
            self.counts.takeovers += 1;
            let known = self.leader.as_ref().map(|leader| leader.known.clone());
            self.tell_fronts(known);
        }
        let now = self.now;
        let due: Vec<_> = self.news.extract_if(.., |(at, _, _)| *at <= now).collect();
        for (_, front, leader) in due {
            if let FrontPlace::Up(front) = &self.fronts[front] {
                front.learn(leader);
            }
        }
        for number in 0..self.fronts.len() {
            if matches!(self.fronts[number], FrontPlace::Down { until } if until <= self.now) {
                let known = self.leader.as_ref().map(|leader| leader.known.clone());
                let front = Box::new(self.new_front(number, known));
                self.fronts[number] = FrontPlace::Up(front);
            }
        }
    }

    /// Nothing goes wrong any more.
    pub(super) fn heal(&mut self) {
        self.net.each(|_| true, |pipe| pipe.stall(0));
        if let Some(leader) = &mut self.leader {
            leader.node.pause(0);
        }
        for place in &mut self.fronts {
            if let FrontPlace::Up(front) = place {
                front.node.pause(0);
            }
        }
    }
}
