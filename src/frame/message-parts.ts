import { ModeDecision, readModeState, type MessageMode, type ModeState, type Verdict } from './message-mode';
import { renameFormer, type Sender } from './senders';
import type { SensorForms } from './sensor-forms';
import type { SensorList } from './sensor-list';
import type { FoundValue } from './shapes/shape';
import type { KnownSensors, Rename } from './sorted-message';
import { sensorName } from './source-name';

/** What a message with names is, and what sensors so far are called from now on; null: as before. */
interface Judgement {
  readonly verdict: Verdict;
  readonly rename: Rename | null;
}

/** Whether the messages of one stream are frames or parts of them, and what their sensors are called in either case. */
export class MessageParts {
  readonly #sensors: SensorList;
  readonly #forms: SensorForms;
  readonly #configured: MessageMode;
  readonly #mode: ModeDecision;

  constructor(sensors: SensorList, forms: SensorForms, configured: MessageMode, kept?: unknown) {
    this.#sensors = sensors;
    this.#forms = forms;
    this.#configured = configured;
    this.#mode = new ModeDecision(configured, readModeState(kept));
  }

  /** To be kept with the model; null: nothing was decided. */
  get state(): ModeState | null {
    return this.#mode.state;
  }

  /** Whether it is decided that messages are whole frames. */
  get areWhole(): boolean {
    return this.state?.mode === 'whole';
  }

  /** Whether the node is told to take every message for a whole frame. */
  get areAllWhole(): boolean {
    return this.#configured === 'whole';
  }

  /** What a node that is set to parts makes of a model that learned whole frames. */
  renameKept(): Rename | null {
    const { state } = this;
    if (this.#configured !== 'part' || state?.mode !== 'whole') return null;
    return this.#renameBelow(state.source ?? '');
  }

  /** A single reading has come, whose name begins with `source` if it is of a device. */
  noteSingle(source: string): Rename | null {
    return this.#renameAfter(this.#mode.noteSingle(source));
  }

  /** Now that several devices are told apart, what was learned so far is the first one's. */
  noteFormer({ former }: Sender, values: readonly FoundValue[]): Rename | null {
    if (former === null) return null;
    this.#mode.replaceSource(former.source, former.now);
    if (!this.#mode.isPart || this.#sensors.configured !== null) return null;
    const rename = renameFormer(former, [...new Set(values.map(({ name }) => name))]);
    this.#forms.rename(rename);
    return rename;
  }

  /** A message from `source` brings values by these names. */
  judge(
    source: string,
    names: readonly string[],
    values: () => readonly unknown[],
    known: KnownSensors,
  ): Judgement {
    const wasPart = this.#mode.isPart;
    const verdict = this.#decide(source, names, values, known);
    return { verdict, rename: verdict === 'part' ? this.#renameAfter(!wasPart) : null };
  }

  /** Sensors that are configured tell by their names what a message is. One without any is what the others are. */
  #decide(
    source: string,
    names: readonly string[],
    values: () => readonly unknown[],
    known: KnownSensors,
  ): Verdict {
    if (names.length === 0) return this.#mode.isPart ? 'part' : 'whole';
    if (this.#configured === 'automatic' && this.#sensors.configured !== null) {
      if (names.some((name) => this.#sensors.allows(name))) return 'whole';
      if (names.some((name) => this.#sensors.allows(sensorName(source, name)))) return 'part';
    }
    if (this.#mode.expectsParts && areOfOthers(source, names, known.names)) return 'whole';
    return this.#mode.judge({ source, names, values: values() });
  }

  /** The sensors of a device, of all that are known. */
  sensorsOf(device: string, names: readonly string[]): string[] {
    if (device === '') return [];
    const isOf = (name: string): boolean => name === device || name.startsWith(`${device}/`);
    const { source } = this.#mode;
    if (!this.#mode.isPart && source !== null && isOf(source)) return [...names];
    return names.filter(isOf);
  }

  /** What sensors are called once their messages are parts. */
  #renameAfter(isNewlyPart: boolean): Rename | null {
    const { state } = this;
    if (!isNewlyPart || state?.mode !== 'part' || this.#sensors.configured !== null) return null;
    return this.#renameBelow(state.source ?? '');
  }

  #renameBelow(source: string): Rename {
    const rename: Rename = (name) => sensorName(source, name);
    this.#forms.rename(rename);
    return rename;
  }
}

/** Whether a message brings, under a topic of its own, sensors that are known by these very names: a recording of them, say. */
function areOfOthers(source: string, names: readonly string[], known: readonly string[]): boolean {
  if (names.length < 2 || !known.includes(names[0])) return false;
  const all = new Set(known);
  return names.every((name) => all.has(name) && !all.has(sensorName(source, name)));
}
