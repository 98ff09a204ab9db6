import { isRecord, type Problem } from '@formwork/core';
import type { Envelope } from './envelope.ts';
import { isMessageType, toEnvelopeValidator } from './schemas.ts';

/** Options of {@link checkEnvelope}. */
export interface CheckEnvelopeOptions {
  /** True also wants a tag, and nothing in it that the document does not name. Default false. */
  readonly authenticated?: boolean;
}

/** What is found of a value that may be a message. */
export type EnvelopeVerdict =
  | { readonly kind: 'valid'; readonly envelope: Envelope }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/**
 * Checks a value by the schemas of the Message Schemas Reference: by the base, then by the schema of
 * its type. Of an invalid one every problem is told, with its place.
 */
export function checkEnvelope(
  value: unknown,
  { authenticated = false }: CheckEnvelopeOptions = {},
): EnvelopeVerdict {
  const inBase = toEnvelopeValidator('base').check(value);
  if (inBase.length > 0) return { kind: 'invalid', problems: inBase };
  const type = isRecord(value) ? value['message_type'] : undefined;
  if (!isMessageType(type)) return { kind: 'invalid', problems: [] };
  const problems = [
    ...toEnvelopeValidator(type).check(value),
    ...(authenticated ? toEnvelopeValidator('authenticated').check(value) : []),
  ];
  // Checked above: the base schema is what the type says.
  return problems.length > 0
    ? { kind: 'invalid', problems }
    : { kind: 'valid', envelope: value as Envelope };
}
