import { CARD, type RuleEntry } from './rule.ts';

/** The rules of A2A for cards. */
export const CARD_RULES: Readonly<Record<string, RuleEntry>> = {
  'card.found': {
    level: 'MUST',
    section: '8.2',
    legacySection: '5.3',
    places: CARD,
    text: 'the card is a JSON object at /.well-known/agent-card.json, or at the given URL',
  },
  'card.form': {
    level: 'MUST',
    section: '4.4.1',
    legacySection: '5.5',
    places: CARD,
    text: 'the card has every field that its version requires, with the right types',
  },
  'card.content-type': {
    level: 'MUST',
    section: '8.2',
    legacySection: '5.3',
    places: CARD,
    text: 'the card is served as JSON',
  },
  'card.interfaces': {
    level: 'MUST',
    section: '8.3.1',
    legacySection: '5.6',
    places: CARD,
    text: 'the card names at least one door, each with a binding and an absolute URL',
  },
  'card.skill-ids': {
    level: 'MUST',
    section: '4.4.5',
    legacySection: '5.5.4',
    places: CARD,
    text: 'every skill has an id of its own',
  },
  'card.https': {
    level: 'SHOULD',
    section: '7.1',
    legacySection: '4.1',
    places: CARD,
    text: 'doors beyond this machine use TLS',
  },
  'card.signatures': {
    level: 'MUST',
    section: '8.4.2',
    places: CARD,
    text: 'every signature has a protected header with alg and kid',
  },
  'card.signature-fits': {
    level: 'MUST',
    section: '8.4.3',
    places: CARD,
    text: 'a signature fits the card, by a key of the agent',
  },
  'card.cache-control': {
    level: 'SHOULD',
    section: '8.6.1',
    places: CARD,
    text: 'the card is served with Cache-Control and max-age',
  },
  'card.etag': {
    level: 'SHOULD',
    section: '8.6.1',
    places: CARD,
    text: 'the card is served with an ETag',
  },
  'card.last-modified': {
    level: 'MAY',
    section: '8.6.1',
    places: CARD,
    text: 'the card is served with Last-Modified',
  },
};
