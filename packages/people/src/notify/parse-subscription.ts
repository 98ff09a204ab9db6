import { findRefusedAddress } from '@formwork/runtime/internal';
import { toRecord } from '@formwork/schema/json';
import type { PushSubscription } from 'web-push';
import { PeopleError } from '../people-error.ts';

/** Push services have addresses of a few hundred characters. */
const MAX_ENDPOINT = 2_000;
const MAX_KEY = 200;

/** Options of {@link parseSubscription}. */
interface SubscriptionRules {
  /** True allows addresses that are not public, and `http` to them. */
  readonly allowPrivateAddresses: boolean;
}

/** Reads the subscription of a browser. @throws PeopleError for one that cannot be used */
export function parseSubscription(value: unknown, rules: SubscriptionRules): PushSubscription {
  const { endpoint, keys } = toRecord(value);
  const { p256dh, auth } = toRecord(keys);
  if (typeof endpoint !== 'string' || !isKey(p256dh) || !isKey(auth)) {
    throw refuse('the body must be a push subscription: { endpoint, keys: { p256dh, auth } }');
  }
  if (endpoint.length > MAX_ENDPOINT) {
    throw refuse(
      `endpoint must have at most ${MAX_ENDPOINT} characters: current value has ${endpoint.length}`,
    );
  }
  checkEndpoint(endpoint, rules);
  return { endpoint, keys: { p256dh, auth } };
}

/** Refuses an address to which nothing is sent. The error shows no secret of it. */
function checkEndpoint(endpoint: string, { allowPrivateAddresses }: SubscriptionRules): void {
  const url = URL.parse(endpoint);
  if (url === null) throw refuse('endpoint must be an address: it is none');
  const inside = url.hostname === 'localhost' ? url.hostname : findRefusedAddress(url);
  const isTest = allowPrivateAddresses && url.protocol === 'http:' && inside !== undefined;
  if (url.protocol !== 'https:' && !isTest) {
    throw refuse(
      `endpoint must be an https address: current value begins with ${JSON.stringify(url.protocol.slice(0, 20))}`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw refuse('endpoint must be an address without user name and password: it has them');
  }
  if (inside !== undefined && !allowPrivateAddresses) {
    throw refuse(`endpoint must have a public address: current value is ${inside}`);
  }
}

function refuse(rule: string): PeopleError {
  return new PeopleError('INVALID_REQUEST', `Cannot subscribe because ${rule}`);
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_KEY && /^[\w-]+=*$/u.test(value);
}
