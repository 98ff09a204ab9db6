import { isRecord } from '@formwork/schema/json';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The permission of a link: its holder answers one question of one task as one person. */
export interface AnswerGrant {
  readonly taskId: string;
  /** The number of the question in its task. */
  readonly question: number;
  /** The id of the person. */
  readonly person: string;
  /** The address by which the question was given to the person: their own, or that of a role. */
  readonly address: string;
  /** The time at which the link ends, in milliseconds since 1970. */
  readonly endsAt: number;
}

/** Makes and reads the tokens of links by which people answer questions without signing in. */
export interface AnswerLinks {
  sign(grant: AnswerGrant): string;
  /** Returns what a token grants; `undefined` for one that is not ours, or whose time is over. */
  verify(token: string): AnswerGrant | undefined;
}

/** The longest token that is read, in characters: the ids of people have no length of their own. */
const MAX_TOKEN = 16_384;

/** Makes the links of an agent. All of its replicas need the same key. */
export function createAnswerLinks(key: Uint8Array, now: () => number = Date.now): AnswerLinks {
  function mac(payload: string): Buffer {
    return createHmac('sha256', key).update(`formwork-answer:${payload}`).digest();
  }

  return {
    sign({ taskId, question, person, address, endsAt }) {
      const fields = JSON.stringify([taskId, question, person, address, endsAt]);
      const payload = Buffer.from(fields).toString('base64url');
      return `${payload}.${mac(payload).toString('base64url')}`;
    },
    verify(token) {
      const [payload, signature, ...surplus] = token.length > MAX_TOKEN ? [] : token.split('.');
      if (payload === undefined || signature === undefined || surplus.length > 0) return undefined;
      const expected = mac(payload);
      const actual = Buffer.from(signature, 'base64url');
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
      return readGrant(payload, now());
    },
  };
}

function readGrant(payload: string, time: number): AnswerGrant | undefined {
  const fields: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  if (!Array.isArray(fields)) return undefined;
  const [taskId, question, person, address, endsAt]: readonly unknown[] = fields;
  const grant = { taskId, question, person, address, endsAt };
  return isGrant(grant) && grant.endsAt > time ? grant : undefined;
}

function isGrant(value: unknown): value is AnswerGrant {
  return (
    isRecord(value) &&
    typeof value['taskId'] === 'string' &&
    typeof value['question'] === 'number' &&
    typeof value['person'] === 'string' &&
    typeof value['address'] === 'string' &&
    typeof value['endsAt'] === 'number'
  );
}
