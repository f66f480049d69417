import type { FilterState } from './state';

/** Estimates of known readings as if they had been hidden since the window began, in the sensors' own units. */
export interface HeldOut {
  /** Whether the frame was one of a window, and whether a window began with it. */
  isOpen: boolean;
  hasBegun: boolean;
  /** Whether anything was estimated with everything hidden. */
  isAsked: boolean;
  /** The window that began last: its number, and how often all groups had been hidden before. */
  window: number;
  round: number;
  /** Time and frames since the window began. */
  elapsed: number;
  frames: number;
  /** 1: hidden in the window that began last. */
  readonly hidden: Uint8Array;
  /** Time since the sensor's last visible reading. */
  readonly gap: Float64Array;
  /** With the group hidden, and with everything hidden; NaN where there is none. */
  readonly mean: readonly Float64Array[];
  readonly sd: readonly Float64Array[];
  /** Of each sensor of the group, what each expert says of it. */
  readonly forecasts: Float64Array;
}

export function createHeldOut(d: number, experts: number): HeldOut {
  const unknown = (): Float64Array => new Float64Array(d).fill(NaN);
  return {
    isOpen: false,
    hasBegun: false,
    isAsked: false,
    window: 0,
    round: 0,
    elapsed: 0,
    frames: 0,
    hidden: new Uint8Array(d),
    gap: new Float64Array(d),
    mean: [unknown(), unknown()],
    sd: [unknown(), unknown()],
    forecasts: new Float64Array(d * experts),
  };
}

/** Nothing has been estimated yet of this frame, of a window or not. */
export function clearHeldOut(heldOut: HeldOut, isOpen: boolean, state: FilterState): void {
  heldOut.elapsed = state.windowTime;
  heldOut.frames = state.windowFrames;
  noteWindow(heldOut, state);
  heldOut.isOpen = isOpen;
  heldOut.hasBegun = false;
  heldOut.isAsked = false;
  heldOut.mean[0].fill(NaN);
  heldOut.mean[1].fill(NaN);
}

export function noteWindow(heldOut: HeldOut, { windowIndex, groups }: FilterState): void {
  heldOut.window = windowIndex;
  heldOut.round = Math.floor(windowIndex / groups);
}
