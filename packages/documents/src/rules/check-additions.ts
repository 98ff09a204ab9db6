import { FOLLOW_UP_FORMS_EXTENSION_URI, OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core';
import { fromSchemaMode } from '@formwork/core/internal';
import type { Problem } from '@formwork/schema';
import { checkWithReference } from '../check-with-reference.ts';
import { listMember, listMembers, toRecord, type Placed } from './read-parts.ts';

const OBJECT_SCHEMAS = 'urn:formwork:schemas:extensions:object-schemas-v1#/$defs/';
const FOLLOW_UP_FORMS = 'urn:formwork:schemas:extensions:follow-up-forms-v1#/$defs/';

/** Checks the parts that extensions add to a card, if it declares the extensions. */
export function checkDeclarations(card: Placed): readonly Problem[] {
  const declared = listMember(card, 'capabilities').flatMap((one) =>
    listMembers(one, 'extensions'),
  );
  return declared.flatMap(({ pointer, value }) => {
    if (value['uri'] === OBJECT_SCHEMAS_EXTENSION_URI) {
      return [
        ...checkAt({ pointer, value }, `${OBJECT_SCHEMAS}Declaration`),
        ...checkAt(card, `${OBJECT_SCHEMAS}AgentCard`),
      ];
    }
    if (value['uri'] === FOLLOW_UP_FORMS_EXTENSION_URI) {
      return checkAt({ pointer, value }, `${FOLLOW_UP_FORMS}Declaration`);
    }
    return [];
  });
}

/** Checks the parts that extensions add to a message or an artifact, if it uses them. */
export function checkTagged(holder: Placed): readonly Problem[] {
  const tagged = listMembers(holder, 'parts').filter(({ value }) => isTagged(value));
  const metadata = listMember(holder, 'metadata').filter(({ value }) =>
    Object.hasOwn(value, FOLLOW_UP_FORMS_EXTENSION_URI),
  );
  const isAnswer = /user$/iu.test(String(holder.value['role']));
  const form = isAnswer ? 'AnswerMetadata' : 'QuestionMetadata';
  return [
    ...tagged.flatMap((part) => checkAt(part, `${OBJECT_SCHEMAS}TaggedPart`)),
    ...metadata.flatMap((one) => checkAt(one, `${FOLLOW_UP_FORMS}${form}`)),
  ];
}

function isTagged(part: Readonly<Record<string, unknown>>): boolean {
  const mode = toRecord(part['metadata'])['mimeType'];
  return typeof mode === 'string' && fromSchemaMode(mode) !== undefined;
}

function checkAt({ pointer, value }: Placed, reference: string): readonly Problem[] {
  return checkWithReference(value, reference).map((problem) => ({
    ...problem,
    pointer: `${pointer}${problem.pointer}`,
  }));
}
