import type { NodeStatus } from 'node-red';
import type { AssembledFrame } from '../../src/frame/assembler';
import { setField } from '../../src/frame/record';
import type { Answer, Frame } from '../../src/stream/stream-model';
import { addChartPoints, type ChartPoint } from './chart-points';
import { blocksOf, type FrameReader } from './read-message';
import { FrameWriter, withGaps } from './frame-writer';
import type { BlockHead, Kind, StreamEvent } from './behaviour';
import type { Lane } from '../runtime/model-entry';
import type { Payload } from '../../src/frame/payload';
import type { Settings } from '../runtime/settings';
import { describeModel, type Counts } from './status-texts';
import type { Arrival, Message, Output } from '../runtime/pending-queue';

/** Puts frames through a model and its answers into messages. */
export class AnswerDesk<A extends Answer> {
  readonly #kind: Kind<A>;
  readonly #settings: Settings;
  readonly #reader: FrameReader;
  readonly #writer: FrameWriter<A>;
  readonly #counts: Counts;
  readonly #createId: () => string;
  #last: A | null = null;
  #lastEvent: number | null = null;
  /** Before the first frame of a model that was exchanged. */
  #greeting: NodeStatus | null = null;

  constructor(
    kind: Kind<A>,
    settings: Settings,
    reader: FrameReader,
    counts: Counts,
    createId: () => string,
  ) {
    this.#kind = kind;
    this.#settings = settings;
    this.#reader = reader;
    this.#writer = new FrameWriter(kind, settings.sensors);
    this.#counts = counts;
    this.#createId = createId;
  }

  /** Of the last frame; null before the first. */
  get status(): NodeStatus | null {
    return this.#last === null ? this.#greeting : this.#kind.status(this.#last, this.#lastEvent);
  }

  /** A model was reset or imported: what was said of the last frame holds no more. */
  greet({ seq, names }: Pick<A, 'seq' | 'names'>): void {
    this.#last = this.#lastEvent = null;
    this.#greeting = seq === 0 ? null : describeModel(this.#kind.block, seq, names.length);
  }

  /** A message that is a frame. */
  answerFrame(lane: Lane<A>, { msg, time }: Arrival, payload: Payload): Output {
    const frame = this.#reader.readFrame(msg, payload, time);
    const isLate = this.#reader.isLate(msg, frame.time);
    return this.#answerOne(lane, msg, frame, payload, !isLate && mayLearn(msg, frame.time), isLate);
  }

  /** A single reading that belongs to no frame: it is answered alone and not learned. */
  answerReading(
    lane: Lane<A>,
    arrival: Arrival,
    name: string,
    value: unknown,
    time: number | null,
    isLate: boolean,
  ): Output {
    const fields: Record<string, unknown> = {};
    setField(fields, name, value);
    const frame = { fields, time, arrival: arrival.time };
    const payload = { kind: 'frame', fields: withGaps(fields) } as const;
    return this.#answerOne(lane, arrival.msg, frame, payload, false, isLate);
  }

  /** A frame of readings: the message is that of the last one, or a new one if there was none. */
  answerAssembled(lane: Lane<A>, { fields, time, arrival, last }: AssembledFrame<Arrival>): Output {
    const msg = last?.msg ?? this.#createMessage(lane.key);
    const frame = {
      fields,
      time,
      arrival,
      filled: last === null ? undefined : this.#reader.readFilled(msg, time),
    };
    return this.#answerOne(lane, msg, frame, { kind: 'frame', fields: withGaps(fields) }, true, false);
  }

  /** A batch: one message out, with an entry for every frame; if one of them cannot be learned, none is. */
  answerBatch(lane: Lane<A>, { msg, time }: Arrival, frames: readonly unknown[]): Output {
    const events: StreamEvent[] = [];
    const written: unknown[] = [];
    const points: ChartPoint[] = [];
    const entries = this.#reader.readBatch(msg, frames, time);
    const learns = entries.map(({ frame, isLate }) => !isLate && mayLearn(msg, frame.time));
    lane.model.checkFrames(entries.map(({ frame }) => frame).filter((_, i) => learns[i]));
    msg.psmf = entries.map(({ frame, payload, blocks, isLate }, i) => {
      const answer = this.#ask(lane, frame, learns[i], events);
      if (isLate && !answer.late) this.#counts.late += 1;
      if (this.#settings.format === 'chart') addChartPoints(points, this.#kind, answer, frame.fields);
      else written.push(this.#write(payload, answer));
      return this.#addBlock(blocks, answer, lane.key, isLate || answer.late);
    });
    this.#settings.property.write(msg, this.#settings.format === 'chart' ? points : written);
    return this.#withEvents(msg, events, lane.key);
  }

  #answerOne(
    lane: Lane<A>,
    msg: Message,
    frame: Frame,
    payload: Payload,
    learns: boolean,
    isLate: boolean,
  ): Output {
    const events: StreamEvent[] = [];
    const answer = this.#ask(lane, frame, learns, events);
    const { property, format } = this.#settings;
    if (isLate && !answer.late) this.#counts.late += 1;
    if (format === 'chart') {
      const points: ChartPoint[] = [];
      addChartPoints(points, this.#kind, answer, frame.fields);
      property.write(msg, points);
    } else {
      property.write(msg, this.#write(payload, answer));
    }
    msg.psmf = this.#addBlock(blocksOf(msg, frame.time), answer, lane.key, isLate || answer.late);
    return this.#withEvents(msg, events, lane.key);
  }

  /** Learns, notes that there is something to save, and only then lets anything else happen that could fail. */
  #ask(lane: Lane<A>, frame: Frame, learns: boolean, events: StreamEvent[]): A {
    const answer = learns ? lane.model.learnOne(frame) : lane.model.predictOne(frame);
    if (learns && !answer.late) {
      lane.keeper.markChanged(answer.time);
      for (const event of lane.watch.events(answer)) {
        events.push(event);
        this.#lastEvent = answer.time;
      }
    }
    this.#counts.rejected += answer.rejected.size;
    if (answer.late) this.#counts.late += 1;
    this.#last = answer;
    return answer;
  }

  #write(payload: Payload, answer: A): unknown {
    if (payload.kind === 'list') return this.#writer.writeList(payload.list, answer);
    return payload.kind === 'frame' ? this.#writer.writeFields(payload.fields, answer) : undefined;
  }

  #addBlock(others: unknown, answer: A, key: string, late: boolean): object {
    const head: BlockHead = { key, time: answer.time, seq: answer.seq, phase: answer.phase, late };
    const block = this.#kind.describe(answer, head);
    const blocks: Record<string, unknown> = isRecord(others) ? { ...others } : {};
    blocks[this.#kind.block] = block;
    return blocks;
  }

  #withEvents(msg: Message, events: readonly StreamEvent[], key: string): Output {
    if (events.length === 0) return msg;
    const messages = events.map(({ topic, payload }) => {
      const event = this.#createMessage(key);
      event.topic = topic;
      event.payload = payload;
      return event;
    });
    return [msg, messages];
  }

  /** It says whose it is, unless the key stands within what the message is about. */
  #createMessage(key: string): Message {
    const msg: Message = { _msgid: this.#createId() };
    const path = this.#settings.key;
    if (path !== null && key !== '' && path.fieldOf(this.#settings.property) === null) path.write(msg, key);
    return msg;
  }
}

/** `msg.learn === false` asks for an answer only; a retained message without its own time may be of any age. */
const mayLearn = (msg: Message, time: number | null): boolean =>
  msg.learn !== false && !(msg.retain === true && time === null);

const isRecord = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
