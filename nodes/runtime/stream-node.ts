import type { Node, NodeAPI, NodeStatus } from 'node-red';
import { PsmfError } from '../../src/errors';
import type { AssembledFrame } from '../../src/frame/assembler';
import { readNumber } from '../../src/frame/number';
import type { Answer } from '../../src/stream/stream-model';
import { AnswerDesk } from '../message/write-message';
import { bringsState, exportLane, importLane, readControl, resetLane } from './commands';
import { errorOf } from '../error-of';
import { FitDesk } from './fit-job';
import { asksForFit, fitLane } from './fit-command';
import { FrameReader } from '../message/read-message';
import type { Kind } from '../message/behaviour';
import type { Lane } from './model-entry';
import { Lanes } from './model-registry';
import { readPayload } from '../../src/frame/payload';
import { ticksNow } from './reading-desk';
import type { Settings } from './settings';
import { StatusLine } from './status';
import { describeCounts, fitting, shortenText, type Counts } from '../message/status-texts';
import type { Arrival, Output } from './pending-queue';

/** Runs a kind of model in a node: message after message, each through the model of its key. */
export class StreamNode<A extends Answer> {
  readonly #node: Node;
  readonly #kind: Kind<A>;
  readonly #settings: Settings;
  readonly #counts: Counts = { rejected: 0, late: 0, refused: 0, evicted: 0, dropped: 0 };
  readonly #reader: FrameReader;
  readonly #desk: AnswerDesk<A>;
  readonly #lanes: Lanes<A>;
  readonly #status: StatusLine;
  readonly #fits: FitDesk;
  readonly #idle: NodeStatus;
  #lane: Lane<A> | null = null;
  /** The reading being taken in, and what went wrong with the frame it completed. */
  #reading: Arrival | null = null;
  #failure: Error | null = null;

  constructor(RED: NodeAPI, node: Node, kind: Kind<A>, settings: Settings, isDurable: boolean) {
    this.#node = node;
    this.#kind = kind;
    this.#settings = settings;
    this.#idle = isDurable
      ? { fill: 'grey', shape: 'ring', text: 'waiting for data' }
      : { fill: 'yellow', shape: 'ring', text: 'state is lost on restart' };
    this.#reader = new FrameReader(settings, kind.distrustsFilled);
    this.#desk = new AnswerDesk(kind, settings, this.#reader, this.#counts, () => RED.util.generateId());
    this.#status = new StatusLine(node, () => this.#describeStatus());
    this.#fits = new FitDesk(() => this.#status.touch());
    this.#lanes = new Lanes(node, kind, settings, this.#counts, {
      serve: (lane, arrival) => this.#serve(lane, arrival),
      closeFrame: (lane, frame) => this.#serveAssembled(lane, frame),
      loaded: (lane) => {
        this.#lane = lane;
        this.#status.touch();
      },
      left: (lane) => this.#fits.cancel(lane, 'its model put away'),
      refused: () => this.#countRefused(),
    });
    node.on('input', (msg, send, done) =>
      this.#take({ msg, send, done, time: Date.now(), ticks: ticksNow() }),
    );
    node.on('close', (done: () => void) => {
      this.#fits.close();
      this.#status.close();
      this.#lanes.close(done);
    });
    this.#lanes.start();
  }

  #take(arrival: Arrival): void {
    let key: string | null;
    try {
      key = this.#reader.readKey(arrival.msg);
    } catch (error) {
      return arrival.done(errorOf(error));
    }
    if (key === null && this.#settings.key !== null && readControl(arrival.msg) === 'reset') {
      this.#fits.cancel(null, 'a reset');
      this.#lanes.resetAll();
      this.#desk.greet({ seq: 0, names: [] });
      this.#status.touch();
      return arrival.done();
    }
    this.#lanes.take(key ?? '', arrival);
  }

  #serve(lane: Lane<A>, arrival: Arrival): void {
    this.#lane = lane;
    try {
      if (this.#asksForFit(arrival))
        return fitLane(this.#fits, this.#kind, lane, arrival, () => this.#lanes.holds(lane));
      const output = this.#answer(lane, arrival);
      this.#status.touch();
      if (output !== null) arrival.send(output);
    } catch (error) {
      return arrival.done(errorOf(error));
    }
    arrival.done();
  }

  /** Other controls count before it. */
  #asksForFit({ msg }: Arrival): boolean {
    return this.#kind.prepareFit !== undefined && readControl(msg) === null && asksForFit(msg);
  }

  /** What is to be sent, null for nothing. */
  #answer(lane: Lane<A>, arrival: Arrival): Output | null {
    const { msg } = arrival;
    const control = readControl(msg);
    if (control === 'export') return exportLane(lane, msg);
    if (control === 'reset') resetLane(lane, this.#kind);
    if (control === 'import') importLane(lane, this.#kind, msg, this.#settings.allowImport);
    if (control !== null) {
      this.#fits.cancel(lane, `a message with ${control}`);
      this.#desk.greet(lane.model);
      return null;
    }
    if (bringsState(msg)) return msg;
    const payload = readPayload(this.#settings.property.read(msg));
    if (payload.kind === 'batch') return this.#desk.answerBatch(lane, arrival, payload.frames);
    if (payload.kind === 'reading') return this.#answerReading(lane, arrival, payload.value);
    return this.#desk.answerFrame(lane, arrival, payload);
  }

  #answerReading(lane: Lane<A>, arrival: Arrival, value: unknown): Output | null {
    const { msg } = arrival;
    const name = this.#reader.readName(msg);
    const number = readNumber(value);
    const isSensor = this.#settings.sensors.allows(name) && (lane.desk.knows(name) || !Number.isNaN(number));
    if (!isSensor) return msg;
    const reading = Number.isNaN(number) ? value : number;
    const time = this.#reader.readTime(msg);
    const isOld = msg.retain === true && time === null;
    const isLate = this.#reader.isLate(msg, time);
    if (isOld || isLate || msg.learn === false)
      return this.#desk.answerReading(lane, arrival, name, reading, time, isLate);
    const intake = this.#takeReading(lane, arrival, name, reading, time);
    return intake === 'late' ? this.#desk.answerReading(lane, arrival, name, reading, time, true) : null;
  }

  #takeReading(
    lane: Lane<A>,
    arrival: Arrival,
    name: string,
    value: unknown,
    time: number | null,
  ): 'taken' | 'late' {
    this.#reading = arrival;
    this.#failure = null;
    const intake = lane.desk.take(name, value, time, arrival);
    this.#reading = null;
    if (this.#failure !== null) throw this.#failure as Error;
    if (intake !== 'full') return intake;
    this.#countRefused();
    throw new PsmfError(
      'TOO_MANY_SENSORS',
      'The number of sensors',
      `at most ${this.#settings.assembly.maxSensors}`,
      'one more',
      'Split the stream, or leave out what is not a sensor.',
    );
  }

  /** The reading's own `done` carries the error if the reading completed the frame; otherwise that has been called. */
  #serveAssembled(lane: Lane<A>, frame: AssembledFrame<Arrival>): void {
    this.#lane = lane;
    try {
      const output = this.#desk.answerAssembled(lane, frame);
      this.#status.touch();
      if (frame.last === null) this.#node.send(output);
      else frame.last.send(output);
    } catch (error) {
      if (frame.last !== null && frame.last === this.#reading) this.#failure = errorOf(error);
      else this.#node.error(errorOf(error), frame.last?.msg ?? {});
    }
  }

  #countRefused(): void {
    this.#counts.refused += 1;
    this.#status.touch();
  }

  #describeStatus(): NodeStatus {
    const { progress } = this.#fits;
    const news = progress === null ? this.#desk.status : fitting(progress);
    const isKept = this.#lane?.keeper.keeping ?? true;
    const counts = describeCounts(this.#counts);
    if (news === null && !isKept) return { fill: 'yellow', shape: 'ring', text: `not saved${counts}` };
    const { text, ...look } = news ?? this.#idle;
    const all = shortenText(`${text}${counts}`);
    return isKept ? { ...look, text: all } : { ...look, shape: 'ring', text: `${all}, not saved` };
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
