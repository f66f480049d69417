import { element, setText } from './element.js';
import { formatBytes, formatCount, formatDuration, formatPercent } from './format.js';
import { label } from './labels.js';
import type { State } from './state.js';

/** What is to be said of the model as a whole, in the order it is shown: a heading and a value. */
function factsOf(state: State): [string, string][] {
  const { seq, periodMs, missing, phase, bytes, saved, sensors, score } = state;
  const facts: [string, string][] = [
    [label('fact.sensors'), formatCount(sensors)],
    [label('fact.frames'), formatCount(seq)],
    [
      label('fact.phase'),
      state.isPaused ? label('phase.paused') : phase === null ? '–' : label(`phase.${phase}`),
    ],
    [
      label('fact.rate'),
      periodMs === null
        ? '–'
        : label('rate.every', {
            time: periodMs < 1000 ? `${Math.round(periodMs)} ms` : formatDuration(periodMs),
          }),
    ],
    [label('fact.missing'), missing === null ? '–' : formatPercent(missing)],
  ];
  if (score !== null) facts.push([label('fact.score'), label('score.of', { score: score.toFixed(2) })]);
  if (bytes !== null) facts.push([label('fact.memory'), formatBytes(bytes)]);
  if (saved !== null) facts.push([label('fact.saved'), savedText(saved, state)]);
  return facts;
}

/** When it was last saved, and whether there is more to save. */
function savedText(saved: NonNullable<State['saved']>, { savedAt, now }: State): string {
  if (saved === 'never' || savedAt === null) return label(`saved.${saved}`);
  return label('seen.ago', { time: formatDuration(Math.max(1000, now - savedAt)) });
}

/** Warnings in words, with what to do. */
function warningsOf({ isDurable, saved, counts, rejected, isPaused }: State): string[] {
  const [example] = rejected;
  const warnings = [
    isDurable ? '' : label('warn.not-durable'),
    saved === 'never' && isDurable ? label('warn.not-saved') : '',
    isPaused ? label('warn.paused') : '',
    example === undefined ? '' : label('warn.rejected', { name: example[0], reason: example[1] }),
  ];
  for (const what of ['late', 'refused', 'dropped']) {
    if ((counts[what] ?? 0) > 0) warnings.push(label(`warn.${what}`, { count: formatCount(counts[what]) }));
  }
  return warnings.filter((text) => text !== '');
}

/** Above the table: the model in figures, its warnings. */
export class Summary {
  readonly root = element('div', { class: 'psmf-summary' });
  readonly #facts = element('dl', { class: 'psmf-facts' });
  readonly #warnings = element('ul', { class: 'psmf-warnings' });

  constructor() {
    this.root.append(this.#facts, this.#warnings);
  }

  show(state: State): void {
    const facts = factsOf(state);
    if (this.#facts.childElementCount !== facts.length)
      this.#facts.replaceChildren(...facts.map(() => element('div', {}, element('dt'), element('dd'))));
    facts.forEach(([name, value], i) => {
      const [term, definition] = this.#facts.children[i].children as unknown as HTMLElement[];
      setText(term, name);
      setText(definition, value);
    });
    const warnings = warningsOf(state);
    if (warnings.join() !== [...this.#warnings.children].map(({ textContent }) => textContent).join())
      this.#warnings.replaceChildren(...warnings.map((text) => element('li', {}, text)));
  }
}
