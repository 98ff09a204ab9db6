/** Returns the key under which the browser's storage holds the runs of an agent. */
export function toHistoryKey(agent: string): string {
  return `formwork.runs:${agent}`;
}

/** Returns the key under which the browser's storage holds the tables of an agent. */
export function toBatchKey(agent: string): string {
  return `formwork.batches:${agent}`;
}
