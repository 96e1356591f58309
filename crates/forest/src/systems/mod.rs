//! One file for each system of the year; their order is in [`crate::schedule`].

pub(crate) mod arrive;
pub(crate) mod beetles;
pub(crate) mod branch;
pub(crate) mod canopy;
pub(crate) mod climate;
pub(crate) mod crowd;
pub(crate) mod decay;
pub(crate) mod die;
pub(crate) mod disperse;
pub(crate) mod doom;
mod draws;
pub(crate) mod drought;
pub(crate) mod end_year;
pub(crate) mod fell;
pub(crate) mod fire;
pub(crate) mod fruit;
pub(crate) mod germinate;
pub(crate) mod grow;
pub(crate) mod lightning;
pub(crate) mod plant;
pub(crate) mod regrow;
pub(crate) mod salvage;
pub(crate) mod shade;
pub(crate) mod shed;
pub(crate) mod sprout;
pub(crate) mod topple;
pub(crate) mod wind;

/// Room for a binomial count of this mean and four of its standard deviations, rounded up by leaving the loss out of them.
fn room_for(mean: f64) -> usize {
    (mean + 4.0 * mean.sqrt()) as usize
}
