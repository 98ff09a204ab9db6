/**
 * Returns a result for two names with as little work as a handler can do; every server of this
 * benchmark uses it.
 */
export function compare({ a, b }: { readonly a: string; readonly b: string }): {
  readonly winner: string;
  readonly probability: number;
  readonly explanation: string;
} {
  return { winner: a < b ? a : b, probability: 0.65, explanation: `${a} against ${b}` };
}

/** Writes the port of a server to standard output, for the process that started the server. */
export function announce(port: number): void {
  process.stdout.write(`${port}\n`);
}
