/** One rhythm: its length in frames, and how many bins its profile has. */
export interface Cycle {
  readonly ms: number;
  readonly frames: number;
  readonly bins: number;
  /** Harmonics that a regression on the clock has of it: none of one that takes longer to show than it remembers. */
  readonly harmonics: number;
  /** Frames after which it may show. */
  readonly framesToShow: number;
}

export const DAY_MS = 86_400_000;
export const WEEK_MS = 7 * DAY_MS;
export const YEAR_MS = 365.25 * DAY_MS;

/** The most bins of a day (a quarter of an hour), of a week (an hour), of a year (five days), of any other rhythm. */
const MOST_BINS = { day: 96, week: 168, year: 73, other: 96 } as const;
const HARMONICS = { day: 4, week: 3, year: 2, other: 4 } as const;
/** A rhythm has at least so many frames. */
const FEWEST_FRAMES = 3;

/** A rhythm is not looked for before so many of its periods, and so many frames. */
const PERIODS_TO_SHOW = 1.5;
const FRAMES_TO_SHOW = 160;

/** Frames that a regression on the clock remembers. Sines of a rhythm that takes longer to show stand for any trend there was. */
export const REMEMBERED = 1000;

/** Whether so many frames are enough for the rhythm to show. */
export const canShow = ({ framesToShow }: Cycle, seen: number): boolean => seen > framesToShow;

type Kind = keyof typeof MOST_BINS;

function cycleOf(
  kind: Kind,
  ms: number,
  frameMs: number,
  remembered: number,
  framesToShow = FRAMES_TO_SHOW,
): Cycle {
  const frames = ms / frameMs;
  const toShow = Math.max(PERIODS_TO_SHOW * frames, framesToShow);
  return {
    ms,
    frames,
    bins: Math.max(2, Math.min(Math.round(frames), MOST_BINS[kind])),
    harmonics: toShow > remembered ? 0 : Math.min(HARMONICS[kind], Math.floor((frames - 1) / 2)),
    framesToShow: toShow,
  };
}

/** The rhythms that frames so far apart can show: day and week; week and year for daily ones. */
export function clockCycles(frameMs: number, remembered = REMEMBERED): Cycle[] {
  const cycles: Cycle[] = [];
  if (frameMs < DAY_MS / FEWEST_FRAMES) cycles.push(cycleOf('day', DAY_MS, frameMs, remembered));
  if (frameMs <= DAY_MS) cycles.push(cycleOf('week', WEEK_MS, frameMs, remembered));
  if (frameMs >= DAY_MS && frameMs <= YEAR_MS / FEWEST_FRAMES)
    cycles.push(cycleOf('year', YEAR_MS, frameMs, remembered));
  return cycles;
}

/** The one rhythm that was asked for; none where frames are too far apart for it. */
export function givenCycle(ms: number, frameMs: number, remembered = REMEMBERED): Cycle[] {
  return ms / frameMs >= FEWEST_FRAMES ? [cycleOf('other', ms, frameMs, remembered)] : [];
}

/** A rhythm that was found in the frames themselves, and so has shown before: it lasts so many of them. */
export const foundCycle = (frames: number, remembered = REMEMBERED): Cycle =>
  cycleOf('other', frames, 1, remembered, 0);
