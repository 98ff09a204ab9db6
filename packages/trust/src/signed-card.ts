import { canonicalizeAgentCard } from '@a2a-js/sdk';
import canonicalize from 'canonicalize';
import { isRecord } from '@formwork/schema/internal';

/** A card as JSON: what was served, or what is to be. */
export type CardJson = Readonly<Record<string, unknown>>;

/**
 * What a signature is over. `card`: all of the card as it is served. `normal-form`: what A2A defines,
 * without empty values; the key `schemas` at the root is not in it.
 */
export type SignatureScope = 'card' | 'normal-form';

/** One entry of `signatures` of a card (A2A 1.0, section 4.4.7). */
export interface SignatureEntry {
  readonly protected: string;
  readonly signature: string;
}

/** The `typ` of a header says what the signature is over, and nobody can change it unnoticed. */
export const TYPES: Readonly<Record<SignatureScope, string>> = {
  card: 'agent-card+jcs',
  'normal-form': 'JOSE',
};

/**
 * The member of a header by which the signature over the normal form says that its owner signed the
 * whole card as well. It is signed, so nobody can take it out.
 */
export const WHOLE = 'whole';

/** The text that a signature is over (RFC 8785). */
export function toSignedText(card: CardJson, scope: SignatureScope): string {
  const { signatures: _signatures, ...rest } = card;
  if (scope === 'card') return canonicalize(rest) ?? '{}';
  // The SDK's parameter has the type of cards, and reads JSON.
  return canonicalizeAgentCard(rest as unknown as Parameters<typeof canonicalizeAgentCard>[0]);
}

/** Lists the signatures of a card; anything else in the list is left out. */
export function listSignatures({ signatures }: CardJson): readonly SignatureEntry[] {
  if (!Array.isArray(signatures)) return [];
  // Each one costs a verification, and a card is a stranger's.
  return signatures.slice(0, MAX_SIGNATURES).filter(isEntry);
}

const MAX_SIGNATURES = 16;

function isEntry(value: unknown): value is SignatureEntry {
  return (
    isRecord(value) &&
    typeof value['protected'] === 'string' &&
    typeof value['signature'] === 'string'
  );
}
