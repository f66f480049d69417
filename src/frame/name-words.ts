/** A name in small letters with a low line between its words: fCnt, f-cnt and "F Cnt" are f_cnt; ENERGY and BME280 one word. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[\s.:-]+/g, '_')
    .toLowerCase();

/** The same without anything between the words. */
export const squash = (name: string): string => name.replace(/[\s._:-]+/g, '').toLowerCase();

/** The last part of a path such as `tele/plug/ENERGY.Power`. */
export const lastPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('.')) + 1);

/** Words that makers write together when they tell of a message or a device: resetcount, swversion, wifirssi. */
const VOCABULARY: readonly string[] = (
  'access address addr app average avg battery bit boot bus client cloud cnt code connect connection count counter data dev device ' +
  'error eui firmware format fragment frame free freq fw gateway gw hardware heap hop host hw id ieee index info interval ip key last ' +
  'level link lora lost mac max mem memory message min mode model module mqtt msg name net network node no num number object packet ' +
  'pan payload pending percent pkt port power product protocol quality radio rate reconnect recv release reset restart retry revision ' +
  'rssi rx seen send sensor sent seq sequence serial session signal size snr software stack state status strength sw system tag time ' +
  'transmit tx type unique unit update uptime user version wifi wlan zigbee'
).split(' ');
const LONGEST_RUN = 32;

/** A name whose words are all known, taken apart: reset_count of resetcount; any other as it is. */
export function splitWords(snake: string): string {
  return snake
    .split('_')
    .map((run) => takeApart(run, [])?.join('_') ?? run)
    .join('_');
}

function takeApart(run: string, before: readonly string[]): readonly string[] | null {
  if (run === '') return before.length > 1 ? before : null;
  if (run.length > LONGEST_RUN || before.length > 3) return null;
  for (const word of VOCABULARY) {
    const found = run.startsWith(word) ? takeApart(run.slice(word.length), [...before, word]) : null;
    if (found !== null) return found;
  }
  return null;
}
