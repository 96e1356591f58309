//! The tree of a session: grown whole or coarsely, and packed for the page.

use std::time::Instant;

use understory_branching::colonization::Distance;
use understory_branching::seasons::LEAST_DETAIL;
use understory_branching::skeleton::{Part, Skeleton};
use understory_branching::specimen::{Form, Specimen};
use understory_branching::tree::Tree;
use understory_lab::LabError;
use understory_page::{LiveAbout, LiveNode, LivePart, LiveTree, tree_frame};
use understory_scenario::TreeScenario;

use crate::error::Error;
use crate::kinds::check::check_tree_size;

/// How many times as long the steps of a coarse tree are whose crown is drawn, and how many times fewer points it colonizes.
const COARSE_STEP: f64 = 2.5;
const COARSE_POINTS: u32 = 8;

/// A tree, whole or coarse, as the page draws it.
pub(super) fn frame(scenario: &TreeScenario, is_coarse: bool, about: &LiveAbout) -> Result<Vec<u8>, Error> {
    check_tree_size(scenario)?;
    let start = Instant::now();
    let (header, specimen) = (&scenario.header, &scenario.specimen);
    let coarse = is_coarse.then(|| coarse(specimen));
    let specimen = coarse.as_ref().unwrap_or(specimen);
    let grown = specimen.grow_watched(header.seed, &mut |_| {});
    let tree = grown.map_err(|faults| Error::at_keys(header, faults.into_iter().map(LabError::Tree)))?;
    let took_s = start.elapsed().as_secs_f64();
    Ok(tree_frame(about, drawn(specimen, &tree, is_coarse, took_s))?)
}

/// The same form with fewer, longer pieces, without roots and what stands beside it.
fn coarse(specimen: &Specimen) -> Specimen {
    let mut coarse = specimen.clone();
    match &mut coarse.form {
        Form::Seasons(form) => {
            form.detail = LEAST_DETAIL.min(form.detail);
            form.roots = None;
        }
        Form::Colonization(form) => {
            form.crown_points = (form.crown_points / COARSE_POINTS).max(1);
            form.shoot.step_m *= COARSE_STEP;
            let stretch = |distance: &mut Distance| {
                if let Distance::Metres(metres) = distance {
                    *metres *= COARSE_STEP;
                }
            };
            stretch(&mut form.shoot.kill_distance);
            stretch(&mut form.shoot.influence_distance);
            form.roots = None;
        }
    }
    coarse.baseline = None;
    coarse
}

fn drawn(specimen: &Specimen, tree: &Tree, is_coarse: bool, took_s: f64) -> LiveTree {
    let skeleton = &tree.skeleton;
    let most_tips = specimen.form.leaf().map(|leaf| leaf.most_tips);
    let tips = tips_beyond(skeleton);
    let nodes = (0..).zip(&skeleton.nodes).map(|(number, node)| LiveNode {
        parent: node.parent.unwrap_or(number),
        place_m: node.place_m,
        radius_m: node.radius_m,
        part: match node.part {
            Part::Root => LivePart::Root,
            Part::Shoot if node.dead => LivePart::Dead,
            Part::Shoot if most_tips.is_some_and(|most| tips[number as usize] <= most) => LivePart::Leafy,
            Part::Shoot => LivePart::Wood,
        },
    });
    let metrics = &tree.metrics;
    LiveTree {
        numbers: vec![
            ("height", Some(metrics.height_m), "m"),
            ("diameter at breast height", metrics.dbh_cm, "cm"),
            ("age", tree.age_yr.map(f64::from), "yr"),
            ("crown width over height", metrics.crown_width_per_height, ""),
            ("nodes", Some(metrics.nodes as f64), ""),
        ],
        nodes: nodes.collect(),
        is_coarse,
        took_s,
    }
}

/// How many ends of the shoot lie beyond each node, itself one where nothing grows from it.
fn tips_beyond(skeleton: &Skeleton) -> Vec<u32> {
    let mut tips = vec![0_u32; skeleton.nodes.len()];
    // Children stand behind their parents.
    for number in (0..skeleton.nodes.len()).rev() {
        tips[number] = tips[number].max(1);
        if let Some(parent) = skeleton.nodes[number].parent {
            tips[parent as usize] = tips[parent as usize].saturating_add(tips[number]);
        }
    }
    tips
}
