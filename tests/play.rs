//! `play`: what a session shows and saves is what the commands make, and what its server refuses.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use understory::play::{Answer, Ask, Saving, Session};

use crate::folders::assert_contains;
use crate::util::{Csv, Place, Running, Stand};

fn session(place: &Place, scenario: &str) -> Session {
    Session::open(&place.path(scenario), &[], Some(place.path("played"))).unwrap()
}

fn ask(what: Value) -> Ask {
    serde_json::from_value(what).unwrap()
}

/// The JSON of what a session shows when it is asked.
fn frame(session: &mut Session, what: Value) -> Value {
    match session.answer(&ask(what)).unwrap() {
        Answer::Frame(frame) => json_of(&frame),
        other => panic!("{other:?}"),
    }
}

fn json_of(frame: &[u8]) -> Value {
    let length = u32::from_le_bytes(frame[..4].try_into().unwrap()) as usize;
    serde_json::from_slice(&frame[4..4 + length]).unwrap()
}

fn text(session: &mut Session) -> String {
    match session.answer(&ask(json!({"do": "scenario"}))).unwrap() {
        Answer::Scenario(text) => text,
        other => panic!("{other:?}"),
    }
}

/// Saves, and waits until all is there.
fn save(session: &mut Session) {
    let begun = Instant::now();
    session.answer(&ask(json!({"do": "save"}))).unwrap();
    loop {
        match session.answer(&ask(json!({"do": "saving"}))).unwrap() {
            Answer::Saving(Saving::Saved { .. }) => return,
            Answer::Saving(Saving::Working { .. }) => thread::sleep(Duration::from_millis(20)),
            other => panic!("{other:?}"),
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "it is not saved");
    }
}

/// All but the manifest, which has times.
fn same_files(place: &Place, one: &str, other: &str) {
    let [mut one, mut other] = [one, other].map(|folder| place.everything(folder));
    for files in [&mut one, &mut other] {
        assert!(files.remove("manifest.json").is_some());
    }
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (path, bytes) in &one {
        assert!(other[path] == *bytes, "{path} differs");
    }
}

#[test]
fn a_forest_that_was_changed_and_saved_is_what_run_makes_of_the_saved_scenario() {
    let place = Place::with(&Stand::SMALL);
    let mut session = session(&place, "stand.toml");
    assert_eq!(frame(&mut session, json!({"do": "look"}))["year"], 0);
    let turned = json!({"do": "change", "set": {"species.birch.fruit.seeds_per_m2": 0.7, "world.seed": 12, "light.model": "disc"}});
    let planted = frame(&mut session, turned);
    assert_eq!((&planted["year"], &planted["seed"]), (&json!(0), &json!(12)));
    for year in 0..3 {
        let shown = frame(&mut session, json!({"do": "year", "after": year}));
        assert_eq!(shown["year"], year + 1);
        // Asked twice it grows no further.
        assert_eq!(
            frame(&mut session, json!({"do": "year", "after": year}))["year"],
            year + 1
        );
    }
    let shown = frame(&mut session, json!({"do": "look"}));
    place.write("saved.toml", &text(&mut session));
    save(&mut session);
    place.run_well("run saved.toml --years 3 --out run");
    same_files(&place, "played", "run");
    // What was shown is what the tables hold.
    let census = Csv::read(&place.path("run/census.csv"));
    let rows = census
        .texts("species")
        .into_iter()
        .zip(census.texts("year"))
        .zip(census.wholes("trees"));
    for ((species, year), trees) in rows {
        let numbers = &shown["census"]["rows"][species][year];
        assert_eq!(
            numbers[0].as_f64().unwrap(),
            trees as f64,
            "{species} in year {year}"
        );
    }
    let trees = Csv::read(&place.path("run/trees/year-0003.csv")).wholes("tree");
    assert_eq!(shown["snapshots"]["years"][0]["trees"], trees.len());
    // A second one is put beside the first.
    save(&mut session);
    assert!(place.has("played-2/manifest.json"));
    session.end();
}

#[test]
fn a_forest_ends_with_the_years_of_its_scenario_and_begins_again() {
    let place = Place::with(&Stand::SMALL);
    let mut session = session(&place, "stand.toml");
    for year in 0..9 {
        frame(&mut session, json!({"do": "year", "after": year}));
    }
    let last = frame(&mut session, json!({"do": "look"}));
    assert_eq!(last["year"], 4);
    assert_eq!(last["census"]["rows"]["all"].as_object().unwrap().len(), 5);
    assert_eq!(frame(&mut session, json!({"do": "restart"}))["year"], 0);
    let refused = session.answer(&ask(json!({"do": "save"}))).unwrap_err();
    assert_contains(&refused.to_string(), &["year 0"]);
}

#[test]
fn a_change_that_the_scenario_refuses_leaves_all_as_it_was() {
    let place = Place::with(&Stand::SMALL);
    let mut session = session(&place, "stand.toml");
    frame(&mut session, json!({"do": "year", "after": 0}));
    let (before, scenario) = (frame(&mut session, json!({"do": "look"})), text(&mut session));
    for (key, value, said) in [
        ("species.birch.fruit.seeds_per_m2", json!(-1.0), "seeds_per_m2"),
        ("world.size_m", json!([1e300, 10.0]), "size_m"),
        ("founders.1.count", json!(1.5), "a whole number"),
        (
            "world.elevation",
            json!("/etc/passwd"),
            "no key that can be turned",
        ),
    ] {
        let refused = session
            .answer(&ask(json!({"do": "change", "set": {key: value}})))
            .unwrap_err();
        assert_contains(&refused.to_string(), &[said]);
        assert!(refused.is_user_error());
    }
    assert_eq!(frame(&mut session, json!({"do": "look"})), before);
    assert_eq!(text(&mut session), scenario);
}

/// Keys that a word takes away are forgotten with it; the word given back, they hold what the file says.
#[test]
fn another_method_of_founders_has_other_keys() {
    let place = Place::with(&Stand::SMALL);
    let mut session = session(&place, "stand.toml");
    let dials = |session: &mut Session| -> Vec<Value> {
        match session.answer(&ask(json!({"do": "dials"}))).unwrap() {
            Answer::Dials(dials) => serde_json::from_str(&dials).unwrap(),
            other => panic!("{other:?}"),
        }
    };
    let has = |dials: &[Value], path: &str| dials.iter().any(|dial| dial["path"] == path);
    assert!(has(&dials(&mut session), "founders.2.jitter"));
    frame(
        &mut session,
        json!({"do": "change", "set": {"founders.2.jitter": 0.2}}),
    );
    frame(
        &mut session,
        json!({"do": "change", "set": {"founders.2.method": "uniform"}}),
    );
    assert!(!has(&dials(&mut session), "founders.2.jitter"));
    frame(
        &mut session,
        json!({"do": "change", "set": {"founders.2.method": null}}),
    );
    assert!(has(&dials(&mut session), "founders.2.jitter"));
    assert!(!text(&mut session).contains("jitter = 0.2"));
}

#[test]
fn a_tree_is_coarse_while_it_is_dragged_at_and_then_the_one_that_grow_makes() {
    let place = Place::new();
    place.write(
        "shrub.toml",
        "name = \"shrub\"\nworld = { seed = 3 }\ntree = { preset = \"shrub\", age_yr = 4 }\n",
    );
    let mut session = session(&place, "shrub.toml");
    let nodes = |frame: &Value| frame["back"]["length"].as_u64().unwrap();
    let coarse = frame(
        &mut session,
        json!({"do": "change", "coarse": true, "set": {"tree.age_yr": 6}}),
    );
    let whole = frame(&mut session, json!({"do": "change", "set": {"tree.age_yr": 6}}));
    assert!(coarse["coarse"] == true && whole["coarse"] == false);
    assert!(
        nodes(&coarse) < nodes(&whole),
        "{} {}",
        nodes(&coarse),
        nodes(&whole)
    );
    place.write("saved.toml", &text(&mut session));
    place.run_well("grow saved.toml --quiet --out grown");
    let metrics: Value = serde_json::from_str(&place.read("grown/metrics.json")).unwrap();
    assert_eq!(metrics["nodes"], nodes(&whole));
    save(&mut session);
    same_files(&place, "played", "grown");
}

#[test]
fn points_are_those_that_scatter_lays_out_and_kerrs_come_with_their_raster() {
    let place = Place::new();
    place.write(
        "kerr.toml",
        "name = \"kerr\"\nworld = { size_m = [90.0, 60.0], edge = \"torus\", seed = 5 }\n\
         scatter = { method = \"kerr\", per_ha = 200.0 }\n",
    );
    let mut session = session(&place, "kerr.toml");
    let shown = frame(
        &mut session,
        json!({"do": "change", "set": {"scatter.cover": 0.5}}),
    );
    place.write("saved.toml", &text(&mut session));
    place.run_well("scatter saved.toml --quiet --out laid-out");
    let points = Csv::read(&place.path("laid-out/points.csv")).texts("point").len();
    assert_eq!(shown["x_m"]["length"], points);
    let raster = &shown["raster"];
    let rounds = raster["rounds"].as_u64().unwrap();
    assert!(rounds > 1);
    // The method's own note tells the same raster.
    let note = shown["notes"][0].as_str().unwrap();
    assert_contains(
        note,
        &[&format!("{} x ", raster["columns"]), &format!("{rounds} rounds")],
    );
    save(&mut session);
    same_files(&place, "played", "laid-out");
    let uniform = frame(
        &mut session,
        json!({"do": "change", "set": {"scatter.method": "uniform"}}),
    );
    assert!(uniform["raster"].is_null() && uniform["curves"]["all"]["pcf"]["0"].is_object());
}

#[test]
fn what_does_not_move_is_refused_with_the_command_for_it() {
    let place = Place::new();
    place.write(
        "stand.csv",
        "x_m,y_m,dbh_cm\n1,2,20\n3,4,20\n5,6,20\n7,8,20\n9,9,20\n",
    );
    place.write(
        "measured.toml",
        "name = \"measured\"\nworld = { size_m = [10.0, 10.0], edge = \"open\", seed = 1 }\ntarget = { file = \"stand.csv\" }\n",
    );
    let said = place.refused(1, "play measured.toml --no-open");
    assert_contains(
        &said,
        &["measured.toml:3:1", "not played with", "understory compare"],
    );
}

/// The program at work, with its port and token.
struct Served {
    program: Running,
    port: u16,
    token: String,
}

impl Served {
    fn of(place: &Place, more: &str) -> Self {
        let mut program = place.start(&format!("play stand.toml --no-open --quiet {more}"));
        let address = program.line();
        let (port, token) = address
            .strip_prefix("http://127.0.0.1:")
            .unwrap()
            .split_once("/?token=")
            .unwrap();
        Self {
            program,
            port: port.parse().unwrap(),
            token: token.to_owned(),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    /// An ask as the page sends it.
    fn post(&self, what: &Value) -> String {
        let body = what.to_string();
        format!(
            "POST /do HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: http://127.0.0.1:{}\r\nX-Understory-Token: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            self.port,
            self.token,
            body.len()
        )
    }

    fn get(&self, path: &str) -> String {
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port)
    }

    /// The status of the reply to a request on a connection of its own.
    fn status(&self, request: &str) -> u16 {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).unwrap();
        reply(&mut stream).0
    }

    /// The year that is shown, asked on a connection that stays open.
    fn year(&self, stream: &mut TcpStream, what: &Value) -> u64 {
        stream.write_all(self.post(what).as_bytes()).unwrap();
        let (status, body) = reply(stream);
        assert_eq!(status, 200);
        json_of(&body)["year"].as_u64().unwrap()
    }
}

/// Status and body of a reply that tells its length.
fn reply(stream: &mut TcpStream) -> (u16, Vec<u8>) {
    let mut head = Vec::new();
    let mut byte = [0];
    while !head.ends_with(b"\r\n\r\n") {
        assert_eq!(
            stream.read(&mut byte).unwrap(),
            1,
            "cut off after {}",
            String::from_utf8_lossy(&head)
        );
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).unwrap();
    (head[9..12].parse().unwrap(), body)
}

#[test]
fn only_who_knows_the_token_is_heard_and_only_from_this_host_and_origin() {
    let place = Place::with(&Stand::SMALL);
    let served = Served::of(&place, "");
    let look = json!({"do": "look"});
    let good = served.post(&look);
    assert_eq!(served.status(&good), 200);
    assert_eq!(
        served.status(&served.get(&format!("/?token={}", served.token))),
        200
    );
    let port = served.port;
    let short = &served.token[..31];
    let refused = [
        served.get("/"),
        served.get("/?token="),
        served.get(&format!("/?token={short}0x")),
        served.get(&format!("/?token={short}")),
        good.replace("X-Understory-Token", "X-Other"),
        good.replace(&served.token, short),
        good.replace(&format!("Host: 127.0.0.1:{port}"), "Host: evil.example"),
        good.replace(
            &format!("Host: 127.0.0.1:{port}"),
            &format!("Host: localhost:{port}"),
        ),
        good.replace(&format!("Host: 127.0.0.1:{port}\r\n"), ""),
        good.replace("Origin: http", "Origin: https"),
        good.replace(&format!("Origin: http://127.0.0.1:{port}"), "Origin: null"),
        good.replace(
            &format!("Origin: http://127.0.0.1:{port}"),
            "Origin: http://evil.example",
        ),
        good.replace("Origin: ", "Origin: http://evil.example\r\nOrigin: "),
    ];
    for request in refused {
        assert_eq!(served.status(&request), 403, "{request}");
    }
    let to = |path: &str| good.replacen("/do", path, 1);
    assert_eq!(served.status(&to("/../../etc/passwd")), 404);
    assert_eq!(served.status(&to("/")), 405);
    assert_eq!(
        served.status(&good.replace("application/json", "text/plain")),
        415
    );
    assert_eq!(
        served.status(&served.post(&json!({"do": "read", "file": "/etc/passwd"}))),
        400
    );
    assert_eq!(
        served.status(&served.post(&json!({"do": "change", "set": {"name": "x"}}))),
        422
    );
    assert_eq!(served.status("nothing that is HTTP\r\n\r\n"), 400);
}

#[test]
fn a_request_that_is_too_long_or_too_slow_is_cut_off_and_the_forest_grows_on() {
    let place = Place::with(&Stand::SMALL);
    let served = Served::of(&place, "");
    let mut page = served.connect();
    assert_eq!(served.year(&mut page, &json!({"do": "year", "after": 0})), 1);
    let good = served.post(&json!({"do": "look"}));
    let (head, _) = good.split_once("\r\n\r\n").unwrap();
    let head = head.rsplit_once("Content-Length").unwrap().0;
    // One that announces 100 MB, and sends them as far as they are taken.
    let mut long = served.connect();
    long.write_all(format!("{head}Content-Length: 100000000\r\n\r\n").as_bytes())
        .unwrap();
    let block = [b' '; 1 << 16];
    let sent = (0..100_000_000 / block.len())
        .take_while(|_| long.write_all(&block).is_ok())
        .count();
    assert!(sent < 500, "{sent} blocks were taken");
    // One that does not say how long it is.
    let mut endless = served.connect();
    endless
        .write_all(format!("{head}Transfer-Encoding: chunked\r\n\r\n").as_bytes())
        .unwrap();
    let sent = (0..2000).take_while(|_| {
        endless
            .write_all(format!("{:x}\r\n{}\r\n", block.len(), " ".repeat(block.len())).as_bytes())
            .is_ok()
    });
    assert!(sent.count() < 500);
    // Headers without an end, in length and in time.
    let mut wordy = served.connect();
    let _ = wordy.write_all(format!("{head}X-Long: {}\r\n\r\n", "x".repeat(1 << 20)).as_bytes());
    let mut slow = served.connect();
    slow.write_all(head.as_bytes()).unwrap();
    let waited = Instant::now();
    let end = slow.read(&mut [0; 1 << 12]);
    assert!(end.is_ok() || end.is_err_and(|error| error.kind() == ErrorKind::ConnectionReset));
    assert!(waited.elapsed() < Duration::from_secs(50), "it was waited for");
    let mut again = served.connect();
    assert_eq!(served.year(&mut again, &json!({"do": "year", "after": 1})), 2);
}

#[test]
fn a_thousand_at_once_are_refused_and_the_forest_grows_on() {
    let place = Place::with(&Stand::SMALL);
    let served = Served::of(&place, "");
    let mut page = served.connect();
    assert_eq!(served.year(&mut page, &json!({"do": "look"})), 0);
    let crowd: Vec<TcpStream> = (0..1000).map(|_| served.connect()).collect();
    for year in 0..3 {
        assert_eq!(
            served.year(&mut page, &json!({"do": "year", "after": year})),
            year + 1
        );
    }
    // Most of the crowd was cut off at once.
    let cut_off = crowd.iter().filter(|stream| {
        stream.set_nonblocking(true).unwrap();
        let read = (&mut &**stream).read(&mut [0; 1]);
        matches!(read, Ok(0)) || read.is_err_and(|error| error.kind() != ErrorKind::WouldBlock)
    });
    assert!(cut_off.count() > 900);
    for stream in &crowd {
        let _ = stream.shutdown(Shutdown::Both);
    }
    drop(crowd);
    let begun = Instant::now();
    while served.status_or_none(&served.post(&json!({"do": "look"}))) != Some(200) {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "nobody is heard any more"
        );
        thread::sleep(Duration::from_millis(50));
    }
}

impl Served {
    /// The status, where the connection is not cut off.
    fn status_or_none(&self, request: &str) -> Option<u16> {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).ok()?;
        let mut head = [0; 12];
        stream.read_exact(&mut head).ok()?;
        String::from_utf8_lossy(&head)[9..12].parse().ok()
    }
}

#[test]
fn a_port_in_use_is_told_with_the_way_out() {
    let place = Place::with(&Stand::SMALL);
    let served = Served::of(&place, "");
    let said = place.refused(1, &format!("play stand.toml --no-open --port {}", served.port));
    assert_contains(
        &said,
        &[
            &format!("cannot listen on port {} of 127.0.0.1", served.port),
            "in use",
            "hint: choose another port",
        ],
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_and_leaves_nothing_even_while_it_saves() {
    let place = Place::with(&Stand {
        side_m: 100.0,
        founders: 1500,
        years: 300,
        ..Stand::SMALL
    });
    let served = Served::of(&place, "");
    let mut page = served.connect();
    // Far enough that saving takes a while.
    for year in 0..30 {
        assert_eq!(
            served.year(&mut page, &json!({"do": "year", "after": year})),
            year + 1
        );
    }
    page.write_all(served.post(&json!({"do": "save"})).as_bytes())
        .unwrap();
    assert_eq!(reply(&mut page).0, 200);
    let begun = Instant::now();
    let ran = served.program.interrupt();
    assert_eq!(ran.code, Some(130), "{}", ran.err);
    assert!(begun.elapsed() < Duration::from_secs(60));
    let left: Vec<String> = list(&place.path(""));
    // Unless it was faster, and all is there.
    assert!(
        left == ["stand.toml"] || place.has("results/stand-played/manifest.json"),
        "{left:?}"
    );
}

#[cfg(unix)]
fn list(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
