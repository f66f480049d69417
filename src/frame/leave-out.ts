import { MOST_REMEMBERED } from './limits';
import { lastPart, snakeCase, squash } from './name-words';

/** What a message carries about itself. */
const TRANSPORT =
  'seq, bdSeq, seqno, seq_*, *_seq, sequence*, *_sequence*, msg_*, message_*, packet*, *_packets, frame_*, f_cnt*, *_f_cnt, f_port, port, ' +
  'dr, data_rate*, adr, ttl, qos, dup, retain*, hop*, confirmed, nonce, crc, checksum, spreading*, bandwidth, coding_rate, ' +
  '*airtime, rx_*, tx_*, rxInfo, txInfo, meta, metadata, schema*, tags, labels, _*';
/** Who sent it. */
const SENDER =
  'id, *_id, id_*, *_ids, uuid, guid, uid, coreid, idx, index, serial*, *_serial, mac, *_mac, addr*, *_addr, *_address, eui, *_eui, ' +
  'ip, ip_*, *_ip, ssid, bssid, endpoint, channel, ch, instance, slot, node, source, src, dst, device_info, gateway*, version, ' +
  '*_version, ver, firmware*, fw, fw_*, sw, hw, build, rev, revision, *_rev, installed_*, latest_*, update, update_*, restart_required';
/** How its link, its supply and its processor are. */
const HEALTH =
  'linkquality, link_*, lqi, rssi, *_rssi, rssi_*, snr, *_snr, lsnr, signal, signal_*, wifi, wifi_*, battery, battery_level, ' +
  'battery_percent*, battery_pct, battery_low, battery_ok, battery_state, batt, bat, uptime*, *_uptime, boot*, reboot*, restart*, ' +
  'reset_*, reconnect*, retr*, heap, *_heap, heap_*, free_mem*, ram_*, fs_*, loadavg, sleep, sleepmode, mqttcount, mqtt_*, ' +
  'heartbeat, keepalive, interval, *_interval, cloud, connected, online, available, availability';
/** Topics and records of the system and not of a device. */
const SYSTEM =
  '$SYS/*, zigbee2mqtt/bridge/*, */bridge/info/*, */bridge/logging/*, */bridge/health/*, homeassistant/*/config/*, ' +
  'tasmota/discovery/*, Node Control/*, */Node Control/*';

/**
 * Numbers about the message, the link and the device and not of a sensor. A name between commas; `*` stands for any text. A
 * pattern with a stroke is held against the whole name, any other against each part of its path; letters may be small or
 * capital, and words may be written together unless the pattern has a low line between them.
 */
export const DEFAULT_LEAVE_OUT: readonly string[] = [TRANSPORT, SENDER, HEALTH, SYSTEM]
  .join(', ')
  .split(', ');

/** Which fields and topics are no sensors. */
export class LeaveOut {
  readonly #words: ReadonlySet<string>;
  readonly #snakes: readonly RegExp[];
  readonly #squashed: readonly RegExp[];
  readonly #whole: readonly RegExp[];
  /** What was found, of parts and of whole readings. */
  readonly #parts = new Map<string, boolean>();
  readonly #readings = new Map<string, boolean>();

  constructor(patterns: readonly string[] = DEFAULT_LEAVE_OUT) {
    const whole = patterns.filter((pattern) => pattern.includes('/'));
    const parts = patterns.filter((pattern) => !pattern.includes('/'));
    const plain = parts.filter((pattern) => !pattern.includes('*'));
    const wild = parts.filter((pattern) => pattern.includes('*'));
    this.#words = new Set(plain.map(wordsOf));
    this.#snakes = wild.filter(hasLowLine).map((pattern) => toExpression(snakeCase(pattern)));
    this.#squashed = wild
      .filter((pattern) => !hasLowLine(pattern))
      .map((pattern) => toExpression(squash(pattern)));
    this.#whole = whole.map((pattern) => toExpression(pattern.toLowerCase()));
  }

  /** Whether a field of this name is left out, with all that is in it. */
  hasPart(part: string): boolean {
    const known = this.#parts.get(part);
    if (known !== undefined) return known;
    const [snake, squashed] = [snakeCase(part), squash(part)];
    const isLeftOut =
      this.#words.has(snake) ||
      this.#words.has(squashed) ||
      this.#snakes.some((pattern) => pattern.test(snake)) ||
      this.#squashed.some((pattern) => pattern.test(squashed));
    if (this.#parts.size < MOST_REMEMBERED) this.#parts.set(part, isLeftOut);
    return isLeftOut;
  }

  /** Whether a sensor of this whole name is left out, such as `<topic>/<field>`; its last part alone has been asked for. */
  hasName(name: string): boolean {
    if (this.#whole.length === 0) return false;
    const small = name.toLowerCase();
    return this.#whole.some((pattern) => pattern.test(small));
  }

  /** Whether a single reading or a record called so is left out. */
  hasReading(name: string): boolean {
    const known = this.#readings.get(name);
    if (known !== undefined) return known;
    const isLeftOut = this.hasPart(lastPart(name)) || this.hasName(name);
    if (this.#readings.size < MOST_REMEMBERED) this.#readings.set(name, isLeftOut);
    return isLeftOut;
  }
}

const hasLowLine = (pattern: string): boolean => pattern.includes('_');

const wordsOf = (pattern: string): string => (hasLowLine(pattern) ? snakeCase(pattern) : squash(pattern));

const toExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`);
