//! Columns put into new orders.

use understory_ecs::{Buffer, hecs};

/// Three numbers are 12 bytes, of which 16 hold no whole number.
#[test]
fn rows_of_any_size_are_put_into_a_new_order() {
    for rows in 1..20_u32 {
        let mut world = hecs::World::new();
        for row in 0..rows {
            world.spawn(([row as f32; 3], row as u8));
        }
        let archetype = world.archetypes().find(|archetype| archetype.len() == rows);
        let archetype = archetype.expect("all rows are of one");
        let order: Vec<u32> = (0..rows).rev().collect();
        let mut buffer = Buffer::default();
        buffer.gather::<[f32; 3]>(archetype, &order);
        buffer.gather::<u8>(archetype, &order);
        let column = archetype.get::<&[f32; 3]>().expect("it has them");
        let turned: Vec<[f32; 3]> = order.iter().map(|&row| [row as f32; 3]).collect();
        assert_eq!(&*column, &turned[..]);
        let column = archetype.get::<&u8>().expect("it has them");
        assert!(
            column
                .iter()
                .zip(&order)
                .all(|(&found, &row)| u32::from(found) == row)
        );
    }
}
