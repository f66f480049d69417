import type { Answer, StreamModel } from '../../src/stream/stream-model';
import type { Watch } from '../message/behaviour';
import type { ModelKeeper } from '../state/persistence';
import type { Pooled } from './model-pool';
import type { ReadingDesk } from './reading-desk';
import type { Arrival, WaitingRoom } from './pending-queue';

/** Everything that belongs to one key: its model and how it is kept, readings on their way to a frame, messages that wait. */
export class Lane<A extends Answer> implements Pooled {
  constructor(
    readonly key: string,
    /** What stands for the key in the store. */
    readonly hash: string,
    readonly keeper: ModelKeeper<StreamModel<A>>,
    readonly desk: ReadingDesk<Arrival>,
    readonly room: WaitingRoom,
    public watch: Watch<A>,
  ) {}

  get isLoaded(): boolean {
    return this.keeper.model !== null;
  }

  get isUnsaved(): boolean {
    return this.keeper.isUnsaved;
  }

  /** Only once loaded. */
  get model(): StreamModel<A> {
    const { model } = this.keeper;
    if (model === null) throw new Error(`the model of ${this.key} is used before it is loaded`);
    return model;
  }

  park(done: () => void): void {
    this.desk.close();
    this.keeper.saveNow(done);
  }

  close(done: () => void): void {
    this.room.close();
    if (this.isLoaded) this.desk.close();
    this.keeper.close(done);
  }
}
