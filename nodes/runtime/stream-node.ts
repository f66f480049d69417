import type { Node, NodeAPI } from 'node-red';
import { errorOf, PsmfError } from '../../src/errors';
import type { AssembledFrame, Reading, Taken } from '../../src/frame/assembler';
import type { Post, Sorted, StreamReader } from '../../src/frame/stream-reader';
import type { StreamEvent } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import { tickNow, type Arrival, type Message, type Output } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { writeFrame, type WrittenFrame } from '../message/frame-writer';
import {
  frameOfLate,
  frameOfReadings,
  framesOfMessage,
  readStanding,
  type IncomingFrame,
} from '../message/incoming-frame';
import { prepareMessage, unsent, type PreparedMessage } from '../message/prepared-message';
import { bringsMaintenance, readMessage, readPlain, type Told } from '../message/read-message';
import { shortenText } from '../message/status-texts';
import { createSay, explainNote } from '../message/notices';
import { AS_VALUE, withEvents, writeMessage } from '../message/write-message';
import type { ViewEndpoints } from '../view/endpoints';
import { NodeView, type ViewCommand, type Watched } from '../view/node-view';
import { runCommand, setMaintenance, startFit } from './commands';
import { FitJobs } from './fit-job';
import { HeldDone } from './held-done';
import type { MemoryBudget } from './memory-budget';
import type { ModelEntry } from './model-entry';
import { ModelRegistry } from './model-registry';
import type { Settings } from './settings';
import { StatusFacts, StatusLine } from './status';

/** A reading that is not to be learned belongs to no frame. */
const NOT_TAKEN: Taken<never> = { intake: 'late', frames: [] };

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
      forgotten: (frames) => frames.forEach((frame) => this.#endReadings(frame)),
      unlearned: (frames) => frames.forEach((frame) => this.#endReadings(frame, notSaved(null))),
      loaded: (entry) => {
        this.#facts.noteModel(entry.persistence);
        this.#status.touch();
      },
      left: (entry) => this.#fits.cancel(entry, 'its model put away'),
    });
    this.#view = views.open(node.id, (publish) => new NodeView(behaviour, this.#watched(isDurable), publish));
    node.on('input', (msg, send, done) => this.#onInput({ msg, send, done, ...tickNow() }));
    node.on('close', (done: () => void) => {
      views.close(node.id);
      this.#fits.close();
      this.#status.close();
      this.#registry.close(done);
    });
    this.#registry.start();
  }

  /** The way of a message. `done` is called once, here, unless the message waits for its model, for a fit or for a save. */
  #onInput(arrival: Arrival): void {
    const { msg, send, done } = arrival;
    const { property, doneWhenSaved } = this.#settings;
    let entry: ModelEntry<A>;
    let end = done;
    try {
      const incoming = readMessage(arrival, this.#settings, this.#behaviour);
      if (incoming.kind === 'reset-all') {
        return this.#resetAll(done);
      }
      if (incoming.kind === 'save') {
        return this.#registry.save(incoming.key, (error) =>
          done(error === null ? undefined : notSaved(error)),
        );
      }
      if (incoming.kind === 'release') {
        this.#registry.release(incoming.key ?? '');
        return done();
      }
      const found = this.#registry.entryFor(incoming.key ?? '', arrival);
      if (found === null) return;
      entry = found;
      this.#facts.noteModel(entry.persistence);
      if (bringsMaintenance(msg, this.#behaviour)) setMaintenance(entry, msg.maintenance, this.#behaviour);
      const what = incoming.kind === 'post' ? this.#sort(entry, incoming.post, arrival) : incoming;
      switch (what.kind) {
        case 'fit':
          return startFit(this.#fits, this.#behaviour, found, arrival, () => this.#registry.holds(found));
        case 'reset':
        case 'forget':
        case 'report':
        case 'import':
        case 'export':
          this.#finish(this.#runCommand(what.kind, entry, arrival), send);
          break;
        case 'acknowledge':
          this.#behaviour.acknowledge?.(entry.model, msg.acknowledge);
          entry.persistence.markChanged();
          break;
        case 'maintenance':
          this.#finish(null, send);
          break;
        case 'frame':
        case 'batch': {
          const prepared = prepareMessage(msg, send, property, arrival);
          const isBatch = what.kind === 'batch';
          this.#finish(this.#answer(entry, prepared, what.frames, isBatch, what.came), send);
          break;
        }
        case 'readings': {
          const { isLate, learns } = what;
          const readings = what.readings.filter((reading) => entry.assembler.accepts(reading));
          if (readings.length === 0) {
            this.#finish(msg, send);
            break;
          }
          const held = doneWhenSaved ? new HeldDone(done) : null;
          if (held !== null) end = held.end;
          const settling = held === null ? arrival : { ...arrival, done: held.settle };
          const prepared = prepareMessage(msg, send, property, settling);
          const late: Reading[] = [];
          const closed: AssembledFrame<PreparedMessage>[] = [];
          for (const reading of readings) {
            const isLast = reading === readings[readings.length - 1];
            if (learns && entry.assembler.isFirst(reading)) this.#registry.memory.requireRoomForSensor(entry);
            const { intake, frames } = learns ? entry.assembler.take(reading, prepared, isLast) : NOT_TAKEN;
            if (intake === 'full') throw this.#tooManySensors();
            if (intake === 'late') late.push(reading);
            else held?.hold();
            for (const frame of frames) closed.push(frame);
          }
          if (late.length > 0) {
            const alone = frameOfLate(late, prepared, isLate || learns, wordsOf(entry));
            this.#finish(this.#answer(entry, unsent(prepared), [alone], false), send);
          }
          this.#registry.memory.recount(entry);
          entry.timer.wind(arrival);
          for (const frame of closed) this.#answerReadings(entry, frame, prepared);
          if (held?.isHeld === true) return;
          break;
        }
        case 'other':
          this.#finish(
            withEvents(msg, what.events ?? [], () => this.#createMessage(entry.key)),
            send,
          );
      }
    } catch (error) {
      this.#facts.noteRefusal(error);
      this.#status.touch();
      return end(errorOf(error));
    }
    if (doneWhenSaved) this.#doneWhenSaved(entry, done);
    else done();
  }

  /** A message as a device sent it: its reader says what it is. */
  #sort(entry: ModelEntry<A>, post: Post, arrival: Arrival): Told {
    const { reader, key } = entry;
    if (reader === null) return { key, kind: 'other' };
    const sorted = reader.sort(post, entry.model);
    entry.noteReading(sorted.rename);
    this.#noteMessage(sorted, arrival);
    switch (sorted.kind) {
      case 'frames': {
        const { frames, isBatch, form } = sorted;
        const { distrustsFilled } = this.#behaviour;
        const came = { form, root: frames[0]?.placing?.root ?? null };
        const incoming = framesOfMessage(arrival, frames, isBatch, reader, distrustsFilled);
        return { key, kind: isBatch ? 'batch' : 'frame', frames: incoming, came };
      }
      case 'readings': {
        const readings = sorted.readings
          .filter(({ name }) => this.#settings.sensors.allows(name))
          .map(({ name, value, time }) => ({ name, value, time, arrival }));
        return { key, kind: 'readings', readings, ...readStanding(arrival.msg, sorted.readings[0].time) };
      }
      case 'plain': {
        const plain = readPlain(arrival, key, sorted.value, this.#settings, this.#behaviour);
        const isFrames = plain.kind === 'frame' || plain.kind === 'batch';
        return isFrames ? { ...plain, came: { form: sorted.form, root: null } } : plain;
      }
      case 'offline': {
        const events = entry.watch.noteGone?.(sorted.sensors, entry.model.names) ?? [];
        this.#facts.noteGone(entry.watch.listGone?.(entry.model.names) ?? []);
        return { key, kind: 'other', events };
      }
      case 'nothing':
        return { key, kind: 'other' };
    }
  }

  /** What the status has to say of a message, and, once, the log. */
  #noteMessage(sorted: Sorted, { time: arrival }: Arrival): void {
    const { notices } = this.#facts;
    const { note } = sorted;
    const isNew = note !== null && notices.note(note);
    if (isNew) this.#node.warn(explainNote(note));
    if (sorted.kind === 'frames') notices.noteFine(sorted.frames[0]?.time ?? null, arrival);
    if (sorted.kind === 'readings') notices.noteFine(sorted.readings[0].time, arrival);
    if (sorted.kind === 'plain') notices.noteFine(null, arrival);
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

  /** Answers a frame of readings with the message of its last one, whose own `done` still waits if that is `current`. */
  #answerReadings(
    entry: ModelEntry<A>,
    frame: AssembledFrame<PreparedMessage>,
    current: PreparedMessage | null,
  ): void {
    const prepared = frame.from.at(-1) ?? this.#prepareOwn(entry.key);
    const { doneWhenSaved } = this.#settings;
    try {
      const incoming = frameOfReadings(frame, this.#behaviour.distrustsFilled, wordsOf(entry));
      this.#finish(this.#answer(entry, unsent(prepared), [incoming], false), prepared.send);
    } catch (error) {
      if (doneWhenSaved) return this.#endReadings(frame, errorOf(error));
      if (prepared === current) throw error;
      this.#facts.noteRefusal(error);
      this.#node.error(errorOf(error), prepared.msg);
    }
    if (doneWhenSaved) for (const { arrival } of frame.from) this.#doneWhenSaved(entry, arrival?.done);
  }

  /** `done` once what the model holds now is in the store. */
  #doneWhenSaved({ persistence }: ModelEntry<A>, done: Arrival['done'] = () => {}): void {
    persistence.whenSaved((error) => done(error === null ? undefined : notSaved(error)));
    if (persistence.waiting >= this.#settings.saveAfter) persistence.saveNow(() => {});
  }

  /** Readings whose frame is not learned; without Done when saved they were done when they came. */
  #endReadings({ from }: AssembledFrame<PreparedMessage>, error?: Error): void {
    if (this.#settings.doneWhenSaved) for (const { arrival } of from) arrival?.done(error);
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
    if (this.#view.key !== null) this.#view.restart(this.#view.key);
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

  #tooManySensors(): PsmfError {
    return new PsmfError(
      'TOO_MANY_SENSORS',
      'The number of sensors',
      `at most ${this.#settings.assembly.maxSensors}`,
      'one more',
      'Split the stream, or leave out what is not a sensor.',
    );
  }
}

/** How the sensors of an entry write their states; absent where it reads numbers only. */
const wordsOf = ({ reader }: { readonly reader: StreamReader | null }): IncomingFrame['wordsOf'] =>
  reader === null ? undefined : (name) => reader.wordsOf(name);

/** Nothing is known to be kept of the message: whoever has it still may send it again. */
const notSaved = (cause: Error | null): PsmfError =>
  new PsmfError(
    'NOT_SAVED',
    'What was learned from the message is not saved',
    'a write to the context store',
    cause === null ? 'a model that left the memory before' : cause.message,
    'Send the message again.',
  );

/** A node that cannot work says so, at once and with every message, and stands in nobody's way. */
export function startRefusing(node: Node, error: Error): void {
  node.status({ fill: 'red', shape: 'ring', text: shortenText(error.message) });
  node.error(error);
  node.on('input', (msg, send, done) => {
    send(msg);
    done(error);
  });
}
