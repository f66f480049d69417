import { damagedState } from '../../../src/errors';
import type { DetectorState } from '../../../src/change/detector';
import { readNames, type SensorOptions } from '../../../src/change/names';
import { readSensitivity, thresholdFactor, type Sensitivity } from '../../../src/change/sensitivity';
import { restartEpoch } from '../source/sensor-life';
import { STANDARDISING } from '../source/settings';
import { SourceDetector, type Explanation } from '../source/source-detector';
import { LAG, WINDOWS, createScanLayout, type ScanLayout } from './layout';
import { contributionsOf, localise } from './localise';
import { learnReference, updateReference } from './reference';
import { scoreFrame, scoreWindow } from './score';
import { slideHead, slideLag } from './windows';

export interface ScanOptions extends SensorOptions {
  readonly sensitivity?: Sensitivity;
}

/**
 * The default online detector: a mixture scan over windows of 5 to 80 frames on the Huberised innovations of a PSMF filter,
 * their absolute values and the standardised level. Deterministic; O(d) a frame, whatever came before.
 */
export class ScanDetector extends SourceDetector<ScanLayout> {
  readonly method = 'scan';
  readonly retrospective = false;
  readonly sensitivity: Sensitivity;

  constructor(options: ScanOptions, state?: DetectorState) {
    const sensitivity = readSensitivity(options.sensitivity);
    super(readNames(options), createScanLayout, state);
    this.sensitivity = sensitivity;
  }

  /** A detector that goes on exactly where the snapshot was taken. */
  static restore(state: DetectorState): ScanDetector {
    return new ScanDetector(
      { names: state.names, sensitivity: state.config.sensitivity as Sensitivity },
      state,
    );
  }

  protected override get config(): DetectorState['config'] {
    return { sensitivity: this.sensitivity };
  }

  protected override learnSensor(m: Float64Array, at: ScanLayout, j: number): void {
    learnReference(m, at, j);
  }

  protected override detect(m: Float64Array, at: ScanLayout): void {
    slideHead(m, at); //       sums of the windows that end here
    slideLag(m, at); //        and of those that end LAG frames ago, which
    updateReference(m, at); // enter the reference
    scoreFrame(m, at, thresholdFactor(this.sensitivity));
  }

  protected override explain(m: Float64Array, at: ScanLayout): Explanation {
    scoreWindow(m, at, m[at.window]);
    return { back: localise(m, at), contributions: contributionsOf(m, at) };
  }

  /** Everything is learned again, from the first changed frame on. */
  protected override restart(m: Float64Array, at: ScanLayout, back: number): void {
    restartEpoch(m, at, Math.min(back + 1, STANDARDISING - 1));
    m.fill(0, at.statistics, at.statistics + LAG);
    m[at.usualStatistic] = 0;
  }

  protected override checkState(m: Float64Array, at: ScanLayout): void {
    for (let i = at.variance; i < at.meanCount; i++) {
      if (m[i] < 0) throw damagedState('a variance', 'no negative number', `${m[i]}`);
    }
    if (!(m[at.window] in WINDOWS)) throw damagedState('window', 'an index from 0 to 4', `${m[at.window]}`);
  }
}
