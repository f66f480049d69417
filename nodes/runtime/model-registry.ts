import type { Node } from 'node-red';
import type { AssembledFrame } from '../../src/frame/assembler';
import type { Answer } from '../../src/stream/stream-model';
import { ContextStore } from '../state/context-store';
import { resetLane } from './commands';
import type { Kind } from '../message/behaviour';
import { Lane } from './model-entry';
import { ModelKeeper } from '../state/persistence';
import { ModelPool } from './model-pool';
import { ReadingDesk, ticksNow } from './reading-desk';
import type { Settings } from './settings';
import type { Counts } from '../message/status-texts';
import { hashKey, StoredKeys } from '../state/stored-index';
import { Seats, WaitingRoom, type Arrival } from './pending-queue';

export interface LaneEvents<A extends Answer> {
  serve(lane: Lane<A>, arrival: Arrival): void;
  closeFrame(lane: Lane<A>, frame: AssembledFrame<Arrival>): void;
  loaded(lane: Lane<A>): void;
  /** It is no longer in memory: whatever works on its model works for nothing. */
  left(lane: Lane<A>): void;
  /** A message has been sent away because too many wait. */
  refused(): void;
}

/** The models of a node, each with what belongs to it, by key: some in memory, the least used of them in the store only. */
export class Lanes<A extends Answer> {
  readonly #node: Node;
  readonly #kind: Kind<A>;
  readonly #settings: Settings;
  readonly #counts: Counts;
  readonly #events: LaneEvents<A>;
  readonly #store: ContextStore;
  readonly #storeKey: string;
  readonly #seats: Seats;
  readonly #pool: ModelPool<Lane<A>>;
  /** Only with keys. */
  readonly #stored: StoredKeys | null;

  constructor(node: Node, kind: Kind<A>, settings: Settings, counts: Counts, events: LaneEvents<A>) {
    this.#node = node;
    this.#kind = kind;
    this.#settings = settings;
    this.#counts = counts;
    this.#events = events;
    this.#seats = new Seats(undefined, () => events.refused());
    this.#store = new ContextStore(node.context().flow, settings.store);
    this.#storeKey = `psmf_${node.id.replace(/[^A-Za-z0-9_]/g, '_')}`;
    const warn = (sentence: string): void => node.warn(sentence);
    this.#stored = settings.key === null ? null : new StoredKeys(this.#store, `${this.#storeKey}_`, warn);
    this.#pool = new ModelPool(settings.maxModels, {
      create: (key) => this.#create(key),
      left: (lane, isSaved) => this.#left(lane, isSaved),
    });
  }

  start(): void {
    if (this.#stored === null) this.#pool.take('');
    else this.#stored.load(() => this.#dropOld(2 * this.#settings.maxModels - this.#pool.size));
  }

  /** While the store holds up as many messages as may wait, no further key gets a model: each would take memory. */
  take(key: string, arrival: Arrival): void {
    if (this.#seats.areTaken && this.#pool.find(key) === undefined) this.#seats.refuse(arrival);
    else this.#pool.take(key).room.take(arrival);
  }

  /** Whether the lane is still in memory. */
  holds(lane: Lane<A>): boolean {
    return this.#pool.find(lane.key) === lane;
  }

  /** Forgets every model, in memory and in the store. Messages that wait for a model were there before this. */
  resetAll(): void {
    for (const lane of this.#pool.lanes()) {
      if (lane.isLoaded) resetLane(lane, this.#kind);
      else
        lane.room.take({
          msg: { _msgid: '', reset: true },
          send: () => {},
          done: () => {},
          time: Date.now(),
          ticks: ticksNow(),
        });
    }
    for (const hash of this.#stored?.trim(0) ?? []) this.#erase(hash);
    if (this.#pool.find('') === undefined) this.#erase('');
  }

  close(done: () => void): void {
    const lanes = this.#pool.lanes();
    let open = lanes.length + 1;
    const oneClosed = (): void => {
      open -= 1;
      if (open === 0) done();
    };
    for (const lane of lanes) lane.close(oneClosed);
    if (this.#stored === null) oneClosed();
    else this.#stored.close(oneClosed);
  }

  #create(key: string): Lane<A> {
    const { saveMs, assembly } = this.#settings;
    const hash = key === '' ? '' : hashKey(key);
    const keeper = new ModelKeeper({
      store: this.#store,
      nodeId: this.#node.id,
      key,
      storeKey: this.#storeKeyOf(hash),
      saveMs,
      savePhase: hash === '' ? null : parseInt(hash.slice(0, 8), 16) % saveMs,
      recipe: this.#kind,
      warn: (sentence) => this.#node.warn(key === '' ? sentence : `${key}: ${sentence}`),
      saved: () => this.#pool.leave(lane),
    });
    const desk = new ReadingDesk<Arrival>(assembly, (frame) => this.#events.closeFrame(lane, frame));
    const lane: Lane<A> = new Lane(key, hash, keeper, desk, new WaitingRoom(this.#seats), this.#kind.watch());
    if (hash !== '') this.#stored?.use(hash);
    keeper.load(() => {
      desk.know(lane.model.names);
      this.#events.loaded(lane);
      lane.room.open((arrival) => this.#events.serve(lane, arrival));
      this.#pool.trim();
    });
    return lane;
  }

  #left(lane: Lane<A>, isSaved: boolean): void {
    this.#events.left(lane);
    if (lane.model.seq === 0) {
      this.#stored?.forget(lane.hash);
      return lane.keeper.abandon();
    }
    if (isSaved && lane.keeper.keeping) this.#counts.evicted += 1;
    else this.#counts.dropped += 1;
    lane.keeper.abandon();
    if (lane.hash === '') return;
    this.#stored?.evict(lane.hash);
    this.#dropOld(this.#settings.maxModels);
  }

  /** Keeps no more than `most` of the models that lie in the store only. */
  #dropOld(most: number): void {
    for (const hash of this.#stored?.trim(most) ?? []) {
      this.#counts.dropped += 1;
      this.#erase(hash);
    }
  }

  #erase(hash: string): void {
    this.#store.write(this.#storeKeyOf(hash), undefined, (error) => {
      if (error !== null) this.#node.warn(`The state of an old model cannot be erased: ${error.message}.`);
    });
  }

  #storeKeyOf(hash: string): string {
    return hash === '' ? this.#storeKey : `${this.#storeKey}_${hash}`;
  }
}
