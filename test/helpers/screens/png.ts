import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture of opaque pixels, three bytes each. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TRUE_COLOUR = 2;
const PALETTE = 3;
const ALIKE = 100;

/** Reads what a browser's screenshot and `encodeSmall` write: eight bits, no interlacing, no transparency. */
export function decodePng(file: Buffer): Picture {
  if (!file.subarray(0, 8).equals(SIGNATURE)) throw new Error('this is no PNG');
  const chunks = [...chunksOf(file)];
  const header = chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined) throw new Error('this PNG has no header');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth, kind, , , interlacing] = header.subarray(8);
  if (depth !== 8 || interlacing !== 0 || (kind !== TRUE_COLOUR && kind !== PALETTE)) {
    throw new Error(`a PNG of kind ${kind} with ${depth} bits is not expected here`);
  }
  const data = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const bytes = kind === PALETTE ? 1 : 3;
  const lines = unfilter(inflateSync(Buffer.concat(data)), width * bytes, height, bytes);
  if (kind === TRUE_COLOUR) return { width, height, pixels: lines };
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data ?? Buffer.alloc(0);
  const pixels = new Uint8Array(width * height * 3);
  lines.forEach((index, at) => {
    pixels.set(palette.subarray(index * 3, index * 3 + 3), at * 3);
  });
  return { width, height, pixels };
}

/** How many pixels have each colour. */
export function coloursOf({ pixels }: Picture): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 3) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return counts;
}

/** In 256 colours; of an interface they are nearly all that there are, at a third of the size. */
export function encodeSmall(picture: Picture): Buffer {
  const { width, height, pixels } = picture;
  const palette = paletteOf(picture);
  const indices = new Map(palette.map((colour, index) => [colour, index]));
  const lines = Buffer.alloc(height * (width + 1));
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(pixels, pixel * 3);
    const index = indices.get(colour) ?? nearest(palette, colour);
    indices.set(colour, index);
    // Each line begins with a byte that says how it is filtered: not at all.
    lines[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, PALETTE, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The colours that are used most, without those that nobody could tell from one that is in it already. */
function paletteOf(picture: Picture): readonly number[] {
  const palette: number[] = [];
  for (const [colour] of [...coloursOf(picture)].sort(([, one], [, other]) => other - one)) {
    if (palette.length === 256) break;
    const known = palette[nearest(palette, colour)];
    if (known === undefined || distance(known, colour) >= ALIKE) palette.push(colour);
  }
  return palette;
}

function* chunksOf(file: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    yield {
      type: file.toString('latin1', at + 4, at + 8),
      data: file.subarray(at + 8, at + 8 + length),
    };
    at += 12 + length;
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Undoes what each line says of itself: the difference to the left, to above, to their mean, or to the likelier one. */
function unfilter(data: Buffer, stride: number, height: number, bytes: number): Uint8Array {
  const lines = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < bytes ? 0 : (lines[at - bytes] ?? 0);
      const above = y === 0 ? 0 : (lines[at - stride] ?? 0);
      const corner = x < bytes || y === 0 ? 0 : (lines[at - stride - bytes] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, likelier(left, above, corner)][filter];
      lines[at] = (data[y * (stride + 1) + 1 + x] ?? 0) + (guess ?? 0);
    }
  }
  return lines;
}

function likelier(left: number, above: number, corner: number): number {
  const [byLeft, byAbove] = [Math.abs(above - corner), Math.abs(left - corner)];
  const byCorner = Math.abs(left + above - 2 * corner);
  if (byLeft <= byAbove && byLeft <= byCorner) return left;
  return byAbove <= byCorner ? above : corner;
}

function nearest(palette: readonly number[], colour: number): number {
  let [best, bestDistance] = [0, Number.POSITIVE_INFINITY];
  for (const [index, candidate] of palette.entries()) {
    const found = distance(candidate, colour);
    if (found < bestDistance) [best, bestDistance] = [index, found];
  }
  return best;
}

/** The square of how far two colours are apart. */
function distance(one: number, other: number): number {
  const [red, green, blue] = [16, 8, 0].map(
    (shift) => ((one >> shift) & 255) - ((other >> shift) & 255),
  ) as [number, number, number];
  return red * red + green * green + blue * blue;
}

function colourAt(pixels: Uint8Array, at: number): number {
  return ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
}

function channelsOf(colour: number): readonly [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
