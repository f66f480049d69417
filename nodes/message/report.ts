import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PsmfError } from '../../src/errors';
import type { Receipt, SensorReceipt } from '../../src/stream/receipt';
import type { Answer, StreamModel } from '../../src/stream/stream-model';

/** Marks a report, so that no psmf node behind takes it for readings. */
export const REPORT_FORMAT = 'psmf-report';

/** What the model has measured of itself, as an object, as text and as a page. */
interface Report extends Receipt {
  readonly format: typeof REPORT_FORMAT;
  readonly text: string;
  readonly page: string;
}

type Words = Readonly<Record<string, string>>;
type Put = (key: string, values?: Readonly<Record<string, string | number>>) => string;

const LANGUAGES: readonly string[] = ['en-US', 'de', 'ja'];
/** The words of the live view, in each of its languages. */
const FOLDER = join(__dirname, '..', '..', '..', 'resources', 'labels');
const words = new Map<string, Words>();

const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** What a model has measured of itself; throws if it measures nothing, or has not begun. */
export function reportOn<A extends Answer>(model: StreamModel<A>, key: string, language: string): Report {
  const receipt = model.receipt();
  if (receipt !== null) return writeReport(receipt, key === '' ? 'psmf' : `psmf · ${key}`, language);
  throw new PsmfError(
    'NOT_READY',
    'The report',
    'a default model of psmf-impute or psmf-filter that has learned a frame: it hides readings from itself',
    model.names.length === 0 ? 'an empty one' : 'another model',
    'Ask psmf-impute, once readings have arrived.',
  );
}

/** A report in a language, in English where there are no words of it. */
function writeReport(receipt: Receipt, title: string, language: string): Report {
  const put = putIn(language);
  const { hidden, held, sensors } = receipt;
  const coverage =
    hidden === 0
      ? put('report.none')
      : put('report.held', { share: percent(held / hidden), count: hidden.toLocaleString(language) });
  const lines = sensors.map((sensor) => ({ sensor, sentence: sentenceOf(sensor, put) }));
  const text = [title, coverage, ...lines.map(({ sensor, sentence }) => `${sensor.name}: ${sentence}`)];
  return {
    format: REPORT_FORMAT,
    ...receipt,
    text: `${text.join('\n')}\n`,
    page: writePage(title, coverage, lines, put, language),
  };
}

function sentenceOf(sensor: SensorReceipt, put: Put): string {
  const { isReplaceable, from } = sensor;
  if (isReplaceable === null) return put('report.unmeasured');
  if (!isReplaceable) return put(from.length === 0 ? 'report.alone' : 'report.poor');
  const values = { within: short(sensor.within), time: gapText(sensor, put) };
  if (from.length === 0) return put('report.own', values);
  const names = [from.slice(0, -1).join(', '), from[from.length - 1]].filter((part) => part !== '');
  return put('report.within', { ...values, names: names.join(` ${put('report.and')} `) });
}

/** The longest gap that was measured, in its largest unit. */
function gapText({ gapSeconds, gapFrames }: SensorReceipt, put: Put): string {
  if (gapSeconds === null) return put('report.frames', { count: gapFrames ?? 0 });
  const [unit, length] = UNITS.find(([, size]) => gapSeconds >= 2 * size) ?? ['s', 1];
  return `${short(gapSeconds / length)} ${put(`unit.${unit}`)}`;
}

function writePage(
  title: string,
  coverage: string,
  lines: readonly { readonly sensor: SensorReceipt; readonly sentence: string }[],
  put: Put,
  language: string,
): string {
  const rows = lines.map(({ sensor, sentence }) => {
    const errors = sensor.errors.map(({ gap, error }) => `${gap}: ±${short(2 * error)}`).join(' · ');
    const state = { true: 'good', false: 'bad', null: 'open' }[`${sensor.isReplaceable}`];
    return `<tr class="${state}"><th scope="row">${escapeText(sensor.name)}</th><td>${escapeText(sentence)}<small>${escapeText(errors)}</small></td></tr>`;
  });
  return `<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<style>
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1b2733; background: #fff }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .5rem; border-top: 1px solid #d6dde3; overflow-wrap: anywhere }
th { width: 30%; border-left: 4px solid #2e7d4f } .bad th { border-color: #b3261e } .open th { border-color: #8a97a3 } small { display: block; color: #566472 }
</style>
<h1>${escapeText(title)}</h1>
<p>${escapeText(coverage)}</p>
<table>${rows.join('\n')}</table>
<p><small>${escapeText(put('report.how'))}</small></p>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string): string => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark]);

/** Two digits that count. */
const short = (value: number | null): string =>
  value === null ? '–' : String(value >= 100 ? Math.round(value) : Number(value.toPrecision(2)));

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function putIn(language: string): Put {
  const own = wordsOf(language);
  const english = wordsOf('en-US');
  return (key, values = {}) =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replace(`{${name}}`, () => String(value)),
      own[key] ?? english[key] ?? key,
    );
}

function wordsOf(language: string): Words {
  const known =
    LANGUAGES.find((each) => each === language) ??
    LANGUAGES.find((each) => each.slice(0, 2) === language.slice(0, 2)) ??
    'en-US';
  const read = words.get(known) ?? (JSON.parse(readFileSync(join(FOLDER, `${known}.json`), 'utf8')) as Words);
  words.set(known, read);
  return read;
}
