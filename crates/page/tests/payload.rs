//! The numbers of a page as text.

use understory_page::{About, BiomeMap, Parts, World, page};

use crate::unpacked::{of_page, packed};

#[test]
fn what_is_packed_has_no_sign_that_means_something_to_a_browser() {
    let about = About {
        name: "</script><script>alert(1)</script>".to_owned(),
        command: "<!--".to_owned(),
        version: "\u{2028}".to_owned(),
        ..About::default()
    };
    let world = World {
        biome_map: BiomeMap {
            columns: 3,
            rows: 1,
            biomes: vec![0, 1, 255],
        },
        ..World::default()
    };
    let shown = Parts {
        world: Some(world),
        ..Parts::default()
    };
    let page = page(&about, shown).unwrap();
    let text = packed(&page);
    assert!(
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
    );
    let (again, columns) = of_page(&page);
    assert_eq!(
        ["name", "command", "version"].map(|key| again[key].as_str().unwrap()),
        [about.name, about.command, about.version]
    );
    assert_eq!(columns, [0, 1, 255]);
}
