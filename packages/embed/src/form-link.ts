import type { JsonObject } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { FormRefusal } from './form-refusal.ts';

/** The content of a signed link. */
export interface FormLink {
  /** The id of the skill whose form the link opens. */
  readonly skill: string;
  /** The values that the visitor cannot change, by the names of top-level properties. */
  readonly values: JsonObject;
  /** The time until which the link is valid, in milliseconds since 1970; absent for ever. */
  readonly expiresAt?: number;
  /** The id of a link that can be submitted once; absent for links without that limit. */
  readonly once?: string;
}

/** Options of {@link createFormLink}. */
export interface FormLinkOptions {
  /**
   * The secret that signs the link, of 32 characters or more: one of `linkSecrets` of the adapter.
   */
  readonly secret: string;
  /** The values that the visitor cannot change, by the names of top-level properties. Default: none. */
  readonly values?: JsonObject;
  /** The time until which the link is valid. Default: for ever. */
  readonly expiresAt?: Date;
  /** True for a link by which one task can be submitted, and no other. Default false. */
  readonly once?: boolean;
}

/** The smallest length of a secret, in characters. */
const MIN_SECRET = 32;

/** The longest link that is read, in characters. */
const MAX_LINK = 16_384;

/** Tells these signatures from others that the same secret may have made. */
const PURPOSE = 'formwork.form-link.v1';

/**
 * Makes the address of a public form with values that the visitor cannot change. `form` is the
 * address of the form, such as `https://agent.example/forms/expense-report`. The values are signed
 * and not encrypted: all who have the link can read them.
 *
 * @throws TypeError or RangeError that names the option at fault
 *
 * @example
 * ```ts
 * import { createFormLink } from '@formwork/embed';
 *
 * declare const secret: string;
 * const link = createFormLink('https://agent.example/forms/expense-report', {
 *   secret,
 *   values: { employee: 'Ada Lovelace' },
 *   expiresAt: new Date(Date.now() + 7 * 86_400_000),
 *   once: true,
 * });
 * ```
 */
export function createFormLink(form: string, options: FormLinkOptions): string {
  const url = URL.parse(form);
  const skill = url?.pathname.split('/').at(-1) ?? '';
  if (url === null || !/^https?:$/u.test(url.protocol) || skill === '') {
    throw new TypeError(
      `Cannot make the link because form must be the address of a public form, such as https://agent.example/forms/expense-report: current value is ${JSON.stringify(form.slice(0, 200))}`,
    );
  }
  const { secret, values = {}, expiresAt, once = false } = options;
  checkSecret(secret, 'secret');
  if (!isRecord(values) || Array.isArray(values)) {
    throw new TypeError(
      `Cannot make the link because values must be an object: current value is ${typeof values}`,
    );
  }
  if (expiresAt !== undefined && Number.isNaN(expiresAt.getTime())) {
    throw new RangeError(
      'Cannot make the link because expiresAt must be a time: current value is none',
    );
  }
  const link: FormLink = {
    skill,
    values,
    ...(expiresAt !== undefined && { expiresAt: expiresAt.getTime() }),
    ...(once && { once: randomBytes(16).toString('base64url') }),
  };
  const text = Buffer.from(JSON.stringify(link)).toString('base64url');
  const token = `${text}.${sign(text, secret).toString('base64url')}`;
  if (token.length > MAX_LINK) {
    throw new RangeError(
      `Cannot make the link because its values must fit into ${MAX_LINK} characters: current value has ${token.length}`,
    );
  }
  url.hash = `link=${token}`;
  return url.href;
}

/**
 * Checks that a text can be a secret.
 *
 * @throws TypeError that names the option, and never shows the secret
 */
export function checkSecret(secret: unknown, option: string): void {
  if (typeof secret === 'string' && secret.length >= MIN_SECRET) return;
  const current =
    typeof secret === 'string'
      ? `a text of ${secret.length} characters`
      : `of type ${typeof secret}`;
  throw new TypeError(
    `Cannot sign links because ${option} must be a text of ${MIN_SECRET} characters or more: current value is ${current}`,
  );
}

/**
 * Reads a signed link.
 *
 * @throws FormRefusal unless its signature is right, it is for this skill, and it has not expired
 */
export function readFormLink(
  token: string,
  {
    skill,
    secrets,
    now,
  }: {
    readonly skill: string;
    /** The secrets that links may be signed with. */
    readonly secrets: readonly string[];
    /** The present time, in milliseconds since 1970. */
    readonly now: number;
  },
): FormLink {
  const [text = '', signature = '', ...extraParts] =
    token.length > MAX_LINK ? [] : token.split('.');
  const digest = Buffer.from(signature, 'base64url');
  const isSigned =
    extraParts.length === 0 &&
    // A second spelling of the same bytes would make two links of one.
    digest.toString('base64url') === signature &&
    secrets.some((secret) => isSame(sign(text, secret), digest));
  const link = isSigned ? parseLink(text) : undefined;
  if (link === undefined || link.skill !== skill) {
    throw new FormRefusal(
      'LINK_INVALID',
      'This link was changed, or is not for this form. Ask whoever sent it for another one.',
    );
  }
  if (link.expiresAt !== undefined && link.expiresAt <= now) {
    throw new FormRefusal(
      'LINK_EXPIRED',
      'This link is no longer valid. Ask whoever sent it for another one.',
    );
  }
  return link;
}

function sign(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`${PURPOSE}\n${text}`).digest();
}

function isSame(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function parseLink(text: string): FormLink | undefined {
  try {
    // The signature shows that this file wrote the text.
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as FormLink;
  } catch {
    return undefined;
  }
}
