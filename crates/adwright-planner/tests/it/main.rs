//! The planner in a whole simulated world.

mod simulation;
mod simulation_tests;
