/** Waits for the end of some work, but only so many milliseconds. Rejects as the work does. */
export async function waitAtMost(work: Promise<void>, milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
