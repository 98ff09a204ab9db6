import { FOLLOW_UP_FORMS_EXTENSION_URI } from '@formwork/core';
import { validateDocument } from '@formwork/documents';
import type { Problem } from '@formwork/schema';

/** Lists what is wrong in a document of A2A, each in words that follow "in which". */
export function listProblems(
  value: unknown,
  {
    kind,
    version,
  }: {
    readonly kind: string;
    readonly version: '1.0' | '0.3';
  },
): readonly string[] {
  const { problems } = validateDocument(value, { dialect: `a2a/v${version}`, kind });
  return problems
    .filter(isOfA2a)
    .map(({ pointer, message }) =>
      pointer === '' ? `the whole ${message}` : `${pointer} ${message}`,
    );
}

/** The keywords of problems that have rules of their own. */
const OWN_RULES: ReadonlySet<string> = new Set([
  'example',
  'fingerprint',
  'same-schema',
  'schema-name',
  'unique',
]);

/** The places in a card that belong to the extensions. */
const EXTENSION_PLACE =
  /^\/(?:schemas|capabilities\/extensions\/\d+\/(?:params|required))(?:\/|$)/u;

/** True for a problem by the rules of A2A: those of the extensions are checked one by one. */
function isOfA2a({ pointer, keyword }: Problem): boolean {
  const isQuestion = pointer.includes(`/metadata/${FOLLOW_UP_FORMS_EXTENSION_URI}`);
  return !isQuestion && !OWN_RULES.has(keyword) && !EXTENSION_PLACE.test(pointer);
}
