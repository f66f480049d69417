/** What a user would forecast without a model, from the frames up to now; h = 1 is the next frame. */
export interface Rival {
  readonly name: string;
  readonly forecast: (frames: readonly number[][], now: number, h: number) => number[];
}

export const rivals = (season: number): readonly Rival[] => [
  { name: 'last value', forecast: (frames, now) => frames[now] },
  {
    name: 'same hour yesterday',
    forecast: (frames, now, h) => frames[now + h - season * Math.ceil(h / season)],
  },
];
