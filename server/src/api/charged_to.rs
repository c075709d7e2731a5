//! The address that a request comes from, to which its costs are charged.

use std::sync::Arc;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::extract::rejection::ExtensionRejection;
use axum::http::request::Parts;

use crate::admission::ip_prefix::IpPrefix;
use crate::admission::slots::Peer;
use crate::live::hub::Hub;

/// The client's address, as the socket or our own proxy reports it.
pub(crate) struct ChargedTo(pub(crate) IpPrefix);

impl<S: Send + Sync> FromRequestParts<S> for ChargedTo {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<ChargedTo, Self::Rejection> {
        let Extension(hub) = Extension::<Arc<Hub>>::from_request_parts(parts, state).await?;
        let Extension(peer) = Extension::<Peer>::from_request_parts(parts, state).await?;
        Ok(ChargedTo(hub.admission.source(peer.address, &parts.headers).into()))
    }
}
