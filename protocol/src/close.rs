//! Close codes: why a connection ends, and whether the client should reconnect.

/// The reason why the server closes a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CloseCode {
    /// 1000: the client said goodbye first.
    Bye,
    /// 1002: the client broke the WebSocket protocol.
    Protocol,
    /// 1003: a binary frame.
    NotText,
    /// 1007: text that is not UTF-8.
    NotUtf8,
    /// 1008: too many malformed messages.
    Policy,
    /// 1009: a message above the limit.
    TooBig,
    /// 1011: a defect of the server.
    Internal,
    /// 1012: the server is stopping; come back soon.
    Restart,
    /// 1013: the server is full; come back later.
    Overload,
    /// 4400: the first message was not a good `hello`.
    BadHello,
    /// 4401: no `hello` came in time.
    NoHello,
    /// 4403: the address or the player is banned.
    Banned,
    /// 4408: the client does not read, or has been silent for too long.
    TooSlow,
    /// 4409: the player has opened as many newer connections as they may have.
    TooManyConnections,
    /// 4410: the player's secret has been revoked.
    Revoked,
}

impl CloseCode {
    /// All codes, for the document and its test.
    pub const ALL: &'static [CloseCode] = &[
        CloseCode::Bye,
        CloseCode::Protocol,
        CloseCode::NotText,
        CloseCode::NotUtf8,
        CloseCode::Policy,
        CloseCode::TooBig,
        CloseCode::Internal,
        CloseCode::Restart,
        CloseCode::Overload,
        CloseCode::BadHello,
        CloseCode::NoHello,
        CloseCode::Banned,
        CloseCode::TooSlow,
        CloseCode::TooManyConnections,
        CloseCode::Revoked,
    ];

    /// Returns the number in the close frame.
    pub fn number(self) -> u16 {
        match self {
            CloseCode::Bye => 1000,
            CloseCode::Protocol => 1002,
            CloseCode::NotText => 1003,
            CloseCode::NotUtf8 => 1007,
            CloseCode::Policy => 1008,
            CloseCode::TooBig => 1009,
            CloseCode::Internal => 1011,
            CloseCode::Restart => 1012,
            CloseCode::Overload => 1013,
            CloseCode::BadHello => 4400,
            CloseCode::NoHello => 4401,
            CloseCode::Banned => 4403,
            CloseCode::TooSlow => 4408,
            CloseCode::TooManyConnections => 4409,
            CloseCode::Revoked => 4410,
        }
    }

    /// Returns the machine-readable word that begins the reason.
    pub fn word(self) -> &'static str {
        match self {
            CloseCode::Bye => "bye",
            CloseCode::Protocol => "protocol",
            CloseCode::NotText => "not_text",
            CloseCode::NotUtf8 => "not_utf8",
            CloseCode::Policy => "policy",
            CloseCode::TooBig => "too_big",
            CloseCode::Internal => "internal",
            CloseCode::Restart => "restart",
            CloseCode::Overload => "overload",
            CloseCode::BadHello => "bad_hello",
            CloseCode::NoHello => "no_hello",
            CloseCode::Banned => "banned",
            CloseCode::TooSlow => "too_slow",
            CloseCode::TooManyConnections => "too_many_connections",
            CloseCode::Revoked => "revoked",
        }
    }

    /// Returns whether a client whose connection was closed with this number should reconnect
    /// by itself. An unknown number, or none at all, means a lost connection: yes.
    ///
    /// ```
    /// use protocol::CloseCode;
    ///
    /// assert!(CloseCode::may_return(CloseCode::Restart.number()));
    /// assert!(!CloseCode::may_return(CloseCode::Banned.number()));
    /// ```
    pub fn may_return(number: u16) -> bool {
        match CloseCode::ALL.iter().find(|code| code.number() == number) {
            Some(CloseCode::Internal | CloseCode::Restart | CloseCode::Overload) => true,
            Some(CloseCode::TooSlow | CloseCode::NoHello) => true,
            Some(
                CloseCode::Bye
                | CloseCode::Protocol
                | CloseCode::NotText
                | CloseCode::NotUtf8
                | CloseCode::Policy
                | CloseCode::TooBig
                | CloseCode::BadHello
                | CloseCode::TooManyConnections
                | CloseCode::Revoked
                | CloseCode::Banned,
            ) => false,
            None => true,
        }
    }
}
