/** The input of the skill `build`, which the server under load offers. */
export interface BuildInput {
  /** The number of steps; a piece of an artifact follows each. */
  readonly rounds: number;
  /** The duration of a step, in milliseconds. */
  readonly pauseMs: number;
  /**
   * The length of the text of each piece, in characters. Default: the length of the piece's number.
   */
  readonly size?: number;
  /** True if the skill asks a question after the first step. */
  readonly asks: boolean;
  /** True if the skill fails after the last step. */
  readonly fails: boolean;
  /**
   * The behaviour of the second step on the first attempt: `heedful` waits until the signal aborts,
   * and `deaf` until the process gets SIGCONT, whatever the signal says. Both need two rounds.
   */
  readonly stalls: 'no' | 'heedful' | 'deaf';
}
