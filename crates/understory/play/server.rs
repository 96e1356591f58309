//! The page over HTTP, for this machine alone.
//!
//! Only the loopback address is listened on. Who knows the token of the printed address may ask; another host or origin in a
//! request is refused all the same, as it is a page of somebody else's that asks. What is refused is told in a line and cut off.
//! Requests, headers and connections are limited, and no request names a file.
//!
//! One thread speaks HTTP, another one is the session: asks wait for it in a short queue.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::time::timeout;

use super::answer::{Answer, Ask};
use super::connection::Connection;
use super::session::Session;
use crate::error::Error;

/// The longest request, bytes; a change of every key of a scenario has some ten thousand.
const MOST_REQUEST_BYTES: usize = 64 << 10;
/// The longest headers, bytes, and how many.
const MOST_HEADER_BYTES: usize = 16 << 10;
const MOST_HEADERS: usize = 64;
/// Connections that have not shown the token yet, and those that have.
const MOST_STRANGERS: usize = 32;
const MOST_KNOWN: usize = 16;
/// How long headers, a request or a reader may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the session may take to end.
const LAST_PATIENCE: Duration = Duration::from_secs(2);
/// Asks that wait for the session.
const MOST_WAITING: usize = 8;
/// The header that has the token, where the address has not.
const TOKEN: &str = "x-understory-token";

type Reply = Response<Full<Bytes>>;
/// An ask, and where its answer goes: what was refused in words.
type Task = (Ask, oneshot::Sender<Result<Answer, String>>);

/// A page over a session, on the loopback address.
pub struct PlayServer {
    session: Session,
    listener: TcpListener,
    port: u16,
    token: String,
    stopper: Stopper,
}

/// Ends a [`PlayServer`] from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Ends it, at once or as soon as it begins.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl PlayServer {
    /// Listens on a port of 127.0.0.1; on any that is free for 0.
    ///
    /// # Errors
    /// [`Error::Refused`] where another program has it, or it may not be had.
    pub fn bind(session: Session, port: u16) -> Result<Self, Error> {
        let refused = |error| {
            let why = format!("cannot listen on port {port} of 127.0.0.1: {error}");
            Error::refused(why, "choose another port, or 0 for any that is free")
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(refused)?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(std::io::Error::other)?;
        Ok(Self {
            session,
            listener,
            port,
            token: random.iter().map(|byte| format!("{byte:02x}")).collect(),
            stopper: Stopper::default(),
        })
    }

    /// The address of the page, with its token.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?token={}", self.port, self.token)
    }

    /// What ends it.
    #[must_use]
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Serves the page until it is stopped.
    ///
    /// # Errors
    /// [`Error::Io`] where the system gives no threads or no connections.
    pub fn serve(self) -> Result<(), Error> {
        let Self {
            session,
            listener,
            port,
            token,
            stopper,
        } = self;
        let page = Bytes::from(session.page()?);
        let (asks, waiting) = sync_channel(MOST_WAITING);
        let session = thread::Builder::new()
            .name("session".to_owned())
            .spawn(move || answer_all(session, &waiting))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let door = Arc::new(Door {
            page,
            token,
            host: format!("127.0.0.1:{port}"),
            origin: format!("http://127.0.0.1:{port}"),
            asks,
            strangers: Arc::new(Semaphore::new(MOST_STRANGERS)),
            known: Arc::new(Semaphore::new(MOST_KNOWN)),
        });
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(accept(listener, door));
            stopper.0.notified().await;
            Ok::<_, std::io::Error>(())
        })?;
        // With it go all connections and the last way to ask, so that the session ends too.
        drop(runtime);
        // What it is at may take long. Nothing of it is kept, and it ends with the program.
        let asked = Instant::now();
        while !session.is_finished() && asked.elapsed() < LAST_PATIENCE {
            thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }
}

/// Answers what is asked, one after the other, until nobody can ask any more.
fn answer_all(mut session: Session, waiting: &Receiver<Task>) {
    for (ask, reply) in waiting {
        let answer = session.answer(&ask).map_err(|error| {
            let hint = error.hint().map(|hint| format!("\nhint: {hint}"));
            format!("{error}{}", hint.unwrap_or_default())
        });
        // Who asked may have gone.
        let _ = reply.send(answer);
    }
    session.end();
}

/// What every connection is held against.
struct Door {
    page: Bytes,
    token: String,
    host: String,
    origin: String,
    asks: SyncSender<Task>,
    strangers: Arc<Semaphore>,
    known: Arc<Semaphore>,
}

/// The place that a connection takes among strangers, and then among those that are known.
type Seat = Mutex<OwnedSemaphorePermit>;

async fn accept(listener: tokio::net::TcpListener, door: Arc<Door>) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => door.clone().admit(stream, from),
            // Too many files are open: wait until some are closed.
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

impl Door {
    /// Serves a connection, or cuts it off where too many are there.
    fn admit(self: Arc<Self>, stream: TcpStream, from: SocketAddr) {
        let Ok(seat) = self.strangers.clone().try_acquire_owned() else {
            return;
        };
        if !from.ip().is_loopback() {
            return;
        }
        let _ = stream.set_nodelay(true);
        let seat = Arc::new(Seat::new(seat));
        tokio::spawn(async move {
            let service = service_fn(move |request| {
                let (door, seat) = (self.clone(), seat.clone());
                async move { Ok::<_, Infallible>(door.reply(request, &seat).await) }
            });
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(MOST_HEADER_BYTES)
                .max_headers(MOST_HEADERS)
                .serve_connection(TokioIo::new(Connection::new(stream, PATIENCE)), service);
            // A connection that fails is over; there is nobody to tell.
            let _ = served.await;
        });
    }

    async fn reply(&self, request: Request<Incoming>, seat: &Seat) -> Reply {
        if let Some(why) = self.refusal(&request) {
            return refused(StatusCode::FORBIDDEN, why);
        }
        if !self.is_seated_as_known(seat) {
            return refused(StatusCode::SERVICE_UNAVAILABLE, "too many pages are open");
        }
        match (request.method(), request.uri().path()) {
            (&Method::GET, "/") => page(self.page.clone()),
            (&Method::POST, "/do") => self.asked(request).await,
            (_, "/" | "/do") => refused(
                StatusCode::METHOD_NOT_ALLOWED,
                "the page is read by GET, and asks by POST",
            ),
            _ => refused(StatusCode::NOT_FOUND, "there is nothing here"),
        }
    }

    /// Why a request is not heard.
    fn refusal(&self, request: &Request<Incoming>) -> Option<&'static str> {
        let all = |name: header::HeaderName| request.headers().get_all(name).iter();
        let is_one = |mut values: header::ValueIter<'_, HeaderValue>, wanted: &str| {
            values
                .next()
                .is_some_and(|value| value.as_bytes() == wanted.as_bytes())
                && values.next().is_none()
        };
        if !is_one(all(header::HOST), &self.host) {
            return Some("this host is not served");
        }
        if request.headers().contains_key(header::ORIGIN) && !is_one(all(header::ORIGIN), &self.origin) {
            return Some("this origin may not ask");
        }
        let of_address = || {
            let mut pairs = request.uri().query()?.split('&');
            pairs.find_map(|pair| pair.strip_prefix("token="))
        };
        let of_header = || request.headers().get(TOKEN)?.to_str().ok();
        let is_page = request.method() == Method::GET;
        let token = if is_page { of_address() } else { of_header() };
        let is_token = token.is_some_and(|token| is_same(token.as_bytes(), self.token.as_bytes()));
        (!is_token)
            .then_some("the token is missing or wrong: open the address that `understory play` printed")
    }

    /// Whether the connection has a seat among the known, now that it has shown the token.
    fn is_seated_as_known(&self, seat: &Seat) -> bool {
        let mut seat = seat.lock().unwrap_or_else(PoisonError::into_inner);
        if Arc::ptr_eq(seat.semaphore(), &self.known) {
            return true;
        }
        match self.known.clone().try_acquire_owned() {
            Ok(known) => {
                *seat = known;
                true
            }
            Err(_) => false,
        }
    }

    async fn asked(&self, request: Request<Incoming>) -> Reply {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .is_some_and(|kind| kind == "application/json");
        if !is_json {
            return refused(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "what is asked is `application/json`",
            );
        }
        let too_long = || refused(StatusCode::PAYLOAD_TOO_LARGE, "a request has at most 64 kB");
        if request.body().size_hint().lower() > MOST_REQUEST_BYTES as u64 {
            return too_long();
        }
        let body = Limited::new(request.into_body(), MOST_REQUEST_BYTES).collect();
        let body = match timeout(PATIENCE, body).await {
            Ok(Ok(body)) => body.to_bytes(),
            Ok(Err(_)) => return too_long(),
            Err(_) => return refused(StatusCode::REQUEST_TIMEOUT, "the request took too long"),
        };
        let ask = match serde_json::from_slice::<Ask>(&body) {
            Ok(ask) => ask,
            Err(error) => {
                return refused(StatusCode::BAD_REQUEST, &format!("this cannot be asked: {error}"));
            }
        };
        let (reply, answer) = oneshot::channel();
        match self.asks.try_send((ask, reply)) {
            Ok(()) => {}
            Err(TrySendError::Full(_)) => {
                return refused(StatusCode::SERVICE_UNAVAILABLE, "too much is asked at once");
            }
            Err(TrySendError::Disconnected(_)) => return ended(),
        }
        match answer.await {
            Ok(Ok(Answer::Frame(frame))) => told("application/octet-stream", frame),
            Ok(Ok(Answer::Dials(dials))) => told("application/json", dials),
            Ok(Ok(Answer::Scenario(text))) => told("application/toml", text),
            Ok(Ok(Answer::Saving(saving))) => told(
                "application/json",
                serde_json::to_string(&saving).unwrap_or_default(),
            ),
            Ok(Err(why)) => {
                let mut reply = told("text/plain; charset=utf-8", why);
                *reply.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
                reply
            }
            Err(_) => ended(),
        }
    }
}

/// The same for each length of a wrong beginning, so that no token is found sign by sign.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |found, (a, b)| found | (a ^ b));
    one.len() == other.len() && differences == 0
}

fn ended() -> Reply {
    refused(
        StatusCode::INTERNAL_SERVER_ERROR,
        "the program has made a mistake and cannot go on; start it again",
    )
}

/// A refusal in words, after which the connection is closed.
fn refused(status: StatusCode, why: &str) -> Reply {
    let mut reply = told("text/plain; charset=utf-8", format!("{why}\n"));
    *reply.status_mut() = status;
    reply
        .headers_mut()
        .insert(header::CONNECTION, HeaderValue::from_static("close"));
    reply
}

fn page(page: Bytes) -> Reply {
    let mut reply = told("text/html; charset=utf-8", page);
    let policy = HeaderValue::from_static("frame-ancestors 'none'");
    reply
        .headers_mut()
        .insert(header::CONTENT_SECURITY_POLICY, policy);
    reply
}

/// An answer that no other page may read, frame or keep.
fn told(kind: &'static str, what: impl Into<Bytes>) -> Reply {
    let mut reply = Response::new(Full::new(what.into()));
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (
            header::HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
        (
            header::HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
    ] {
        reply.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    reply
}
