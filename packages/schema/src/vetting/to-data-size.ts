/** How large a value is, for judging how long checking it may take. */
export interface DataSize {
  /** Values in it, itself included. */
  readonly nodes: number;
  /** Characters of its longest text, names included. */
  readonly longestText: number;
}

/** Measures a value that is not nested without end; stops counting beyond `most` nodes. */
export function toDataSize(value: unknown, most: number): DataSize {
  let nodes = 0;
  let longestText = 0;
  measure(value);
  return { nodes, longestText };

  function measure(current: unknown): void {
    nodes += 1;
    if (nodes > most) return;
    if (typeof current === 'string') longestText = Math.max(longestText, current.length);
    if (typeof current !== 'object' || current === null) return;
    for (const [name, member] of Object.entries(current)) {
      longestText = Math.max(longestText, name.length);
      measure(member);
    }
  }
}
