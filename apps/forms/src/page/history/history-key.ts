/** Under which the store has the runs of an agent. */
export function toHistoryKey(agent: string): string {
  return `formwork.runs:${agent}`;
}
