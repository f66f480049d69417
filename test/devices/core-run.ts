import { FrameAssembler, type AssembledFrame } from '../../src/frame/assembler';
import { LeaveOut } from '../../src/frame/leave-out';
import { messageModes, type MessageMode } from '../../src/frame/message-mode';
import { saysBad } from '../../src/frame/quality';
import { SensorList } from '../../src/frame/sensor-list';
import { StreamReader, type Note, type Sorted } from '../../src/frame/stream-reader';
import { readTimeBySize } from '../../src/frame/time-by-size';
import { PayloadReader } from '../../src/frame/understand';
import { ImputeModel, type ImputeAnswer } from '../../src/stream/impute-model';
import type { Sent } from './device-case';

/** The way of a message through the core alone, without Node-RED: what is learned, when, and what is said of it. */
export class CoreRun {
  readonly model = new ImputeModel();
  readonly notes: (Note | null)[] = [];
  readonly offline: string[] = [];
  lastTime: number | null = null;
  readonly #payloads = new PayloadReader(new LeaveOut(), ['timestamp']);
  readonly #sensors = new SensorList(null, 1024);
  readonly #reader: StreamReader;
  readonly #assembler = new FrameAssembler<number>({ frameMs: null, keepGoing: false, maxSensors: 1024 });
  #count = 0;

  constructor(settings: Readonly<Record<string, unknown>> = {}) {
    const mode = messageModes.find((each) => each === settings.messageIs) ?? 'automatic';
    this.#reader = new StreamReader(this.#payloads, this.#sensors, mode satisfies MessageMode);
  }

  take(sent: Sent, now: number): Sorted {
    this.#count += 1;
    const { payload, topic = '', timestamp, sourceTimestamp } = sent;
    const sorted = this.#reader.sort(
      {
        content: this.#payloads.read(payload, now),
        ...{ topic, isOurs: sent.psmf !== undefined },
        time: readTimeBySize(timestamp) ?? readTimeBySize(sourceTimestamp),
        isBad: saysBad('statusCode', sent.statusCode) || saysBad('quality', sent.quality ?? true),
      },
      this.model,
    );
    this.notes.push(sorted.note);
    if (sorted.rename !== null) {
      this.model.renameSensors(sorted.rename);
      this.#assembler.noteReported(this.model.names);
    }
    if (sorted.kind === 'offline') this.offline.push(...sorted.sensors);
    if (sorted.kind === 'frames')
      for (const { fields, time } of sorted.frames)
        if (sent.retain !== true || time !== null)
          this.#note(this.model.learnOne({ fields, time, arrival: now }));
    if (sorted.kind === 'readings')
      for (const [i, reading] of sorted.readings.entries()) {
        const each = { ...reading, arrival: { time: now, ticks: now } };
        if (!this.#assembler.accepts(each) || (sent.retain === true && reading.time === null)) continue;
        this.#assembler
          .take(each, this.#count, i === sorted.readings.length - 1)
          .frames.forEach((frame) => this.#learn(frame));
      }
    if (sorted.kind === 'plain' && Array.isArray(sorted.value) && sorted.value.length > 0)
      this.#note(
        this.model.learnOne({ fields: this.#sensors.nameFields(sorted.value), time: null, arrival: now }),
      );
    return sorted;
  }

  #learn({ fields, time, arrival }: AssembledFrame<number>): void {
    this.#note(this.model.learnOne({ fields, time, arrival }));
  }

  #note(answer: ImputeAnswer): void {
    if (!answer.late) this.lastTime = answer.time;
  }
}
