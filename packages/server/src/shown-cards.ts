import { AgentCard } from '@a2a-js/sdk';
import type { CardDoorOptions } from './card-door.ts';
import type { CardSigning } from './signed-cards.ts';

/** The cards that the server shows for one definition of an agent. */
export interface ShownCards extends CardDoorOptions {
  /** The card of A2A 1.0, decoded by the SDK. */
  readonly decoded: AgentCard;
  /**
   * Resolves with the signed cards; `undefined` if these cards are signed, or no card is to be
   * signed.
   */
  readonly signed?: Promise<ShownCards>;
}

/** The public card of an agent as it is served, with the agent's addresses. */
export interface ServedCard {
  /** The card for A2A 1.0 as JSON. */
  readonly text: string;
  /** The URL that callers use, without a slash at its end. */
  readonly url: string;
  /** The URL on which the server listens; absent for an `AgentRouter`, which does not know it. */
  readonly localUrl?: string;
}

/** The cards until the first ones are made; callers cannot ask for them yet. */
export const NO_CARDS: ShownCards = {
  decoded: AgentCard.fromJSON({}),
  lastModified: new Date(0),
  cards: { v1: '', v03: '', merged: '' },
};

/** Adds signatures to the cards of an agent. */
export async function signCards(
  { lastModified, cards }: ShownCards,
  sign: CardSigning['sign'],
): Promise<ShownCards> {
  const signed = await sign(cards);
  return { lastModified, cards: signed, decoded: AgentCard.fromJSON(JSON.parse(signed.v1)) };
}
