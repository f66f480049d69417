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
