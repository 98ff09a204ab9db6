/** What every server of this benchmark does with its input: as little as a handler can. */
export function compare({ a, b }: { readonly a: string; readonly b: string }): {
  readonly winner: string;
  readonly probability: number;
  readonly explanation: string;
} {
  return { winner: a < b ? a : b, probability: 0.65, explanation: `${a} against ${b}` };
}

/** Says on standard output where a server listens, for the process that started it. */
export function announce(port: number): void {
  process.stdout.write(`${port}\n`);
}
