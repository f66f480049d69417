import assert from 'node:assert/strict';
import type { Blocks } from './blocks';
import type { StoredModel } from './fixture';
import { SPREAD, timeOf } from './stream';
import { blockOf, type Block, type Upgrade } from './upgrade';

/** Frames after which a model is trusted, by type. */
export const WARM_UP = { 'psmf-filter': 40, 'psmf-impute': 40, 'psmf-changepoint': 420 } as const;

/** How far an estimate may be off, in spreads of the sensor. Better ones are welcome; a model that has lost its state has none. */
const FAR = { known: 0.5, paper: 3, starting: 3 } as const;
/** Enough frames for the default model to know the sensors. */
const KNOWN = 60;

/** The model goes on with the next frame, in which a sensor is missing. */
export async function checkGoesOn(upgrade: Upgrade, model: StoredModel): Promise<void> {
  const index = upgrade.learned(model);
  const gaps = model.silent === undefined ? { power: null } : { power: null, flow: null };
  const sent = await upgrade.next(model, (frame) => ({ ...frame, ...gaps }));
  const block = blockOf(model, sent);
  const where = `${model.node} "${model.key}"`;
  assertSeq(upgrade, model, block, index + 1);
  assert.equal(block.key, model.key, where);
  assert.equal(block.time, timeOf(index), where);
  assert.equal(block.late, false, where);
  if (index !== WARM_UP[model.type])
    assert.equal(block.phase, index < WARM_UP[model.type] ? 'warming' : 'ready', `${where}: phase`);
  if (model.type === 'psmf-changepoint') checkQuiet(block as Required<Blocks>['change'], where);
  else checkFilled(upgrade, model, block as Estimated, index);
}

/** The state was taken over: it has so many frames. If not, the node has said why. */
export function assertSeq(
  upgrade: Upgrade,
  { node, key }: StoredModel,
  { seq }: Block,
  expected: number,
): void {
  const { name, id } = upgrade.settingsOf(node);
  const reason = (): string =>
    upgrade.running.warningsSoFar(typeof name === 'string' && name !== '' ? name : id);
  assert.ok(seq === expected, `${node} "${key}" has learned ${seq} frames, not ${expected}. ${reason()}`);
}

type Estimated = Required<Blocks>['filter' | 'impute'];

const checkQuiet = ({ alarm, score }: Required<Blocks>['change'], where: string): void => {
  assert.equal(alarm, null, `${where}: the stream goes on as before, so there is no change`);
  assert.ok(score >= 0 && score < 1, `${where}: score ${score}`);
};

/** The sensors are known, and the missing one is near what it would have read. */
function checkFilled(upgrade: Upgrade, model: StoredModel, block: Estimated, index: number): void {
  const settings = upgrade.settingsOf(model.node);
  const isOldest = settings.robust !== undefined && settings.configVersion === undefined;
  const isDefault = !isOldest && (settings.model ?? 'adaptive') === 'adaptive';
  const hasUnits = isDefault || isOldest || settings.standardise === false;
  if (!hasUnits && index < WARM_UP[model.type]) return; // it says nothing before it has found its units
  const where = `${model.node} "${model.key}"`;
  const listed = typeof settings.sensors === 'string' ? settings.sensors.split(/[,\n]/) : [];
  const names = listed.map((name) => name.trim()).filter((name) => name !== '');
  const gaps = model.silent === undefined ? ['power'] : ['flow', 'power'];
  if ('filled' in block) assert.deepEqual([...block.filled].sort(), gaps, `${where}: filled`);
  else
    assert.deepEqual(
      Object.keys(block.estimate).sort(),
      (names.length > 0 ? names : Object.keys(SPREAD)).sort(),
      `${where}: sensors known`,
    );
  const most = !isDefault ? FAR.paper : index < KNOWN || names.length > 0 ? FAR.starting : FAR.known;
  const off = Math.abs(block.estimate.power - upgrade.frame(model, index).power) / SPREAD.power;
  assert.ok(off <= most, `${where}: the gap was filled ${off.toFixed(2)} spreads from the true value`);
}

/** Frames are learned one after the other, and the model is ready when it would have been. */
export async function checkStartUp(upgrade: Upgrade, model: StoredModel): Promise<void> {
  const from = upgrade.learned(model);
  const last = WARM_UP[model.type];
  const blocks: Block[] = await upgrade.nextBatch(model, last + 1 - from);
  blocks.forEach((block, i) => assertSeq(upgrade, model, block, from + 1 + i));
  // The paper's models say so a frame earlier than the others.
  const phases = blocks.map(({ seq, phase }) => (seq === last ? 'either' : phase));
  assert.deepEqual(
    phases,
    blocks.map(({ seq }) => (seq === last ? 'either' : seq < last ? 'warming' : 'ready')),
    `${model.node} "${model.key}": phases of frames ${from + 1} to ${last + 1}`,
  );
}
