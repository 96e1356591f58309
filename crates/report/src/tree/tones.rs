//! The colours of wood and leaves. They differ in lightness first, so that they can be told apart in grey and by
//! colour-blind readers: wood is dark, leaves are lighter, roots stand on a ground of their own.

use crate::page::Ink;

/// Stem, branches of the first order, and so on; the last stands for all that follow.
const BARK: [Ink; 4] = [
    Ink::solid(0x4b_3a2e),
    Ink::solid(0x57_4637),
    Ink::solid(0x65_5444),
    Ink::solid(0x74_6453),
];
const ROOT: Ink = Ink::solid(0xb0_7a3c);
/// From leaves in deep shade to those under the open sky.
const LEAF: [Ink; 5] = [
    Ink::solid(0x1c_3a2c),
    Ink::solid(0x2f_5c3f),
    Ink::solid(0x4f_8350),
    Ink::solid(0x83_ab63),
    Ink::solid(0xbd_d38c),
];
/// From faces in the shade to those in the light.
const STONE: [Ink; 2] = [Ink::solid(0x9a_9a9a), Ink::solid(0xdc_dcdc)];
const WHITE: Ink = Ink::solid(0xff_ffff);
pub(super) const SOIL: Ink = Ink::solid(0xf4_eee4);
/// One of several layers of shade, or light, on round wood.
pub(super) const SHADE: Ink = Ink::solid(0x00_0000).at_opacity(0.11);
pub(super) const LIGHT: Ink = Ink::solid(0xff_ffff).at_opacity(0.11);
/// How much of its colour the farthest thing loses to the paper.
const WOOD_HAZE: f64 = 0.4;
const LEAF_HAZE: f64 = 0.25;
/// Shares are rounded to so many steps: fewer colours, smaller files.
const STEPS: f64 = 8.0;
const LEAF_OPACITY: f64 = 0.85;

/// Bark at a depth from 0 (near) to 1 (far).
pub(super) fn bark(order: u32, depth: f64) -> Ink {
    let bark = BARK[(order as usize).min(BARK.len() - 1)];
    mixed(bark, WHITE, WOOD_HAZE * stepped(depth))
}

/// A root at a depth.
pub(super) fn root(depth: f64) -> Ink {
    mixed(ROOT, WHITE, WOOD_HAZE * stepped(depth))
}

/// A leaf that gets a share of the light, at a depth.
pub(super) fn leaf(light: f64, depth: f64) -> Ink {
    let place = stepped(light.clamp(0.0, 1.0)) * (LEAF.len() - 1) as f64;
    let below = (place as usize).min(LEAF.len() - 2);
    let lit = mixed(LEAF[below], LEAF[below + 1], place - below as f64);
    mixed(lit, WHITE, LEAF_HAZE * stepped(depth)).at_opacity(LEAF_OPACITY)
}

/// A face of a solid that gets a share of the light; what is behind it shows through.
pub(super) fn stone(light: f64) -> Ink {
    mixed(STONE[0], STONE[1], light).at_opacity(0.85)
}

/// How much a line covers that should be so much narrower than it is.
pub(super) fn faint(share_of_width: f64) -> f64 {
    ((share_of_width * 4.0).ceil() / 4.0).clamp(0.25, 1.0)
}

fn stepped(share: f64) -> f64 {
    (share * STEPS).round() / STEPS
}

fn mixed(a: Ink, b: Ink, share_of_b: f64) -> Ink {
    let part = |i: usize| f64::from(a.rgb[i]) * (1.0 - share_of_b) + f64::from(b.rgb[i]) * share_of_b;
    Ink {
        rgb: [0, 1, 2].map(|i| part(i).round() as u8),
        opacity: 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mixture_lies_between_its_colours() {
        let (a, b) = (Ink::solid(0x00_64c8), Ink::solid(0x64_c800));
        assert_eq!(mixed(a, b, 0.0), a);
        assert_eq!(mixed(a, b, 1.0), b);
        assert_eq!(mixed(a, b, 0.25).rgb, [25, 125, 150]);
    }

    /// Far wood loses two fifths of its colour to the paper, far leaves a quarter.
    #[test]
    fn what_is_far_away_is_paler() {
        assert_eq!(bark(0, 0.0), Ink::solid(0x4b_3a2e));
        assert_eq!(bark(2, 0.0), Ink::solid(0x65_5444));
        assert_eq!([bark(3, 0.0), bark(99, 0.0)], [Ink::solid(0x74_6453); 2]);
        assert_eq!(root(0.0), Ink::solid(0xb0_7a3c));
        let paler = |part: u8, share: f64| (f64::from(part) * (1.0 - share) + 255.0 * share).round() as u8;
        assert_eq!(bark(0, 1.0).rgb, [0x4b, 0x3a, 0x2e].map(|part| paler(part, 0.4)));
        assert_eq!(root(0.5).rgb, [0xb0, 0x7a, 0x3c].map(|part| paler(part, 0.2)));
        assert_eq!(
            leaf(0.0, 1.0).rgb,
            [0x1c, 0x3a, 0x2c].map(|part| paler(part, 0.25))
        );
    }

    #[test]
    fn leaves_go_from_deep_shade_to_the_open_sky_in_eight_steps() {
        let at = |light: f64| leaf(light, 0.0).rgb;
        for (step, ink) in LEAF.iter().enumerate() {
            assert_eq!(at(step as f64 / 4.0), ink.rgb);
        }
        assert_eq!([at(-1.0), at(2.0)], [LEAF[0].rgb, LEAF[4].rgb]);
        // Half-way between the second and the third, to which 0.35 is rounded.
        let half = [0, 1, 2]
            .map(|i| (f64::from(LEAF[1].rgb[i]) / 2.0 + f64::from(LEAF[2].rgb[i]) / 2.0).round() as u8);
        assert_eq!([at(0.375), at(0.35)], [half; 2]);
        assert_eq!(leaf(0.5, 0.0).opacity, 0.85);
        assert_eq!([stone(0.0).rgb, stone(1.0).rgb], [[0x9a; 3], [0xdc; 3]]);
        assert_eq!(stone(0.5).rgb, [0xbb; 3]);
    }

    #[test]
    fn a_line_that_is_too_wide_covers_less_by_quarters() {
        for (share, cover) in [
            (0.0, 0.25),
            (0.2, 0.25),
            (0.3, 0.5),
            (0.6, 0.75),
            (0.9, 1.0),
            (7.0, 1.0),
        ] {
            assert_eq!(faint(share), cover);
        }
    }
}
