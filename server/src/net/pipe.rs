//! A connection in memory, for simulations: its bytes arrive in pieces and late, it is cut anywhere,
//! or nothing arrives any more and nobody is told. All of it is decided by a seed, and by whoever
//! says what time it is.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The maximum number of bytes under way in one direction.
const ROOM: usize = 64 << 10;

/// A connection as the net sees it. Times are in milliseconds.
#[derive(Clone, Debug)]
pub(crate) struct PipeHandle(Arc<Mutex<PipeState>>);

/// One end of a connection. Dropping it closes it.
#[derive(Debug)]
pub(crate) struct PipeEnd {
    pipe: PipeHandle,
    /// The direction in which this end writes.
    side: usize,
}

#[derive(Debug)]
struct PipeState {
    chance: StdRng,
    now: u64,
    /// The longest delay of a piece.
    latest: u64,
    ways: [PipeWay; 2],
}

/// What goes in one direction.
#[derive(Debug, Default)]
struct PipeWay {
    under_way: VecDeque<(u64, Vec<u8>)>,
    arrived: VecDeque<u8>,
    /// Nothing arrives before this time.
    stalled_until: u64,
    end: WayEnd,
    reader: Option<Waker>,
    writer: Option<Waker>,
}

/// How a direction ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum WayEnd {
    #[default]
    Open,
    /// The writer has finished: the reader is told after the last byte.
    Finished,
    /// Both are told that it is broken.
    Broken,
    /// Nobody is told: what is written vanishes.
    Silent,
}

impl PipeWay {
    fn bytes(&self) -> usize {
        self.arrived.len() + self.under_way.iter().map(|(_, piece)| piece.len()).sum::<usize>()
    }

    fn wake(&mut self) {
        let wakers = [self.reader.take(), self.writer.take()];
        wakers.into_iter().flatten().for_each(Waker::wake);
    }
}

impl PipeHandle {
    /// Creates a connection with this seed, on which a piece takes at most so long.
    pub(crate) fn connect(seed: u64, now: u64, latest: u64) -> (PipeHandle, [PipeEnd; 2]) {
        let chance = StdRng::seed_from_u64(seed);
        let state = PipeState { chance, now, latest, ways: Default::default() };
        let pipe = PipeHandle(Arc::new(Mutex::new(state)));
        let ends = [0, 1].map(|side| PipeEnd { pipe: pipe.clone(), side });
        (pipe, ends)
    }

    /// It is this time now: what is due arrives.
    pub(crate) fn deliver(&self, now: u64) {
        let mut pipe = self.lock();
        pipe.now = now;
        for way in &mut pipe.ways {
            way.deliver(now);
        }
    }

    /// Lets nothing arrive before this time.
    pub(crate) fn stall(&self, until: u64) {
        self.lock().ways.iter_mut().for_each(|way| way.stalled_until = until);
    }

    /// Cuts the connection: of what is under way some still arrives, up to any byte. Each end is told
    /// or, if it is `deaf`, never.
    pub(crate) fn cut(&self, deaf: [bool; 2]) {
        let mut pipe = self.lock();
        let PipeState { chance, ways, .. } = &mut *pipe;
        for (side, way) in ways.iter_mut().enumerate() {
            let under_way: Vec<u8> = way.under_way.drain(..).flat_map(|(_, piece)| piece).collect();
            let arrives = chance.random_range(0..=under_way.len());
            way.arrived.extend(&under_way[..arrives]);
            // The end that reads this way is the other one.
            way.end = if deaf[1 - side] { WayEnd::Silent } else { WayEnd::Broken };
            way.wake();
        }
    }

    /// Whether nothing will come of it any more.
    pub(crate) fn is_over(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn lock(&self) -> MutexGuard<'_, PipeState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PipeWay {
    fn deliver(&mut self, now: u64) {
        if self.stalled_until > now {
            return;
        }
        let before = self.under_way.len();
        while let Some((due, _)) = self.under_way.front()
            && *due <= now
        {
            let (_, piece) = self.under_way.pop_front().expect("it is there");
            self.arrived.extend(piece);
        }
        let finished = self.end == WayEnd::Finished && self.under_way.is_empty();
        if self.under_way.len() < before || finished {
            self.wake();
        }
    }
}

impl PipeState {
    /// Accepts some of these bytes, and says how many.
    fn write(&mut self, side: usize, bytes: &[u8]) -> io::Result<usize> {
        match (self.ways[1 - side].end, self.ways[side].end) {
            // An end that was not told goes on.
            (WayEnd::Silent, _) => return Ok(bytes.len()),
            (WayEnd::Open | WayEnd::Finished, WayEnd::Open) => {}
            _ => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        let room = ROOM.saturating_sub(self.ways[side].bytes()).min(bytes.len());
        if room == 0 {
            return Ok(0);
        }
        let taken = match self.chance.random_bool(0.5) {
            true => room,
            false => self.chance.random_range(1..=room),
        };
        let mut rest = &bytes[..taken];
        while !rest.is_empty() {
            let (piece, later) = rest.split_at(self.chance.random_range(1..=rest.len()));
            let last = self.ways[side].under_way.back().map_or(0, |(due, _)| *due);
            let due = self.now + self.chance.random_range(0..=self.latest);
            self.ways[side].under_way.push_back((due.max(last), piece.to_vec()));
            rest = later;
        }
        Ok(taken)
    }

    /// Reads some of what has arrived; `None` if there is nothing yet.
    fn read(&mut self, side: usize, buffer: &mut [u8]) -> Option<io::Result<usize>> {
        let way = &mut self.ways[1 - side];
        let most = way.arrived.len().min(buffer.len());
        if most > 0 {
            let some = self.chance.random_range(1..=most);
            way.arrived.drain(..some).zip(buffer).for_each(|(byte, place)| *place = byte);
            way.writer.take().into_iter().for_each(Waker::wake);
            return Some(Ok(some));
        }
        match way.end {
            WayEnd::Finished if way.under_way.is_empty() => Some(Ok(0)),
            WayEnd::Broken => Some(Err(io::ErrorKind::ConnectionReset.into())),
            WayEnd::Open | WayEnd::Finished | WayEnd::Silent => None,
        }
    }
}

impl PipeEnd {
    /// Writes as much as is accepted at once.
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        self.pipe.lock().write(self.side, bytes)
    }

    /// Ready when more may be accepted.
    pub(crate) fn poll_writable(&self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let mut pipe = self.pipe.lock();
        let way = &mut pipe.ways[self.side];
        if way.end != WayEnd::Open || way.bytes() < ROOM {
            return Poll::Ready(Ok(()));
        }
        way.writer = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Reads what has arrived.
    pub(crate) fn poll_some(
        &self,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut pipe = self.pipe.lock();
        match pipe.read(self.side, buffer.initialize_unfilled()) {
            Some(read) => {
                buffer.advance(read?);
                Poll::Ready(Ok(()))
            }
            None => {
                pipe.ways[1 - self.side].reader = Some(cx.waker().clone());
                Poll::Pending
            }
        }
    }

    /// Whether the other end has finished, even if something is still to be read.
    pub(crate) fn has_ended(&self) -> bool {
        let pipe = self.pipe.lock();
        let way = &pipe.ways[1 - self.side];
        matches!(way.end, WayEnd::Finished | WayEnd::Broken) && way.under_way.is_empty()
    }

    /// Writes nothing more.
    pub(crate) fn finish(&self) {
        let mut pipe = self.pipe.lock();
        let way = &mut pipe.ways[self.side];
        if way.end == WayEnd::Open {
            way.end = WayEnd::Finished;
            way.wake();
        }
    }
}

impl Drop for PipeEnd {
    fn drop(&mut self) {
        self.finish();
        // Nobody reads what still comes.
        let mut pipe = self.pipe.lock();
        let way = &mut pipe.ways[1 - self.side];
        if way.end == WayEnd::Open {
            (way.under_way, way.end) = (VecDeque::new(), WayEnd::Silent);
        }
        way.wake();
    }
}

/// For whoever asks now and then.
impl Read for PipeEnd {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.pipe.lock().read(self.side, buffer);
        read.unwrap_or_else(|| Err(io::ErrorKind::WouldBlock.into()))
    }
}

impl Write for PipeEnd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.try_write(bytes) {
            Ok(0) => Err(io::ErrorKind::WouldBlock.into()),
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl AsyncRead for PipeEnd {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.poll_some(cx, buffer)
    }
}

impl AsyncWrite for PipeEnd {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.try_write(bytes) {
            Ok(0) if !bytes.is_empty() => self.poll_writable(cx).map(|ready| ready.map(|()| 0)),
            written => Poll::Ready(written),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.finish();
        Poll::Ready(Ok(()))
    }
}
