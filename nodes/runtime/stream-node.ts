import type { Node, NodeAPI } from 'node-red';
import { errorOf } from '../../src/errors';
import type { AssembledFrame } from '../../src/frame/assembler';
import type { Post, StreamReader } from '../../src/frame/stream-reader';
import type { StreamEvent } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import { tickNow, type Arrival, type Message, type Output } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { writeFrame, type WrittenFrame } from '../message/frame-writer';
import { isForNode, type ForModel, type NodeCommand, type Told } from '../message/incoming';
import { frameOfLate, frameOfReadings, type IncomingFrame } from '../message/incoming-frame';
import { prepareMessage, unsent, type PreparedMessage } from '../message/prepared-message';
import { createSay } from '../message/notices';
import { bringsMaintenance } from '../message/read-command';
import { readMessage } from '../message/read-message';
import { readSorted } from '../message/read-post';
import { AS_VALUE, withEvents, writeMessage } from '../message/write-message';
import type { ViewEndpoints } from '../view/endpoints';
import { NodeView, type ViewCommand, type Watched } from '../view/node-view';
import { runCommand, setMaintenance, startFit } from './commands';
import { DoneWhenSaved, notSaved } from './done-when-saved';
import { FitJobs } from './fit-job';
import type { MemoryBudget } from './memory-budget';
import type { ModelEntry } from './model-entry';
import { ModelRegistry } from './model-registry';
import { ReadingsIntake } from './readings-intake';
import type { Settings } from './settings';
import { StatusFacts, StatusLine } from './status';

/** What neither waits for a fit nor in frames. */
type AnsweredAtOnce = Exclude<Told, { readonly kind: 'fit' | 'readings' }>;

const BRINGS_READINGS: ReadonlySet<Told['kind']> = new Set<Told['kind']>(['frame', 'batch', 'readings']);

/** Runs the models of a node, each message through the model of its key. nodes/README.md tells the way of a message. */
export class StreamNode<A extends Answer> {
  readonly #node: Node;
  readonly #behaviour: Behaviour<A>;
  readonly #settings: Settings;
  readonly #registry: ModelRegistry<A>;
  readonly #facts: StatusFacts<A>;
  readonly #status: StatusLine;
  /** That of the runtime: what a report is written in. */
  readonly #language: string;
  readonly #fits: FitJobs;
  readonly #view: NodeView<A>;
  readonly #createId: () => string;
  readonly #completion: DoneWhenSaved;

  constructor(
    RED: NodeAPI,
    node: Node,
    behaviour: Behaviour<A>,
    settings: Settings,
    budget: MemoryBudget,
    isDurable: boolean,
    views: ViewEndpoints<A>,
  ) {
    this.#node = node;
    this.#behaviour = behaviour;
    this.#settings = settings;
    this.#createId = () => RED.util.generateId();
    this.#completion = new DoneWhenSaved(settings.doneWhenSaved, settings.saveAfter);
    const say = createSay((key) => RED._(key));
    this.#language = say('language');
    this.#facts = new StatusFacts(behaviour, isDurable, say);
    this.#status = new StatusLine(node, () => this.#facts.describe());
    this.#fits = new FitJobs((progress) => {
      this.#facts.fit = progress;
      this.#status.touch();
    });
    this.#registry = new ModelRegistry(node, behaviour, settings, this.#facts.counts, budget, {
      resume: (arrival) => this.#onInput(arrival),
      closed: (entry, frames) => frames.forEach((frame) => this.#answerReadings(entry, frame, null)),
      forgotten: (frames) => frames.forEach((frame) => this.#completion.endUnlearned(frame)),
      unlearned: (frames) => frames.forEach((frame) => this.#completion.endUnlearned(frame, notSaved(null))),
      loaded: (entry) => {
        this.#facts.noteModel(entry.persistence);
        this.#status.touch();
      },
      left: (entry) => this.#fits.cancel(entry, 'its model put away'),
    });
    this.#view = views.open(node.id, (publish) => new NodeView(behaviour, this.#watched(isDurable), publish));
    this.#registry.memory.beside = () => this.#view.bytes;
    node.on('input', (msg, send, done) => this.#onInput({ msg, send, done, ...tickNow() }));
    node.on('close', (done: () => void) => {
      views.close(node.id);
      this.#fits.close();
      this.#status.close();
      this.#registry.close(done);
    });
    this.#registry.start();
  }

  /** The way of a message. `done` is called once: here, or when the model, the fit or the save that it waits for is there. */
  #onInput(arrival: Arrival): void {
    const ending = this.#completion.begin(arrival.done);
    let entry: ModelEntry<A> | null;
    try {
      const incoming = readMessage(arrival, this.#settings, this.#behaviour);
      if (isForNode(incoming)) return this.#runForNode(incoming, arrival.done);
      entry = this.#registry.entryFor(incoming.key ?? '', arrival);
      if (entry === null) return;
      const told = this.#tell(entry, incoming, arrival);
      if (told.kind === 'fit') return this.#startFit(entry, arrival);
      if (told.kind === 'readings') {
        const intake = new ReadingsIntake(told, arrival, ending, this.#settings);
        for (const reading of intake.toTake) {
          if (entry.assembler.isFirst(reading)) this.#registry.memory.requireRoomForSensor(entry);
          intake.note(reading, entry.assembler.take(reading, intake.prepared, intake.isLast(reading)));
        }
        this.#answerTaken(entry, intake, arrival);
      } else this.#finish(this.#outputFor(entry, told, arrival), arrival.send);
    } catch (error) {
      this.#facts.noteRefusal(error);
      this.#status.touch();
      return ending.end(errorOf(error));
    }
    if (!ending.isHeld) this.#completion.end(entry.persistence, ending.end);
  }

  /** What is asked of all models, or of the store. */
  #runForNode({ kind, key }: NodeCommand, done: (error?: Error) => void): void {
    switch (kind) {
      case 'reset-all':
        return this.#resetAll(done);
      case 'save':
        return this.#registry.save(key, (error) => done(error === null ? undefined : notSaved(error)));
      case 'release':
        this.#registry.release(key ?? '');
        return done();
    }
  }

  #startFit(entry: ModelEntry<A>, arrival: Arrival): void {
    startFit(this.#fits, this.#behaviour, entry, arrival, () => this.#registry.holds(entry));
  }

  /** What the message is for this model, and what the status is to say of it. */
  #tell(entry: ModelEntry<A>, incoming: ForModel, arrival: Arrival): Told {
    this.#facts.noteModel(entry.persistence);
    if (bringsMaintenance(arrival.msg, this.#behaviour))
      setMaintenance(entry, arrival.msg.maintenance, this.#behaviour);
    const told = incoming.kind === 'post' ? this.#sort(entry, incoming.post, arrival) : incoming;
    if (BRINGS_READINGS.has(told.kind)) {
      if (incoming.kind !== 'post') this.#facts.notices.noteFine(null, arrival.time);
      if (entry.key === '' && entry.reader !== null) this.#noteMissingKey();
    }
    if (told.kind !== 'readings') return told;
    const readings = told.readings.filter((reading) => entry.assembler.accepts(reading));
    return readings.length === 0 ? { key: told.key, kind: 'other' } : { ...told, readings };
  }

  /** What a message that is answered at once is answered with; null: with nothing. */
  #outputFor(entry: ModelEntry<A>, told: AnsweredAtOnce, arrival: Arrival): Output | null {
    const { msg, send } = arrival;
    switch (told.kind) {
      case 'frame':
      case 'batch': {
        const prepared = prepareMessage(msg, send, this.#settings.property, arrival);
        return this.#answer(entry, prepared, told.frames, told.kind === 'batch', told.came);
      }
      case 'acknowledge':
        this.#behaviour.acknowledge?.(entry.model, msg.acknowledge);
        entry.persistence.markChanged();
        return null;
      case 'maintenance':
        return null;
      case 'other':
        return withEvents(msg, told.events ?? [], () => this.#createMessage(entry.key));
      default:
        return this.#runCommand(told.kind, entry, arrival);
    }
  }

  /** A message as a device sent it: the reader of its model says what it is. */
  #sort(entry: ModelEntry<A>, post: Post, arrival: Arrival): Told {
    const { reader, key, watch, model } = entry;
    if (reader === null) return { key, kind: 'other' };
    const sorted = reader.sort(post, model);
    entry.noteReading(sorted.rename);
    const explanation = this.#facts.notices.noteMessage(sorted, arrival.time, post.topic);
    if (explanation !== null) this.#node.warn(explanation);
    if (sorted.kind !== 'offline')
      return readSorted(sorted, arrival, key, reader, this.#settings, this.#behaviour);
    const events = watch.noteGone?.(sorted.sensors, model.names) ?? [];
    this.#facts.noteGone(watch.listGone?.(model.names) ?? []);
    return { key, kind: 'other', events };
  }

  /** Where there is a model for each key, readings without one share a model. */
  #noteMissingKey(): void {
    const { key } = this.#settings;
    if (key === null) return;
    const explanation = this.#facts.notices.note({ kind: 'no-key', name: `msg.${key.expression}` });
    if (explanation !== null) this.#node.warn(explanation);
  }

  /** Lets the model answer the frames of a message in their order; each is written down before the next overwrites the answer. */
  #answer(
    entry: ModelEntry<A>,
    prepared: PreparedMessage,
    frames: readonly IncomingFrame[],
    isBatch: boolean,
    came = AS_VALUE,
  ): Output {
    const { model, persistence, watch, key } = entry;
    model.maxBytes = this.#registry.memory.roomFor(entry);
    if (isBatch) model.checkFrames(frames.filter(({ learns }) => learns).map(({ frame }) => frame));
    const events: StreamEvent[] = [];
    const written: WrittenFrame[] = [];
    for (const incoming of frames) {
      const { frame, isLate } = incoming;
      const learns = incoming.learns && !this.#view.isPaused;
      const answer = learns ? model.learnOne(frame) : model.predictOne(frame);
      const isLearned = learns && !answer.late;
      if (isLearned) persistence.markChanged(answer.time);
      if (isLearned && frame.time === null && prepared.isRedelivered) this.#facts.counts.untimed += 1;
      const news = isLearned ? watch.events(answer) : [];
      for (const event of news) events.push(event);
      this.#facts.noteAnswer(
        answer,
        isLate,
        news.some(({ topic }) => topic !== 'resolved'),
      );
      this.#view.note(key, answer, isLate, news);
      if (isLearned && watch.listGone !== undefined) this.#facts.noteGone(watch.listGone(answer.names));
      written.push(writeFrame(this.#behaviour, this.#settings, incoming, answer, key, model.decimals));
    }
    this.#registry.memory.recount(entry);
    return writeMessage(prepared, written, isBatch, came, events, () => this.#createMessage(key));
  }

  /** Answers what the readings of a message have closed, and those that belong to no frame by themselves. */
  #answerTaken(entry: ModelEntry<A>, intake: ReadingsIntake, arrival: Arrival): void {
    const { prepared, late, closed, isLate } = intake;
    if (late.length > 0) {
      const alone = frameOfLate(late, prepared, isLate, wordsOf(entry));
      this.#finish(this.#answer(entry, unsent(prepared), [alone], false), prepared.send);
    }
    this.#registry.memory.recount(entry);
    entry.timer.wind(arrival);
    for (const frame of closed) this.#answerReadings(entry, frame, prepared);
  }

  /** Answers a frame of readings with the message of its last one, whose own `done` still waits if that is `current`. */
  #answerReadings(
    entry: ModelEntry<A>,
    frame: AssembledFrame<PreparedMessage>,
    current: PreparedMessage | null,
  ): void {
    const prepared = frame.from.at(-1) ?? this.#prepareOwn(entry.key);
    try {
      const incoming = frameOfReadings(frame, this.#behaviour.distrustsFilled, wordsOf(entry));
      this.#finish(this.#answer(entry, unsent(prepared), [incoming], false), prepared.send);
    } catch (error) {
      if (this.#completion.endUnlearned(frame, errorOf(error))) return;
      if (prepared === current) throw error;
      this.#facts.noteRefusal(error);
      this.#node.error(errorOf(error), prepared.msg);
    }
    this.#completion.endLearned(frame, entry.persistence);
  }

  #finish(output: Output | null, send: (output: Output) => void): void {
    this.#status.touch();
    if (output !== null) send(output);
  }

  #runCommand(
    command: 'reset' | 'forget' | 'import' | 'export' | 'report',
    entry: ModelEntry<A>,
    { msg, isFromEditor = false }: Arrival,
  ): Message | null {
    const allowImport = this.#settings.allowImport || isFromEditor;
    const output = runCommand(command, entry, msg, this.#behaviour, allowImport, this.#language);
    if (command === 'export' || command === 'report') return output;
    this.#fits.cancel(entry, `a message with ${command}`);
    this.#facts.noteExchange(entry.model);
    this.#view.restart(entry.key);
    return output;
  }

  /** What the editor's live view sees of the node, and asks of it. */
  #watched(isDurable: boolean): Watched<A> {
    return {
      counts: this.#facts.counts,
      isDurable,
      hasKeys: this.#settings.key !== null,
      keys: () => this.#registry.keys(),
      model: (key) => this.#registry.loaded(key),
      ask: (command, key, value) => this.#ask(command, key, value),
      touch: () => {
        this.#facts.isPaused = this.#view.isPaused;
        this.#status.touch();
      },
    };
  }

  /** Takes the way of a message that asks for the same; what that would send on is the answer. */
  #ask(command: ViewCommand, key: string, value: unknown): Promise<unknown> {
    const msg: Message = { _msgid: this.#createId(), [command]: value ?? true };
    this.#settings.key?.write(msg, key);
    return new Promise((resolve, reject) => {
      const send = (output: Output): void => resolve((output as Message).payload);
      const done = (error?: Error): void => (error === undefined ? resolve(null) : reject(error));
      this.#onInput({ msg, send, done, ...tickNow(), isFromEditor: true });
    });
  }

  #resetAll(done: (error?: Error) => void): void {
    this.#fits.cancel(null, 'a reset');
    this.#facts.noteExchange({ seq: 0, names: [] });
    this.#view.restart(null);
    this.#status.touch();
    this.#registry.resetAll(done);
  }

  #prepareOwn(key: string): PreparedMessage {
    const send = (output: Output): void => this.#node.send(output);
    return prepareMessage(this.#createMessage(key), send, this.#settings.property, null);
  }

  /** It says whose it is, unless the key stands within what the message is about. */
  #createMessage(key: string): Message {
    const msg: Message = { _msgid: this.#createId() };
    const { key: path, property } = this.#settings;
    if (path !== null && key !== '' && path.fieldOf(property) === null) path.write(msg, key);
    return msg;
  }
}

/** How the sensors of an entry write their states; absent where it reads numbers only. */
const wordsOf = ({ reader }: { readonly reader: StreamReader | null }): IncomingFrame['wordsOf'] =>
  reader === null ? undefined : (name) => reader.wordsOf(name);
