export const SENSORS = 20;

/** How a frame comes: as an object, as the JSON text of one, or as single readings. */
export const SHAPES = ['object', 'text', 'readings'] as const;
export type Shape = (typeof SHAPES)[number];
