import type { Instruction } from './instruction.ts';

/** True if there is an edge between two characters, of which one may be missing. */
export function isEdge(
  { sign, isMultiline, words }: Extract<Instruction, { kind: 'edge' }>,
  before: number | undefined,
  behind: number | undefined,
): boolean {
  if (sign === '^') return before === undefined || (isMultiline && isLineEnd(before));
  if (sign === '$') return behind === undefined || (isMultiline && isLineEnd(behind));
  const isWord = (code: number | undefined): boolean => code !== undefined && words.has(code);
  return (isWord(before) !== isWord(behind)) === (sign === 'b');
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x20_28 || code === 0x20_29;
}
