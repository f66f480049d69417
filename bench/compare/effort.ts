/** How much is measured. */
export interface Effort {
  /** Pairs of processes for each task, and rounds of each pair. */
  readonly pairs: number;
  readonly rounds: number;
  /** CPU time of the base in one round, and in its warm-up. */
  readonly roundMs: number;
  readonly warmUpMs: number;
  /** Pairs of processes that load the nodes, and that run them in a Node-RED of their own for the memory. */
  readonly loads: number;
  readonly footprints: number;
  /** How many times the models are made whose memory is measured. */
  readonly memories: number;
}

export const FULL: Effort = {
  pairs: 5,
  rounds: 9,
  roundMs: 20,
  warmUpMs: 500,
  loads: 15,
  footprints: 7,
  memories: 3,
};
export const QUICK: Effort = {
  pairs: 1,
  rounds: 7,
  roundMs: 20,
  warmUpMs: 500,
  loads: 5,
  footprints: 2,
  memories: 1,
};
