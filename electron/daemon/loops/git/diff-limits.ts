export interface DiffLimits {
  /** Files that are listed. */
  readonly files: number;
  /** Changed lines of one file, beyond which it is listed without them. */
  readonly linesPerFile: number;
  /** Lines of all files together, context included. */
  readonly lines: number;
  /** Bytes of one line. */
  readonly lineBytes: number;
  /** Bytes that are read from git at all. */
  readonly bytes: number;
}

/** What a person reads and a window shows without lag. */
export const DIFF_LIMITS: DiffLimits = {
  files: 3_000,
  linesPerFile: 5_000,
  lines: 30_000,
  lineBytes: 2_000,
  bytes: 64 * 1_048_576,
};
