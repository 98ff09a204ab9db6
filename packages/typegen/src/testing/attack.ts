/** What comes of an attack: an error with this code, or types, with this warning if any. */
type AttackOutcome =
  | { readonly refused: 'TYPEGEN_LIMIT' | 'TYPEGEN_SOURCE' }
  | { readonly warned: string }
  | 'types';

/** A schema that means harm, as the schema of a card. */
export interface Attack {
  readonly name: string;
  readonly schema: unknown;
  readonly outcome: AttackOutcome;
}

/** An object with members made one by one. */
export function repeat(
  count: number,
  toMember: (index: number) => readonly [name: string, schema: unknown],
): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => toMember(index)));
}
