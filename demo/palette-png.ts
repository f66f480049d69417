import { deflateSync, inflateSync } from 'node:zlib';
import { buf } from 'crc-32';

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
const MOST_COLOURS = 256;

/** Rewrites an 8-bit RGB or RGBA PNG with a palette of its 256 commonest colours: a third of the bytes for a page of lines and text. */
export function toPalette(png: Buffer): Buffer {
  const { width, height, channels, pixels } = decode(png);
  const colours = new Int32Array(width * height);
  const counts = new Map<number, number>();
  for (let i = 0; i < colours.length; i++) {
    const at = i * channels;
    const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    colours[i] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_COLOURS);
  const rgb = palette.map(([colour]) => [colour >> 16, (colour >> 8) & 255, colour & 255] as const);
  const index = new Map([...counts.keys()].map((colour) => [colour, nearest(rgb, colour)]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let i = 0; i < colours.length; i++) {
    rows[Math.floor(i / width) * (width + 1) + 1 + (i % width)] = index.get(colours[i]) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(rgb.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly (readonly [number, number, number])[], colour: number): number {
  const [r, g, b] = [colour >> 16, (colour >> 8) & 255, colour & 255];
  const distances = palette.map(([x, y, z]) => (x - r) ** 2 + (y - g) ** 2 + (z - b) ** 2);
  return distances.indexOf(Math.min(...distances));
}

function decode(png: Buffer): { width: number; height: number; channels: number; pixels: Buffer } {
  const [width, height, channels] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25] === 6 ? 4 : 3];
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length; at += png.readUInt32BE(at) + 12) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
  }
  const rows = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      pixels[y * stride + x] = rows[y * (stride + 1) + 1 + x] + predict(filter, left, up, corner);
    }
  }
  return { width, height, channels, pixels };
}

/** The PNG filters: none, left, up, average, Paeth. */
function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter < 4) return [0, left, up, (left + up) >> 1][filter];
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(buf(body) >>> 0, body.length + 4);
  return frame;
}
