import { AgentCard } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { ConnectError } from '../errors/connect-error.ts';

const resolver = new DefaultAgentCardResolver({ legacyCompat: { enabled: true } });

/** A card of A2A 1.0 or 0.3 as the SDK's 1.0 type, whatever was left out of it. */
export function readCard(raw: Readonly<Record<string, unknown>>, url: string): AgentCard {
  try {
    const normalized = resolver.normalizeAgentCard(raw);
    // The SDK gives cards back as they came unless it has to translate them.
    const card = isRaw(normalized, raw) ? AgentCard.fromJSON(raw) : normalized;
    if (typeof card.name === 'string' && Array.isArray(card.supportedInterfaces)) return card;
  } catch (error) {
    throw toError(url, error);
  }
  throw toError(url, undefined);
}

function isRaw(card: unknown, raw: unknown): boolean {
  return card === raw;
}

function toError(url: string, cause: unknown): ConnectError {
  return new ConnectError(
    `Cannot connect as ${url} must be an agent card of A2A 1.0 or 0.3: current value is another JSON document`,
    { cause },
  );
}
