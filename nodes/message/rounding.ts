/** Rounds a number for display. */
export type Round = (value: number) => number;

/** To so many decimals; null: not at all. A number too large to be scaled has no decimals to lose. */
export function createRound(decimals: number | null): Round {
  if (decimals === null) return (value) => value;
  const scale = 10 ** decimals;
  return (value) => {
    const scaled = Math.round(value * scale) / scale;
    return Number.isFinite(scaled) ? scaled : value;
  };
}
