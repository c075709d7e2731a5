//! The bot library.
