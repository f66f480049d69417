import type { Estimate } from '../filter/predict';
import { angleDeviation, angleOf } from './angle';
import type { SensorKind } from './sensor-kind';

/** A forecast of the model's columns, frame after frame, as one of the sensors: the rates of a counter are added to what it shows. */
export function forecastSensors(sensors: readonly SensorKind[], forecast: readonly Estimate[]): Estimate[] {
  const values = sensors.map(({ counter }) => counter.valueAt(0, 0));
  const spreads = sensors.map(({ counter }) => counter.deviationAt(0, 0));
  return forecast.map(({ mean, variance }) => {
    const out = { mean: new Float64Array(sensors.length), variance: new Float64Array(sensors.length) };
    sensors.forEach((sensor, j) => {
      const { column, kind, cosineColumn: c, sineColumn: s } = sensor;
      out.mean[j] = mean[column];
      out.variance[j] = variance[column];
      if (kind === 'counter') {
        out.mean[j] = values[j] += sensor.rateWithin(mean[column]);
        spreads[j] += Math.sqrt(sensor.counter.calibration * variance[column]);
        out.variance[j] = spreads[j] ** 2;
      } else if (kind === 'angle') {
        out.mean[j] = angleOf(mean[c], mean[s], sensor.finder.isSigned);
        out.variance[j] =
          angleDeviation(mean[c], mean[s], Math.sqrt(variance[c]), Math.sqrt(variance[s])) ** 2;
      } else if (kind === 'state') out.mean[j] = sensor.likeliest(mean[column]);
    });
    return out;
  });
}
