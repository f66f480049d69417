import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockNames } from '../nodes/flow';
import type { Blocks } from './blocks';
import { FIXTURES, readFlow, readManifest, type Manifest, type SavedNode, type StoredModel } from './fixture';
import { messageFor, stampAll } from './message';
import { Running, type Sent } from './running';
import { simulate, timeOf, type Frame } from './stream';

/** What becomes of a frame before it is sent. */
export type Change = (frame: Frame, index: number) => object;

export type Block = Required<Blocks>[keyof Blocks];

const asRead: Change = (frame) => frame;
/** Longer than any test goes on with a stream. */
const LONGEST = 800;

/** This build, started on a copy of what an older version left behind. */
export class Upgrade {
  readonly folder: string;
  readonly manifest: Manifest;
  readonly flow: readonly SavedNode[];
  readonly running: Running;
  readonly #userDir: string;
  readonly #streams = new Map<number, readonly Frame[]>();
  /** Frames that each model has learned, by node and key. */
  readonly #learned = new Map<string, number>();

  private constructor(folder: string, userDir: string, running: Running) {
    this.folder = folder;
    this.manifest = readManifest(folder);
    this.flow = readFlow(folder);
    this.running = running;
    this.#userDir = userDir;
  }

  static async start(version: string): Promise<Upgrade> {
    const folder = join(FIXTURES, version);
    const userDir = mkdtempSync(join(tmpdir(), 'psmf-upgrade-'));
    cpSync(folder, userDir, { recursive: true });
    return new Upgrade(folder, userDir, await Running.start(userDir));
  }

  /** Where Node-RED keeps flow and context; complete once it has stopped. */
  get userDir(): string {
    return this.#userDir;
  }

  async end(): Promise<void> {
    await this.running.red.stop();
    rmSync(this.#userDir, { recursive: true, force: true });
  }

  model(node: string, key = ''): StoredModel {
    const found = this.manifest.models.find((model) => model.node === node && model.key === key);
    if (found === undefined) throw new Error(`There is no model of ${node} for key "${key}".`);
    return found;
  }

  settingsOf(node: string): SavedNode {
    const found = this.flow.find(({ id }) => id === node);
    if (found === undefined) throw new Error(`There is no node ${node} in the flow.`);
    return found;
  }

  /** Frames that the model should have learned by now: the state of a former detector is set aside. */
  learned(model: StoredModel): number {
    return this.#learned.get(idOf(model)) ?? (isSetAside(model) ? 0 : model.frames);
  }

  /** The frame of the model's stream with this index. */
  frame({ seed }: StoredModel, index: number): Frame {
    const stream = this.#streams.get(seed) ?? simulate(LONGEST, seed);
    this.#streams.set(seed, stream);
    return stream[index];
  }

  /** What the node makes of the next frame of the model's stream. */
  async next(model: StoredModel, change = asRead): Promise<Sent> {
    const index = this.learned(model);
    const frame = change(this.frame(model, index), index);
    this.#learned.set(idOf(model), index + 1);
    return this.send(model, messageFor(this.settingsOf(model.node), model.key, frame, timeOf(index)));
  }

  /** What it says of the next frames, sent as one batch. */
  async nextBatch(model: StoredModel, count: number, change = asRead): Promise<Block[]> {
    const from = this.learned(model);
    const frames = Array.from({ length: count }, (_, i) => change(this.frame(model, from + i), from + i));
    this.#learned.set(idOf(model), from + count);
    const settings = this.settingsOf(model.node);
    const batch = stampAll(settings, frames, (i) => timeOf(from + i));
    const { psmf } = await this.send(model, messageFor(settings, model.key, batch));
    return (psmf as Blocks[]).map((blocks) => blocks[blockNames[model.type]] as Block);
  }

  send({ tab, node }: StoredModel, message: object): Promise<Sent> {
    return this.running.ask(tab, node, message);
  }
}

/** psmf-changepoint finds changes by another detector than 0.1.0 did. */
export const isSetAside = ({ type }: StoredModel): boolean => type === 'psmf-changepoint';

const idOf = ({ node, key }: StoredModel): string => JSON.stringify([node, key]);

/** What the node of this model says of a message that is one frame. */
export const blockOf = <T extends Block = Block>({ type }: StoredModel, { psmf }: Sent): T =>
  (psmf as Blocks)[blockNames[type]] as T;
