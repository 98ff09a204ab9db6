import { canonicalizeAgentCard } from '@a2a-js/sdk';
import { isRecord } from '@formwork/schema/json';
import canonicalize from 'canonicalize';

/** An agent card as JSON, as a server sends it. */
export type CardJson = Readonly<Record<string, unknown>>;

/**
 * The part of a card that a signature covers. `card`: the whole card as it is served.
 * `normal-form`: the card as A2A defines it for signing, without empty values and without the key
 * `schemas` at the root.
 */
export type SignatureScope = 'card' | 'normal-form';

/** One entry of `signatures` of a card (A2A 1.0, section 4.4.7). */
export interface SignatureEntry {
  readonly protected: string;
  readonly signature: string;
}

/**
 * The values of `typ` in the protected header of a signature, by the part of the card that it
 * covers. The header is signed, so no change of it stays unnoticed.
 */
export const TYPES: Readonly<Record<SignatureScope, string>> = {
  card: 'agent-card+jcs',
  'normal-form': 'JOSE',
};

/**
 * The member of the protected header by which a signature over the normal form says that its owner
 * has signed the whole card, too. The header is signed, so it cannot be removed.
 */
export const WHOLE = 'whole';

/** Returns the canonical JSON text (RFC 8785) of the part of a card that a signature covers. */
export function toSignedText(card: CardJson, scope: SignatureScope): string {
  const { signatures: _signatures, ...unsignedCard } = card;
  if (scope === 'card') return canonicalize(unsignedCard) ?? '{}';
  // The SDK's parameter has the type of cards, and reads JSON.
  return canonicalizeAgentCard(
    unsignedCard as unknown as Parameters<typeof canonicalizeAgentCard>[0],
  );
}

/** Lists the signatures of a card; entries that are not signatures are left out. */
export function listSignatures({ signatures }: CardJson): readonly SignatureEntry[] {
  if (!Array.isArray(signatures)) return [];
  // The number is limited, because each signature costs a verification and the card may be hostile.
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
