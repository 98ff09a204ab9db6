import { CardTrustError, createMemoryPins, verifyCard } from '@formwork/trust';

/** The result of verifying the signatures of a card. */
export type CheckedSignature =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'fits' }
  | { readonly kind: 'unknown-key' }
  | { readonly kind: 'wrong'; readonly reason: string };

/** Verifies the signatures of a card by the keys that its own server publishes. */
export async function checkSignature(
  card: Readonly<Record<string, unknown>>,
  {
    url,
    fetch: fetchKeys,
  }: {
    /** The URL that the card was read from. */
    readonly url: string;
    /** The `fetch` that reads the keys of the agent. */
    readonly fetch: typeof fetch;
  },
): Promise<CheckedSignature> {
  const keys = { wereRead: false };
  try {
    const { signature } = await verifyCard(card, {
      trust: { pins: createMemoryPins() },
      url,
      async fetch(input, init) {
        const response = await fetchKeys(input, init);
        keys.wereRead ||= response.ok;
        return response;
      },
    });
    return { kind: signature.state === 'unsigned' ? 'unsigned' : 'fits' };
  } catch (error) {
    if (!(error instanceof CardTrustError)) throw error;
    return keys.wereRead ? { kind: 'wrong', reason: error.message } : { kind: 'unknown-key' };
  }
}
