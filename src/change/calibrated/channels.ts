import { CONTRASTS, SCALES, STREAMS, type Contrasts } from './contrasts';

/** For each stream and scale the strongest sensor, and for each scale the sum over all sensors and streams. */
export const CHANNELS = (STREAMS + 1) * SCALES;
export const JOINT = STREAMS;

/** A product beyond this is put away as its logarithm before it could overflow. */
const LARGE = 1e100;

/** The evidence of each channel in the last frame, scale i of stream k at k * SCALES + i, and the sensor that it comes from. */
export class Channels {
  readonly evidence = new Float64Array(CHANNELS);
  readonly strongest = new Int32Array(CHANNELS);

  gather({ ratio, speaks }: Contrasts): void {
    const { evidence: channels, strongest } = this;
    channels.fill(1);
    strongest.fill(-1);
    for (let i = 0; i < SCALES; i++) {
      const joint = JOINT * SCALES + i;
      let most = 1;
      let sum = 0;
      let product = 1;
      for (let j = 0; j < speaks.length; j++) {
        if (speaks[j] === 0) continue;
        let own = 1;
        for (let k = 0; k < STREAMS; k++) {
          const value = ratio[j * CONTRASTS + k * SCALES + i];
          const channel = k * SCALES + i;
          own *= value;
          if (value <= channels[channel]) continue;
          channels[channel] = value;
          strongest[channel] = j;
        }
        if (own > most) {
          most = own;
          strongest[joint] = j;
        }
        if (own > LARGE) sum += Math.log(own);
        else product *= own;
        if (product < LARGE && product > 1 / LARGE) continue;
        sum += Math.log(product);
        product = 1;
      }
      for (let k = 0; k < STREAMS; k++) channels[k * SCALES + i] = Math.log(channels[k * SCALES + i]);
      channels[joint] = Math.max(0, sum + Math.log(product));
    }
  }
}
