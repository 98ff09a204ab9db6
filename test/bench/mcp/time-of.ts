/** Returns the time that a function takes until it resolves, in milliseconds. */
export async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
