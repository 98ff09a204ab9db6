import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** The largest number of colours in the palette of a picture. */
const MAX_COLOURS = 256;

/** The smallest squared distance between two colours of a palette. */
const MIN_DISTANCE = 50;

const HEAD = 8;

/**
 * Shrinks a screenshot to about a third of its size, by a palette: pages have few colours, and
 * nobody can tell similar shades apart. Takes PNG files as Chromium writes them: 8 bits a channel,
 * not interlaced.
 */
export function shrinkPng(png: Buffer): Buffer {
  const { width, height, channels, data } = readChunks(png);
  const pixels = undoFilters(inflateSync(data), { stride: width * channels, height, channels });
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([colour]) => colour)
    .reduce<readonly number[]>(addColour, []);
  const places = new Map(
    [...counts.keys()].map((colour) => [colour, findNearest(colour, palette)]),
  );
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = pixels.readUIntBE((y * width + x) * channels, 3);
      rows[y * (width + 1) + 1 + x] = places.get(colour) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.alloc(palette.length * 3);
  for (const [n, colour] of palette.entries()) colours.writeUIntBE(colour, n * 3, 3);
  return Buffer.concat([
    png.subarray(0, HEAD),
    toChunk('IHDR', header),
    toChunk('PLTE', colours),
    toChunk('IDAT', deflateSync(rows, { level: 9 })),
    toChunk('IEND', Buffer.alloc(0)),
  ]);
}

function readChunks(png: Buffer): {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: Buffer;
} {
  const data: Buffer[] = [];
  for (let at = HEAD; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      data.push(png.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  // The header is the first chunk: width, height, bits per channel, type of colour.
  const channels = png[HEAD + 17] === 6 ? 4 : 3;
  const [width, height] = [png.readUInt32BE(HEAD + 8), png.readUInt32BE(HEAD + 12)];
  return { width, height, channels, data: Buffer.concat(data) };
}

interface Layout {
  readonly stride: number;
  readonly height: number;
  readonly channels: number;
}

/**
 * Returns the bytes of the pixels of a PNG file, from rows that are stored relative to their
 * neighbours (PNG, section 9).
 */
function undoFilters(rows: Buffer, { stride, height, channels }: Layout): Buffer {
  const pixels = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < channels ? 0 : (pixels[at - channels] ?? 0);
      const up = y === 0 ? 0 : (pixels[at - stride] ?? 0);
      const corner = y === 0 || x < channels ? 0 : (pixels[at - stride - channels] ?? 0);
      const base = [0, left, up, (left + up) >> 1, toPaeth(left, up, corner)][filter] ?? 0;
      pixels[at] = (rows[y * (stride + 1) + 1 + x] ?? 0) + base;
    }
  }
  return pixels;
}

function toPaeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [byLeft, byUp] = [Math.abs(guess - left), Math.abs(guess - up)];
  const byCorner = Math.abs(guess - corner);
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/**
 * Adds a colour to a palette, unless the palette is full or has a similar colour. So a rare but
 * distinct colour comes before one more grey.
 */
function addColour(palette: readonly number[], colour: number): readonly number[] {
  const isFull = palette.length >= MAX_COLOURS;
  const isNear = (other: number): boolean => toDistance(colour, other) < MIN_DISTANCE;
  return isFull || palette.some(isNear) ? palette : [...palette, colour];
}

function findNearest(colour: number, palette: readonly number[]): number {
  const exact = palette.indexOf(colour);
  if (exact !== -1) return exact;
  const distances = palette.map((other) => toDistance(colour, other));
  return distances.indexOf(Math.min(...distances));
}

function toDistance(one: number, other: number): number {
  return [16, 8, 0]
    .map((shift) => ((one >> shift) & 255) - ((other >> shift) & 255))
    .reduce((sum, difference) => sum + difference * difference, 0);
}

function toChunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
