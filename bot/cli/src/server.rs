//! The server, and the certificate authorities trusted for it.

use std::path::PathBuf;

use anyhow::Context;
use bot::{ServerUrl, Trust};

/// The certificate authorities to trust
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TrustArgs {
    /// With wss://, a file with the authorities to trust (PEM) instead of this machine's, such as a
    /// server's own certificate
    #[arg(long, env = "NIM_CA", value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl TrustArgs {
    /// The server's URL, with the authorities trusted for it.
    pub(crate) fn applied_to(&self, url: ServerUrl) -> anyhow::Result<ServerUrl> {
        let Some(file) = &self.ca else { return Ok(url) };
        let trust =
            Trust::in_file(file).with_context(|| format!("cannot use {}", file.display()))?;
        Ok(url.trusting(trust))
    }
}
