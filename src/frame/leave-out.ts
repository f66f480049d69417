import { MOST_REMEMBERED } from './limits';
import { lastPart, snakeCase, splitWords, squash } from './name-words';

/** What a message carries about itself. */
const TRANSPORT =
  'seq, bdSeq, seqno, seqnum, seq_*, *_seq, sequence*, *_sequence*, sqn, msg_*, message_*, packet*, ' +
  '*_packets, pkt*, frame_*, f_cnt*, fcnt*, *_f_cnt, f_port, fport, port, *_port, nonce, dr, data_rate*, ' +
  'adr, ttl, qos, dup, retain*, hops, hop_*, hops_*, confirmed, crc, checksum, spreading*, bandwidth, coding_rate, *airtime, margin, rx_*, tx_*, rxInfo, ' +
  'txInfo, bytes, header, headers, meta, metadata, schema*, specversion, data_format, tags, labels, _*, $*, @*';
/** Who sent it. */
const SENDER =
  'id, *_id, id_*, *_ids, uuid, guid, uid, coreid, idx, index, lsid, txid, did, ' +
  'imei, imsi, iccid, serial*, *_serial, *_serial_*, sn, mac, *_mac, addr*, *_addr, *_address, eui, *_eui, ' +
  'ip, ip_*, *_ip, ssid, bssid, endpoint, channel, ch, instance, slot, node, source, src, dst, from, to, sender, unit, device_info, ' +
  'gateway*, version, *_version, hardware*, ver, firmware*, fw, fw_*, *_fw, sw, hw, build, rev, revision, *_rev, installed_*, latest_*, ' +
  'update, update_*, available_updates, has_update, restart_required';
/** How its link, its supply and its processor are. */
const HEALTH =
  'linkquality, link_*, lqi, rssi, *_rssi, rssi_*, snr, *_snr, lsnr, signal, signal_*, wifi, wifi_*, battery, battery_level*, ' +
  'battery_percent*, battery_pct, battery_low, battery_ok, battery_state, *battery_flag, batt, *batt, bat, external_power*, *outage*, uptime*, ' +
  '*_uptime, millis, micros, tick, ticks, boot, boot_*, reboot*, restart*, reset_*, reconnect*, retr*, heap, *_heap, heap_*, free_mem*, ' +
  'freest*ck*, ram_*, fs_*, loadavg, sleep, sleepmode, mqttcount, mqtt_*, heartbeat, keepalive, interval, *_interval, interval_*, cloud, ' +
  'connected, online, available, availability';
/** How it is set, and what it has sent before: the energy of each of the last minutes. */
const CONFIGURATION =
  'config, configuration, settings, *calibration, schedule, schedules, *_schedule, child_lock, permit_join, *_units, timezone*, ' +
  'utc_offset*, type, *_type, code, cod, by_minute';
/** Topics and records of the system, and commands: they are of no sensor. */
const SYSTEM =
  '$SYS/*, */$*, zigbee2mqtt/bridge/*, */bridge/info/*, */bridge/logging/*, */bridge/health/*, */bridge/devices/*, homeassistant/*/config/*, ' +
  'tasmota/discovery/*, cmnd/*, */set, */get, */announce/*, */SYStoMQTT/*, Node Control/*, */Node Control/*';

/**
 * Numbers about the message, the link and the device and not of a sensor. A name between commas; `*` stands for any text. A
 * pattern with a stroke is held against the whole name, any other against each part of its path; letters may be small or
 * capital, and words may be written together unless the pattern has a low line between words that are not known.
 */
export const DEFAULT_LEAVE_OUT: readonly string[] = [TRANSPORT, SENDER, HEALTH, CONFIGURATION, SYSTEM]
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
  readonly #topics = new Map<string, boolean>();

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
    const [snake, squashed] = [splitWords(snakeCase(part)), squash(part)];
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

  /** Whether all that comes under this topic is left out. */
  hasTopic(topic: string): boolean {
    const known = this.#topics.get(topic);
    if (known !== undefined) return known;
    const isLeftOut = topic !== '' && (this.hasName(topic) || this.hasName(`${topic}/`));
    if (this.#topics.size < MOST_REMEMBERED) this.#topics.set(topic, isLeftOut);
    return isLeftOut;
  }

  /** Whether a single reading or a record called so is left out; of `uptime/state` the word before the last tells it. */
  hasReading(name: string): boolean {
    const known = this.#readings.get(name);
    if (known !== undefined) return known;
    const last = lastPart(name);
    const before = name.slice(0, Math.max(0, name.length - last.length - 1));
    const isLeftOut =
      this.hasPart(last) || (SAYS_NOTHING.test(last) && this.hasPart(lastPart(before))) || this.hasName(name);
    if (this.#readings.size < MOST_REMEMBERED) this.#readings.set(name, isLeftOut);
    return isLeftOut;
  }
}

/** Last parts of topics that do not name what is measured. */
const SAYS_NOTHING = /^(?:state|value)$/i;

const hasLowLine = (pattern: string): boolean => pattern.includes('_');

const wordsOf = (pattern: string): string => (hasLowLine(pattern) ? snakeCase(pattern) : squash(pattern));

const toExpression = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*')}$`);
