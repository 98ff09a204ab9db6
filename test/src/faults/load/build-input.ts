/** What the skill `build` of the server under load takes. */
export interface BuildInput {
  /** How many steps it takes; each is followed by a piece of an artifact. */
  readonly rounds: number;
  /** How long a step takes. */
  readonly pauseMs: number;
  /** Of the text of a piece, in characters. Default: as long as its number. */
  readonly size?: number;
  /** True asks a question after the first round. */
  readonly asks: boolean;
  /** True fails after the last round. */
  readonly fails: boolean;
  /**
   * Whether the second step takes long on the first attempt: `heedful` until the signal aborts, and
   * `deaf` for {@link STALL_MS}, whatever the signal says. Needs two rounds.
   */
  readonly stalls: 'no' | 'heedful' | 'deaf';
}

/** Longer than it takes to stop a process that has just begun. */
export const STALL_MS = 4_000;
