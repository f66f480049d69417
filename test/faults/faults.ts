import { badStore } from './bad-store';
import { bigSnapshot } from './big-snapshot';
import { brokerRestart } from './broker-restart';
import { changingSensors } from './changing-sensors';
import { damagedSnapshots } from './damaged-snapshots';
import { deploys } from './deploys';
import type { Fault } from './fault';
import { flood } from './flood';
import { fuzzing } from './fuzzing';
import { hostileImports } from './hostile-imports';
import { hostileMessagesFault } from './hostile-messages';
import { hostileNames } from './hostile-names';
import { kills, killsWhileWriting } from './kills';
import { longRun } from './long-run';
import { manyKeys } from './many-keys';
import { memoryAttacks } from './memory-attacks';
import { repeatedFrames } from './repeated-frames';
import { setClock } from './set-clock';
import { stalls } from './stalls';

export const faults: readonly Fault[] = [
  hostileMessagesFault,
  fuzzing,
  kills,
  killsWhileWriting,
  deploys,
  damagedSnapshots,
  repeatedFrames,
  setClock,
  changingSensors,
  manyKeys,
  memoryAttacks,
  longRun,
  bigSnapshot,
  stalls,
  brokerRestart,
  flood,
  badStore,
  hostileImports,
  hostileNames,
];
