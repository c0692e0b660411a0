use adwright_service::DemoUser;
use expect_test::expect;

use crate::logged_in_client::LoggedInClient;

#[tokio::test]
async fn session_is_a_bare_authorization_token() {
    let mut client = LoggedInClient::open().await;
    client
        .check(
            "GET /login/tokens/check",
            expect![[r#"200 {"result":{"userId":501,"name":"Mara Lindgaard"}}"#]],
        )
        .await;
    client
        .check(
            "GET /login/tokens/check/",
            expect![[r#"200 {"result":{"userId":501,"name":"Mara Lindgaard"}}"#]],
        )
        .await;
    let session = client.log_in(DemoUser::Planner).await;
    client.use_session(Some(&format!("Bearer {session}")));
    client.check("GET /login/tokens/check", expect!["401 401: Log in first: POST /login/login gives the session for the Authorization header."]).await;
    client.use_session(None);
    client.check("GET /campaigns?from=0&max=1", expect!["401 401: Log in first: POST /login/login gives the session for the Authorization header."])
        .await;
}

#[tokio::test]
async fn a_wrong_login_opens_nothing() {
    let client = LoggedInClient::open().await;
    let wrong = "POST /login/login/\n{\"username\":\"mara.lindgaard\",\"password\":\"guess\"}";
    client
        .check(
            wrong,
            expect!["401 401: The username or the password is wrong."],
        )
        .await;
    let (_, password) = client.running.practice_login();
    let nobody =
        format!("POST /login/login\n{{\"username\":\"nobody\",\"password\":\"{password}\"}}");
    client
        .check(
            &nobody,
            expect!["401 401: The username or the password is wrong."],
        )
        .await;
    client.check("POST /login/login\n{\"username\":1}", expect!["400 400: The body cannot be used: invalid type: integer `1`, expected a string at line 1 column 13."])
        .await;
}

#[tokio::test]
async fn the_eleventh_session_ends_the_first() {
    let mut client = LoggedInClient::open_as(DemoUser::Reader).await;
    let first = client.log_in(DemoUser::Specialist).await;
    let mut second = String::new();
    for nth in 2..=11 {
        let session = client.log_in(DemoUser::Specialist).await;
        if nth == 2 {
            second = session;
        }
    }
    client.use_session(Some(&first));
    assert_eq!(client.call("GET /login/tokens/check").await.status, 401);
    client.use_session(Some(&second));
    assert_eq!(client.call("GET /login/tokens/check").await.status, 200);
}
