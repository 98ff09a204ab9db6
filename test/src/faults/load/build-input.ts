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
  /** True lets the first attempt wait for its signal to abort, saying nothing. */
  readonly stalls: boolean;
}
