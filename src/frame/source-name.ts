const SPARKPLUG = /^spBv1\.0\/([^/]+)\/[ND](?:BIRTH|DATA)\/(.+)$/;

/**
 * What the sensors of a message are called before their own names: its topic, and the device where only the payload names it.
 * The births and the data of a Sparkplug device come under two topics and are of one source. `isWhole`: the topic names the device
 * only by a part of its own, as short names may be anywhere in it.
 */
export function sourceName(topic: string, device: string | null, isWhole = false): string {
  const own = topic.startsWith('spBv1.0/') ? topic.replace(SPARKPLUG, '$1/$2') : topic;
  if (device === null || (isWhole ? own.split('/') : own).includes(device)) return own;
  return own === '' ? device : `${own}/${device}`;
}

/** The name of a sensor of this source; "" is the one that the source itself names. */
export function sensorName(source: string, name: string): string {
  if (name === '') return source === '' ? 'value' : source;
  return source === '' ? name : `${source}/${name}`;
}
