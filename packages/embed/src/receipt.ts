import type { Scope } from '@formwork/runtime';
import { createIdempotencyKey, toPrincipalScope, toVisitorScope } from '@formwork/runtime/internal';
import { createHash } from 'node:crypto';

/**
 * The receipt of a submission: the only way to its task. A person with the token can read the
 * task's status, answer its questions, cancel it and read its result.
 */
export interface Receipt {
  /** The secret that the visitor keeps; 43 characters, or 66 for a link that can be used once. */
  readonly token: string;
  /** The id of the visitor, whose scope contains the task. It is a hash, so that the storage of tasks holds no receipt. */
  readonly visitor: string;
  /** The scope of the visitor. */
  readonly scope: Scope;
  /** The id of the message that begins the task, which also is a hash of the token. */
  readonly messageId: string;
}

/** The length of the first part of tokens for links that can be used once, in characters. */
const ONCE_LENGTH = 22;

const SECRET = /^[\w-]{43}$/u;

/** Matches the token of a receipt. */
const TOKEN = /^(?:(?<once>[\w-]{22})\.)?(?<secret>[\w-]{43})$/u;

/**
 * True for a key that a page has made at random, so that the receipt that follows from it cannot be
 * guessed.
 */
export function isRandomKey(key: string): boolean {
  return createIdempotencyKey({ scope: toPrincipalScope(undefined), id: key }) !== undefined;
}

/**
 * Makes the receipt of a submission from its key: the same key always gives the same receipt, so
 * that a submission that is sent again finds its task. All submissions by a link that can be used
 * once share one scope, whose first task is the only one.
 */
export function createReceipt(
  skill: string,
  { key, once }: { readonly key: string; readonly once: string | undefined },
): Receipt {
  const secret = digest('receipt', skill, once ?? '', key);
  return toReceipt(skill, once === undefined ? { secret } : { secret, once: toOnce(skill, once) });
}

/** Reads the token of a receipt; `undefined` if it cannot be one. */
export function readReceipt(skill: string, token: string): Receipt | undefined {
  const { secret, once } = TOKEN.exec(token)?.groups ?? {};
  if (secret === undefined || !SECRET.test(secret)) return undefined;
  return toReceipt(skill, { secret, ...(once !== undefined && { once }) });
}

function toReceipt(
  skill: string,
  { secret, once }: { readonly secret: string; readonly once?: string },
): Receipt {
  const owner = once === undefined ? `each:${digest('visitor', secret)}` : `once:${once}`;
  const visitor = `${skill}:${owner}`;
  return {
    token: once === undefined ? secret : `${once}.${secret}`,
    visitor,
    scope: toVisitorScope(visitor),
    messageId: digest('message', secret),
  };
}

function toOnce(skill: string, once: string): string {
  return digest('once', skill, once).slice(0, ONCE_LENGTH);
}

function digest(purpose: string, ...texts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([`formwork.${purpose}`, ...texts]))
    .digest('base64url');
}
