import type { Node, NodeAPI } from 'node-red';
import { errorOf } from '../../src/errors';
import type { AssembledFrame } from '../../src/frame/assembler';
import type { StreamEvent } from '../../src/stream/messages';
import type { Answer } from '../../src/stream/stream-model';
import { tickNow, type Arrival, type Output } from '../message/arrival';
import type { Behaviour } from '../message/behaviour';
import { writeFrame, type WrittenFrame } from '../message/frame-writer';
import { isForNode } from '../message/incoming';
import { frameOfLate, frameOfReadings, type IncomingFrame } from '../message/incoming-frame';
import { createSay } from '../message/notices';
import { OwnMessages } from '../message/own-messages';
import { prepareMessage, unsent, type PreparedMessage } from '../message/prepared-message';
import { readMessage } from '../message/read-message';
import { AS_VALUE, writeMessage } from '../message/write-message';
import type { ViewEndpoints } from '../view/endpoints';
import { NodeView } from '../view/node-view';
import { Commands } from './commands';
import { DoneWhenSaved, notSaved } from './done-when-saved';
import { FitJobs } from './fit-job';
import type { MemoryBudget } from './memory-budget';
import { MessageSorter } from './message-sorter';
import type { ModelEntry } from './model-entry';
import { ModelRegistry } from './model-registry';
import { ReadingsIntake } from './readings-intake';
import type { Settings } from './settings';
import { StatusFacts, StatusLine } from './status';
import { watchedNode } from './watched-node';

/** Runs the models of a node, each message through the model of its key. nodes/README.md tells the way of a message. */
export class StreamNode<A extends Answer> {
  readonly #node: Node;
  readonly #behaviour: Behaviour<A>;
  readonly #settings: Settings;
  readonly #registry: ModelRegistry<A>;
  readonly #sorter: MessageSorter<A>;
  readonly #commands: Commands<A>;
  readonly #completion: DoneWhenSaved;
  readonly #ownMessages: OwnMessages;
  readonly #facts: StatusFacts<A>;
  readonly #status: StatusLine;
  readonly #view: NodeView<A>;

  constructor(
    RED: NodeAPI,
    node: Node,
    behaviour: Behaviour<A>,
    settings: Settings,
    budget: MemoryBudget,
    isDurable: boolean,
    views: ViewEndpoints<A>,
  ) {
    const say = createSay((key) => RED._(key));
    const facts = new StatusFacts(behaviour, isDurable, say);
    const status = new StatusLine(node, () => facts.describe());
    const fits = new FitJobs((progress) => {
      facts.fit = progress;
      status.touch();
    });
    const ownMessages = new OwnMessages(
      settings,
      () => RED.util.generateId(),
      (output) => node.send(output),
    );
    const registry = new ModelRegistry<A>(node, behaviour, settings, facts.counts, budget, {
      resume: (arrival) => this.#onInput(arrival),
      closed: (entry, frames) => frames.forEach((frame) => this.#answerReadings(entry, frame, null)),
      forgotten: (frames) => frames.forEach((frame) => this.#completion.endUnlearned(frame)),
      unlearned: (frames) => frames.forEach((frame) => this.#completion.endUnlearned(frame, notSaved(null))),
      loaded: (entry) => {
        facts.noteModel(entry.persistence);
        status.touch();
      },
      left: (entry) => fits.cancel(entry, 'its model put away'),
    });
    const about = { isDurable, hasKeys: settings.key !== null };
    const watched = watchedNode(registry, facts, status, ownMessages, about, (asked) => this.#onInput(asked));
    const view = views.open(node.id, (publish) => new NodeView(behaviour, watched, publish));

    this.#node = node;
    this.#behaviour = behaviour;
    this.#settings = settings;
    this.#registry = registry;
    this.#sorter = new MessageSorter(behaviour, settings, facts, (sentence) => node.warn(sentence));
    this.#commands = new Commands({
      ...{ behaviour, registry, fits, facts, status, view, ownMessages },
      ...{ allowImport: settings.allowImport, language: say('language') },
    });
    this.#completion = new DoneWhenSaved(settings.doneWhenSaved, settings.saveAfter);
    this.#ownMessages = ownMessages;
    this.#facts = facts;
    this.#status = status;
    this.#view = view;

    registry.memory.beside = () => view.bytes;
    node.on('input', (msg, send, done) => this.#onInput({ msg, send, done, ...tickNow() }));
    node.on('close', (done: () => void) => {
      views.close(node.id);
      fits.close();
      status.close();
      registry.close(done);
    });
    registry.start();
  }

  /** The way of a message. `done` is called once: here, or when the model, the fit or the save that it waits for is there. */
  #onInput(arrival: Arrival): void {
    const { msg, send, done } = arrival;
    const ending = this.#completion.begin(done);
    let entry: ModelEntry<A> | null;
    try {
      const incoming = readMessage(arrival, this.#settings, this.#behaviour);
      if (isForNode(incoming)) return this.#commands.runForNode(incoming, done);
      entry = this.#registry.entryFor(incoming.key ?? '', arrival);
      if (entry === null) return;
      this.#commands.heedMaintenance(entry, msg);
      const sorted = this.#sorter.sort(entry, incoming, arrival);
      switch (sorted.kind) {
        case 'readings': {
          const intake = new ReadingsIntake(sorted, arrival, ending, this.#settings);
          this.#registry.memory.requireRoomForSensors(entry, intake.countJoining(entry.assembler));
          for (const reading of intake.toTake)
            intake.note(reading, entry.assembler.take(reading, intake.prepared, intake.isLast(reading)));
          this.#answerIntake(entry, intake, arrival);
          break;
        }
        case 'frame':
        case 'batch': {
          const prepared = prepareMessage(msg, send, this.#settings.property, arrival);
          const isBatch = sorted.kind === 'batch';
          this.#finish(this.#answer(entry, prepared, sorted.frames, isBatch, sorted.came), send);
          break;
        }
        case 'fit':
          return this.#commands.startFit(entry, arrival);
        default:
          this.#finish(this.#commands.run(sorted, entry, arrival), send);
      }
    } catch (error) {
      this.#facts.noteRefusal(error);
      this.#status.touch();
      return ending.end(errorOf(error));
    }
    if (!ending.isHeld) this.#completion.end(entry.persistence, ending.end);
  }

  /** Answers what the readings of a message have closed, and those that belong to no frame by themselves. */
  #answerIntake(entry: ModelEntry<A>, intake: ReadingsIntake, arrival: Arrival): void {
    const { prepared, late, closed, isLate } = intake;
    if (late.length > 0) {
      const alone = frameOfLate(late, prepared, isLate, entry.wordsOf);
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
    const prepared = frame.from.at(-1) ?? this.#ownMessages.prepare(entry.key);
    try {
      const incoming = frameOfReadings(frame, this.#behaviour.distrustsFilled, entry.wordsOf);
      this.#finish(this.#answer(entry, unsent(prepared), [incoming], false), prepared.send);
    } catch (error) {
      if (this.#completion.endUnlearned(frame, errorOf(error))) return;
      if (prepared === current) throw error;
      this.#facts.noteRefusal(error);
      this.#node.error(errorOf(error), prepared.msg);
    }
    this.#completion.endLearned(frame, entry.persistence);
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
      const learns = incoming.learns && !this.#view.isPaused;
      const answer = learns ? model.learnOne(incoming.frame) : model.predictOne(incoming.frame);
      const isLearned = learns && !answer.late;
      if (isLearned) persistence.markChanged(answer.time);
      const news = isLearned ? watch.events(answer) : [];
      for (const event of news) events.push(event);
      if (isLearned && incoming.frame.time === null && prepared.isRedelivered)
        this.#facts.counts.untimed += 1;
      this.#facts.noteAnswer(answer, incoming.isLate, news);
      this.#view.note(key, answer, incoming.isLate, news);
      if (isLearned && watch.listGone !== undefined) this.#facts.noteGone(watch.listGone(answer.names));
      written.push(writeFrame(this.#behaviour, this.#settings, incoming, answer, key, model.decimals));
    }
    this.#registry.memory.recount(entry);
    return writeMessage(prepared, written, isBatch, came, events, () => this.#ownMessages.create(key));
  }

  #finish(output: Output | null, send: (output: Output) => void): void {
    this.#status.touch();
    if (output !== null) send(output);
  }
}
