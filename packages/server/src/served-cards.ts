import { AgentCard } from '@a2a-js/sdk';
import { toAgentCard, type Agent, type CardOptions, type TaskLogger } from '@formwork/core';
import { toErrorText } from '@formwork/schema';
import type { CardDoorOptions } from './card-door.ts';
import { writeCards } from './card-texts.ts';
import { hasHiddenSkills } from './served-agent.ts';
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
const NO_CARDS: ShownCards = {
  decoded: AgentCard.fromJSON({}),
  lastModified: new Date(0),
  cards: { v1: '', v03: '', merged: '' },
};

/** Options of {@link ServedCards}. */
export interface ServedCardsOptions {
  /** Returns what the cards say beside the definition of the agent; called for each card. */
  readonly describe: () => Omit<CardOptions, 'extendedCard' | 'scopes'>;
  /** Signs the cards; `undefined` if they are not signed. */
  readonly signing: CardSigning | undefined;
  readonly logger: TaskLogger;
}

/** The cards of an agent that a server serves: those of its newest definition, once it is shown. */
export class ServedCards {
  readonly #options: ServedCardsOptions;
  #shown = NO_CARDS;

  constructor(options: ServedCardsOptions) {
    this.#options = options;
  }

  /** The cards as they are served now, perhaps still without signatures. */
  get shown(): ShownCards {
    return this.#shown;
  }

  /** Shows the cards of a definition from now on. Throws for one whose cards cannot be made. */
  show(agent: Agent): void {
    const { describe, logger } = this.#options;
    for (const { where, message } of agent.warnings) logger.warn(`${where}: ${message}`);
    const cards = writeCards(agent, { ...describe(), extendedCard: hasHiddenSkills(agent) });
    const decoded = AgentCard.fromJSON(JSON.parse(cards.v1));
    this.#shown = this.#sign({ decoded, lastModified: new Date(), cards });
  }

  /** Makes the card of a definition for a caller with the given scopes. */
  extendFor(agent: Agent, scopes: readonly string[]): AgentCard | Promise<AgentCard> {
    const { describe, signing } = this.#options;
    const extended = { ...describe(), extendedCard: true, scopes };
    const card = AgentCard.fromJSON(toAgentCard(agent, extended));
    return signing === undefined ? card : signing.signDecoded(card);
  }

  /** Resolves to the served cards once they have their signatures. */
  async whenSigned(): Promise<ShownCards> {
    // Another definition may come meanwhile, with other cards to sign.
    for (let { signed } = this.#shown; signed !== undefined; { signed } = this.#shown) {
      const unsignedCards = this.#shown;
      const signedCards = await signed;
      if (this.#shown === unsignedCards) this.#shown = signedCards;
    }
    return this.#shown;
  }

  #sign(cards: ShownCards): ShownCards {
    const { signing, logger } = this.#options;
    if (signing === undefined) return cards;
    const signed = signCards(cards, signing.sign);
    signed.catch((error: unknown) =>
      logger.error('Cannot sign the cards: they are not served', { error: toErrorText(error) }),
    );
    return { ...cards, signed };
  }
}

/** Adds signatures to the cards of an agent. */
async function signCards(
  { lastModified, cards }: ShownCards,
  sign: CardSigning['sign'],
): Promise<ShownCards> {
  const signed = await sign(cards);
  return { lastModified, cards: signed, decoded: AgentCard.fromJSON(JSON.parse(signed.v1)) };
}
