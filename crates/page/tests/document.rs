//! The file itself: nothing in it is markup that should not be, and its policy lets in what it holds.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use understory_page::{About, Comparison, Parts, Run, Snapshots, Thinning, Tree, World, page};

use crate::live::{KINDS, live};
use crate::unpacked::between;

fn titled(title: &str, shown: Parts) -> String {
    let about = About {
        name: title.to_owned(),
        ..About::default()
    };
    page(&about, shown).unwrap()
}

/// A source of a content security policy: the one text with this hash.
fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[test]
fn a_title_is_never_markup() {
    let page = titled("</title><script>alert('&')</script>", Parts::default());
    assert_eq!(page.matches("<script>").count(), 1);
    assert!(
        page.contains("<title>&lt;/title&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;</title>")
    );
}

/// A browser ends a script at the first `</script` in it, wherever that stands. All of ours is in these pages.
#[test]
fn nothing_of_ours_ends_its_own_block() {
    let run = Run::of(Snapshots::new(&[], Thinning::of(0, 0, 1)), Vec::new());
    let all = Parts {
        run: Some(run),
        comparison: Some(Comparison::default()),
        tree: Some(Tree::default()),
        world: Some(World::default()),
    };
    for page in [titled("all", all)].into_iter().chain(KINDS.map(live)) {
        // The numbers and the script, the style sheet, each in its block, and nothing that ends one before.
        assert_eq!(page.matches("</script").count(), 2);
        assert_eq!(page.matches("</style").count(), 1);
        assert!(!page.contains("<!--"));
    }
}

#[test]
fn the_policy_names_what_the_file_holds() {
    let page = titled("", Parts::default());
    for (from, to) in [("<script>", "</script>"), ("<style>", "</style>")] {
        assert!(page.contains(&format!("'{}'", hash(between(&page, from, to)))));
    }
    // Known value of SHA-256 for nothing (FIPS 180-4).
    assert_eq!(hash(""), "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}
