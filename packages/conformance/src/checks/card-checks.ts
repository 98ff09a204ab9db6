import { isLoopbackHost } from '@formwork/network';
import { quote, isRecord, previewJson } from '@formwork/schema/json';
import type { CardView, InterfaceView } from '../card/card-view.ts';
import type { FoundCard } from '../card/find-card.ts';
import { parseGrpcUrl } from '../doors/grpc-address.ts';
import { broken, HOLDS, untried, type RuleResult } from '../rules/rule-result.ts';
import { listProblems } from './document-problems.ts';

/** Checks one rule of a card. */
export type CardCheck = (cardAnswer: FoundCard, card: CardView) => RuleResult;

/** The checks of cards by the rules of A2A. */
export const CARD_CHECKS: Readonly<Record<string, CardCheck>> = {
  'card.found'({ url }) {
    if (!new URL(url).pathname.endsWith('/.well-known/agent.json')) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'the card at /.well-known/agent-card.json',
      came: 'the card at /.well-known/agent.json alone, its place before A2A 0.3',
      change: 'Serve the card at /.well-known/agent-card.json as well.',
    });
  },

  'card.form'({ url }, { raw, form }) {
    const [problem, ...further] = listProblems(raw, { kind: 'card', version: form });
    if (problem === undefined) return HOLDS;
    const suffix = further.length === 0 ? '' : `, and ${further.length} more problems`;
    return broken({
      sent: `GET ${url}`,
      expected: `a card of A2A ${form}`,
      came: `one in which ${problem}${suffix}`,
      change: 'Mend the card; "formwork validate --as card" lists all of its problems.',
    });
  },

  'card.content-type'({ url, headers }) {
    const type = headers.get('content-type') ?? '';
    if (/^application\/(?:[\w.+-]+\+)?json\b/iu.test(type)) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'the content type application/json',
      came: type === '' ? 'no content type' : type,
      change: 'Serve the card as application/json.',
    });
  },

  'card.interfaces'({ url }, { interfaces }) {
    const badDoor = interfaces.find((door) => door.binding === '' || !hasUrl(door));
    if (badDoor === undefined && interfaces.length > 0) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'at least one door, each with a binding and an absolute URL',
      came: badDoor === undefined ? 'no door' : previewJson(badDoor),
      change: 'List every door in supportedInterfaces (in 0.3, as url and additionalInterfaces).',
    });
  },

  'card.skill-ids'({ url }, { skills }) {
    const ids = skills.map(({ id }) => id);
    const badId = ids.find((id, index) => id === '' || ids.indexOf(id) !== index);
    if (badId === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'an id of its own for every skill',
      came: badId === '' ? 'a skill without an id' : `${quote(badId)} more than once`,
      change: 'Give every skill an id that no other skill has.',
    });
  },

  'card.https'({ url }, { interfaces }) {
    const badDoor = interfaces.find((door) => isPlain(door));
    if (badDoor === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'doors with https beyond this machine',
      came: badDoor.url,
      change: 'Serve the agent with TLS.',
    });
  },

  'card.signatures'({ url }, { raw }) {
    const { signatures } = raw;
    if (signatures === undefined) return untried('the card is not signed');
    const list: readonly unknown[] = Array.isArray(signatures) ? signatures : [signatures];
    const badSignature = list.find((signature) => !hasHeader(signature));
    if (badSignature === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'signatures whose protected header has alg and kid',
      came: previewJson(badSignature),
      change: 'Sign the card as a JWS (RFC 7515) with alg and kid in its protected header.',
    });
  },

  'card.signature-fits'({ url, signature }) {
    if (signature === undefined || signature.kind === 'unsigned')
      return untried('the card is not signed');
    if (signature.kind === 'unknown-key') return untried('the agent does not publish its keys');
    if (signature.kind === 'fits') return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'a signature that fits the card as it is served',
      came: `one that does not: ${signature.reason}`,
      change: 'Sign the card as it is served, without "signatures", in the form of RFC 8785.',
    });
  },

  'card.cache-control'({ url, headers }) {
    const value = headers.get('cache-control') ?? '';
    if (/\bmax-age\s*=/iu.test(value)) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'Cache-Control with max-age',
      came: value === '' ? 'no Cache-Control' : value,
      change: 'Say how long callers may keep the card.',
    });
  },

  'card.etag'({ url, headers }) {
    if (headers.has('etag')) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'an ETag',
      came: 'none',
      change: 'Serve the card with an ETag, so that callers can ask whether it has changed.',
    });
  },

  'card.last-modified': ({ headers }) => (headers.has('last-modified') ? HOLDS : untried(UNUSED)),
};

/** The reason of a rule that allows something, where the agent makes no use of it. */
export const UNUSED = 'the agent may do this, and does not';

function hasUrl({ url, binding }: InterfaceView): boolean {
  if (binding === 'GRPC') return parseGrpcUrl(url) !== undefined;
  return URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);
}

function isPlain({ url, binding }: InterfaceView): boolean {
  if (binding === 'GRPC') {
    const parsed = parseGrpcUrl(url);
    return parsed !== undefined && !parsed.isSecure && !isLoopbackHost(parsed.hostname);
  }
  const parsed = URL.parse(url);
  return parsed?.protocol === 'http:' && !isLoopbackHost(parsed.hostname);
}

/** True for a signature whose protected header says how, and by which key, it was made. */
function hasHeader(signature: unknown): boolean {
  if (!isRecord(signature) || typeof signature['protected'] !== 'string') return false;
  try {
    const text = Buffer.from(signature['protected'], 'base64url').toString();
    const header: unknown = JSON.parse(text);
    return isRecord(header) && ['alg', 'kid'].every((name) => typeof header[name] === 'string');
  } catch {
    return false;
  }
}
