/** The bits of a mark: what a value is, and what is said of it beside. */
export const mark = {
  none: 0,
  observed: 1,
  filled: 2,
  expired: 3,
  uncertain: 4,
  kinds: 7,
  outlier: 8,
} as const;

/** The kept frames of one sensor, oldest first. */
export interface Series {
  readonly value: Float64Array;
  readonly estimate: Float64Array;
  readonly halfWidth: Float64Array;
  readonly mark: Uint8Array;
}

export interface Row {
  readonly name: string;
  readonly seen: number | null;
  readonly value: number | null;
  readonly estimate: number | null;
  readonly halfWidth: number | null;
  readonly mark: number;
  /** It has not been read for longer than it usually is. */
  readonly isSilent: boolean;
  /** It reports only when it has moved, and has not. */
  readonly isHeld: boolean;
  /** Null: its frames are not kept. */
  readonly series: Series | null;
  readonly about: About | null;
  /** What its readings are, such as counter; null where that is not looked for. */
  readonly kind: string | null;
  /** How long the rhythm is that moves it. */
  readonly rhythmMs: number | null;
}

/** What the model has found out about a sensor. */
export interface About {
  /** How far its readings reach. */
  readonly range: number | null;
  /** Root mean square error of filling it, in its own unit, and from how many hidden readings. */
  readonly error: number | null;
  readonly hidden: number;
  readonly neighbours: readonly { readonly name: string; readonly weight: number }[];
}

export interface ChangeNews {
  readonly topic: string;
  readonly time: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What becomes another without a frame. */
export interface Standing {
  readonly version: number;
  /** The clock of the machine Node-RED runs on. */
  readonly now: number;
  readonly saved: 'yes' | 'soon' | 'never' | null;
  /** When it was last written to the store since the node was started, epoch ms. */
  readonly savedAt: number | null;
  readonly counts: Readonly<Record<string, number>>;
}

export interface State extends Standing {
  readonly key: string | null;
  readonly block: 'impute' | 'filter' | 'change';
  readonly isPaused: boolean;
  readonly seq: number;
  readonly phase: 'warming' | 'ready' | null;
  readonly score: number | null;
  readonly time: number | null;
  readonly periodMs: number | null;
  readonly missing: number | null;
  readonly bytes: number | null;
  readonly isDurable: boolean;
  readonly hasKeys: boolean;
  readonly rejected: readonly (readonly [string, string])[];
  readonly sensors: number;
  readonly found: number;
  readonly from: number;
  readonly times: Float64Array;
  readonly rows: readonly Row[];
  readonly chosen: Row | null;
  readonly events: readonly ChangeNews[];
}

type Encoded = { readonly [field in keyof Series]: string } & { readonly origin: number };
type RawRow = Omit<Row, 'series' | 'about'> & {
  readonly series: Encoded | null;
  readonly about?: About | null;
};
type RawState = Omit<State, 'times' | 'rows' | 'chosen'> & {
  readonly times: string;
  readonly rows: readonly RawRow[];
  readonly chosen: RawRow | null;
};

/** An answer without rows says that nothing is new since `version`. */
export const hasNews = (raw: object): raw is RawState => 'rows' in raw;

export const decodeState = (raw: RawState): State => ({
  ...raw,
  times: new Float64Array(bytesOf(raw.times).buffer),
  rows: raw.rows.map(decodeRow),
  chosen: raw.chosen === null ? null : decodeRow(raw.chosen),
});

const decodeRow = (row: RawRow): Row => ({
  ...row,
  about: row.about ?? null,
  series: row.series === null ? null : decodeSeries(row.series),
});

function decodeSeries({ origin, value, estimate, halfWidth, mark: marks }: Encoded): Series {
  const numbers = (text: string, offset: number): Float64Array =>
    Float64Array.from(new Float32Array(bytesOf(text).buffer), (number) => number + offset);
  return {
    value: numbers(value, origin),
    estimate: numbers(estimate, origin),
    halfWidth: numbers(halfWidth, 0),
    mark: bytesOf(marks),
  };
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
