//! Which server, and who vouches for it.

use std::path::PathBuf;

use anyhow::Context;
use bot::{ServerUrl, Trust};

/// By whose word a server's name is believed
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TrustArgs {
    /// With wss://, a file with the authorities to trust (PEM) instead of this
    /// machine's: a server's own certificate, say
    #[arg(long, env = "NIM_CA", value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl TrustArgs {
    /// The server, and the certificates that it is trusted by.
    pub(crate) fn applied_to(&self, url: ServerUrl) -> anyhow::Result<ServerUrl> {
        let Some(file) = &self.ca else { return Ok(url) };
        let trust =
            Trust::in_file(file).with_context(|| format!("cannot use {}", file.display()))?;
        Ok(url.trusting(trust))
    }
}
