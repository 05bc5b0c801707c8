/** Four lanes of different lengths, as in the mark of the application; on a grid of 16. */
const LANES = [
  { x: 2, height: 11 },
  { x: 6, height: 7 },
  { x: 9, height: 9 },
  { x: 13, height: 4 },
] as const;
const TOP = 3;
const BAR_WIDTH = 2;

export interface IconBitmap {
  readonly size: number;
  /** BGRA, premultiplied, as `nativeImage.createFromBitmap` takes it. */
  readonly pixels: Buffer;
}

/**
 * The icon of the tray, `scale` times 16 pixels. Black for a menu bar that colours it itself (`isTemplate`), else a grey
 * that is seen on light and dark; a dot says that something needs a person.
 */
export function trayIcon(scale: number, isTemplate: boolean, hasDot: boolean): IconBitmap {
  const size = 16 * scale;
  const pixels = Buffer.alloc(size * size * 4);
  const ink = isTemplate ? [0, 0, 0] : [150, 140, 140];
  const dot = isTemplate ? [0, 0, 0] : [0, 122, 204];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const unit = { x: (x + 0.5) / scale, y: (y + 0.5) / scale };
      const distance = Math.hypot(unit.x - 12, unit.y - 12);
      if (hasDot && distance <= 3.5) paint(pixels, size, x, y, dot);
      else if (isOnBar(unit) && !(hasDot && distance <= 4.75)) paint(pixels, size, x, y, ink);
    }
  }
  return { size, pixels };
}

function isOnBar({ x, y }: { readonly x: number; readonly y: number }): boolean {
  return LANES.some(
    (lane) => x >= lane.x && x < lane.x + BAR_WIDTH && y >= TOP && y < TOP + lane.height,
  );
}

function paint(
  pixels: Buffer,
  size: number,
  x: number,
  y: number,
  [blue = 0, green = 0, red = 0]: readonly number[],
): void {
  pixels.set([blue, green, red, 255], (y * size + x) * 4);
}
