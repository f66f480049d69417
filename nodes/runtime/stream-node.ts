import type { Node, NodeAPI } from 'node-red';
import { errorOf, PsmfError } from '../../src/errors';
import type { AssembledFrame, Taken } from '../../src/frame/assembler';
import type { StreamEvent } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import { tickNow, type Arrival, type Message, type Output } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { writeFrame, type WrittenFrame } from '../message/frame-writer';
import { frameOfOne, frameOfReadings, type IncomingFrame } from '../message/incoming-frame';
import { prepareMessage, type PreparedMessage } from '../message/prepared-message';
import { readMessage } from '../message/read-message';
import { shortenText } from '../message/status-texts';
import { writeMessage } from '../message/write-message';
import { runCommand, startFit } from './commands';
import { FitJobs } from './fit-job';
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
  readonly #fits: FitJobs;
  readonly #createId: () => string;

  constructor(RED: NodeAPI, node: Node, behaviour: Behaviour<A>, settings: Settings, isDurable: boolean) {
    this.#node = node;
    this.#behaviour = behaviour;
    this.#settings = settings;
    this.#createId = () => RED.util.generateId();
    this.#facts = new StatusFacts(behaviour, isDurable);
    this.#status = new StatusLine(node, () => this.#facts.describe());
    this.#fits = new FitJobs((progress) => {
      this.#facts.fit = progress;
      this.#status.touch();
    });
    this.#registry = new ModelRegistry(node, behaviour, settings, this.#facts.counts, {
      resume: (arrival) => this.#onInput(arrival),
      closed: (entry, frames) => frames.forEach((frame) => this.#answerReadings(entry, frame, null)),
      loaded: (entry) => {
        this.#facts.noteModel(entry.persistence);
        this.#status.touch();
      },
      left: (entry) => this.#fits.cancel(entry, 'its model put away'),
    });
    node.on('input', (msg, send, done) => this.#onInput({ msg, send, done, ...tickNow() }));
    node.on('close', (done: () => void) => {
      this.#fits.close();
      this.#status.close();
      this.#registry.close(done);
    });
    this.#registry.start();
  }

  /** The way of a message. `done` is called once, here, unless the message waits for its model or for a fit. */
  #onInput(arrival: Arrival): void {
    const { msg, send, done } = arrival;
    const { property } = this.#settings;
    try {
      const incoming = readMessage(arrival, this.#settings, this.#behaviour);
      if (incoming.kind === 'reset-all') {
        this.#resetAll();
        return done();
      }
      const entry = this.#registry.entryFor(incoming.key ?? '', arrival);
      if (entry === null) return;
      this.#facts.noteModel(entry.persistence);
      switch (incoming.kind) {
        case 'fit':
          return startFit(this.#fits, this.#behaviour, entry, arrival, () => this.#registry.holds(entry));
        case 'reset':
        case 'import':
        case 'export':
          this.#finish(this.#runCommand(incoming.kind, entry, msg), send);
          break;
        case 'frame':
        case 'batch': {
          const prepared = prepareMessage(msg, send, property, arrival);
          this.#finish(this.#answer(entry, prepared, incoming.frames, incoming.kind === 'batch'), send);
          break;
        }
        case 'reading': {
          const { reading, isLate, learns } = incoming;
          if (!entry.assembler.accepts(reading)) {
            this.#finish(msg, send);
            break;
          }
          const prepared = prepareMessage(msg, send, property, arrival);
          const { intake, frames } = learns ? entry.assembler.take(reading, prepared) : NOT_TAKEN;
          if (intake === 'full') throw this.#tooManySensors();
          if (intake === 'late') {
            const alone = frameOfOne(reading, prepared, isLate || learns);
            this.#finish(this.#answer(entry, prepared, [alone], false), send);
          }
          entry.timer.wind(arrival);
          for (const frame of frames) this.#answerReadings(entry, frame, prepared);
          break;
        }
        case 'other':
          this.#finish(msg, send);
      }
    } catch (error) {
      this.#status.touch();
      return done(errorOf(error));
    }
    done();
  }

  /** Lets the model answer the frames of a message in their order; each is written down before the next overwrites the answer. */
  #answer(
    entry: ModelEntry<A>,
    prepared: PreparedMessage,
    frames: readonly IncomingFrame[],
    isBatch: boolean,
  ): Output {
    const { model, persistence, watch, key } = entry;
    if (isBatch) model.checkFrames(frames.filter(({ learns }) => learns).map(({ frame }) => frame));
    const events: StreamEvent[] = [];
    const written: WrittenFrame[] = [];
    for (const incoming of frames) {
      const { frame, learns, isLate } = incoming;
      const answer = learns ? model.learnOne(frame) : model.predictOne(frame);
      const isLearned = learns && !answer.late;
      if (isLearned) persistence.markChanged(answer.time);
      const news = isLearned ? watch.events(answer) : [];
      for (const event of news) events.push(event);
      this.#facts.noteAnswer(answer, isLate, news.length > 0);
      written.push(writeFrame(this.#behaviour, this.#settings, incoming, answer, key));
    }
    return writeMessage(prepared, written, isBatch, events, () => this.#createMessage(key));
  }

  /** Answers a frame of readings with the message of its last one, whose own `done` still waits if that is `current`. */
  #answerReadings(
    entry: ModelEntry<A>,
    frame: AssembledFrame<PreparedMessage>,
    current: PreparedMessage | null,
  ): void {
    const prepared = frame.from.at(-1) ?? this.#prepareOwn(entry.key);
    try {
      const incoming = frameOfReadings(frame, this.#behaviour.distrustsFilled);
      this.#finish(this.#answer(entry, prepared, [incoming], false), prepared.send);
    } catch (error) {
      if (prepared === current) throw error;
      this.#node.error(errorOf(error), prepared.msg);
    }
  }

  #finish(output: Output | null, send: (output: Output) => void): void {
    this.#status.touch();
    if (output !== null) send(output);
  }

  #runCommand(command: 'reset' | 'import' | 'export', entry: ModelEntry<A>, msg: Message): Message | null {
    const output = runCommand(command, entry, msg, this.#behaviour, this.#settings.allowImport);
    if (command === 'export') return output;
    this.#fits.cancel(entry, `a message with ${command}`);
    this.#facts.noteExchange(entry.model);
    return output;
  }

  #resetAll(): void {
    this.#fits.cancel(null, 'a reset');
    this.#registry.resetAll();
    this.#facts.noteExchange({ seq: 0, names: [] });
    this.#status.touch();
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
    this.#facts.counts.refused += 1;
    return new PsmfError(
      'TOO_MANY_SENSORS',
      'The number of sensors',
      `at most ${this.#settings.assembly.maxSensors}`,
      'one more',
      'Split the stream, or leave out what is not a sensor.',
    );
  }
}

/** A node that cannot work says so, at once and with every message, and stands in nobody's way. */
export function startRefusing(node: Node, error: Error): void {
  node.status({ fill: 'red', shape: 'ring', text: shortenText(error.message) });
  node.error(error);
  node.on('input', (msg, send, done) => {
    send(msg);
    done(error);
  });
}
