/** One measuring point: reading = mean + spread (loadings . factors + noise z). */
export interface Sensor {
  readonly topic: string;
  readonly unit: string;
  readonly mean: number;
  /** Size of its movements, in its own unit. */
  readonly spread: number;
  /** How it follows load, air, feed water and weather. */
  readonly loadings: readonly [number, number, number, number];
  /** Noise of the reading, in spreads. */
  readonly noise: number;
  /** Digits after the point that the device sends. */
  readonly digits: number;
}

/** A boiler, its fan and feed water, and the turbine and condenser behind it. No two rows need the same unit to be filled. */
export const SENSORS: readonly Sensor[] = [
  sensor('boiler/temp', '°C', 540, 9, [0.8, 0.3, -0.3, 0.1], 0.12, 1),
  sensor('boiler/pressure', 'bar', 86, 2.4, [0.9, 0.1, 0.3, 0], 0.09, 2),
  sensor('boiler/draught', 'Pa', -120, 16, [0.4, 0.9, 0, 0.1], 0.18, 1),
  sensor('boiler/oxygen', '%', 4.2, 0.5, [-0.5, 0.8, 0, 0.1], 0.15, 2),
  sensor('boiler/co', 'ppm', 95, 18, [0.5, -0.8, 0.1, 0], 0.18, 0),
  sensor('fan/speed', 'rpm', 1480, 55, [0.5, 0.8, 0, 0], 0.075, 0),
  sensor('fan/vibration', 'mm/s', 2.8, 0.35, [0.4, 0.7, 0, 0.2], 0.21, 2),
  sensor('feed/flow', 'm³/h', 212, 14, [0.6, 0, 0.8, 0], 0.12, 1),
  sensor('feed/temp', '°C', 182, 4, [0.5, 0, -0.7, 0.4], 0.12, 1),
  sensor('turbine/power', 'kW', 61000, 3400, [0.9, 0, 0.2, -0.4], 0.075, 0),
  sensor('condenser/pressure', 'kPa', 5.4, 0.45, [0.5, 0, 0.3, 0.8], 0.12, 3),
  sensor('condenser/level', '%', 48, 3.5, [0.2, 0, 0.7, -0.6], 0.15, 1),
];

function sensor(
  topic: string,
  unit: string,
  mean: number,
  spread: number,
  loadings: Sensor['loadings'],
  noise: number,
  digits: number,
): Sensor {
  return { topic: `plant/${topic}`, unit, mean, spread, loadings, noise, digits };
}

/** What breaks: from one frame to the next these sensors are moved for good, by so many spreads. */
export interface Fault {
  readonly name: string;
  readonly offsets: Readonly<Record<string, number>>;
}

export const FAULTS: readonly Fault[] = [
  { name: 'fan belt slipping', offsets: { 'plant/fan/speed': -3, 'plant/fan/vibration': 4 } },
  { name: 'condenser fouled', offsets: { 'plant/condenser/pressure': 3.5, 'plant/condenser/level': 3 } },
  { name: 'feed valve stuck', offsets: { 'plant/feed/flow': -3, 'plant/feed/temp': 3 } },
];
