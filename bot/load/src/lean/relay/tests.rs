use super::*;
use crate::lean::table::LeanTable;
use fake::soon;

#[tokio::test]
async fn tables_play_at_each_bare_server() {
    for relay in [Relay::Tcp, Relay::WebSocket, Relay::Durable] {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let at = listener.local_addr().expect("bound");
        let serving = tokio::spawn(async move { relay.serve(&listener).await });
        let table = || async {
            let table = LeanTable::connect(relay.endpoint(), [at; 2], &[1, 2]).await?;
            table.sit_down().await?.play_ahead(7).await
        };
        for _ in 0..2 {
            soon(table()).await.unwrap_or_else(|error| panic!("{relay:?}: {error:#}"));
        }
        serving.abort();
    }
}
