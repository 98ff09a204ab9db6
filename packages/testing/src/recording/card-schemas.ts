import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
  fromSchemaMode,
} from '@formwork/core';
import type { JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

type Fields = Readonly<Record<string, unknown>>;

/** True for an agent card of any version of A2A. */
export function isCard(value: unknown): value is Fields {
  return isRecord(value) && Array.isArray(value['skills']) && isRecord(value['capabilities']);
}

/** Reads the named schemas of a card: those of the extension's parameters, else of its root. */
export function readSchemas(card: Fields): ReadonlyMap<string, JsonSchema> {
  const { capabilities } = card;
  const extensions: unknown = isRecord(capabilities) ? capabilities['extensions'] : undefined;
  const list: readonly unknown[] = Array.isArray(extensions) ? extensions : [];
  const extension = list.find(
    (candidate): candidate is Fields =>
      isRecord(candidate) && candidate['uri'] === OBJECT_SCHEMAS_EXTENSION_URI,
  );
  const params = extension?.['params'];
  const inParams = isRecord(params) && isRecord(params['schemas']) ? params['schemas'] : {};
  const atRoot = isRecord(card['schemas']) ? card['schemas'] : {};
  const schemas = Object.entries({ ...atRoot, ...inParams }).filter(([, schema]) =>
    isRecord(schema),
  );
  return new Map(schemas) as ReadonlyMap<string, JsonSchema>;
}

/** Lists the schemas of the forms in the questions of an answer. */
export function listForms(answer: unknown): readonly JsonSchema[] {
  if (Array.isArray(answer)) return answer.flatMap(listForms);
  if (!isRecord(answer)) return [];
  const question = answer[FOLLOW_UP_FORMS_EXTENSION_URI];
  const form = isRecord(question) ? question['form'] : undefined;
  const forms = isRecord(form) && isRecord(form['schema']) ? [form['schema'] as JsonSchema] : [];
  return [...forms, ...Object.values(answer).flatMap(listForms)];
}

/** A part of a message or artifact that holds data. */
export interface DataPart {
  /** The name of the schema that the part is tagged with; `undefined` without a tag. */
  readonly schema: string | undefined;
  readonly data: unknown;
}

/** Reads a part with data, or with text that is JSON; `undefined` for any other value. */
export function readPart(part: unknown): DataPart | undefined {
  if (!isRecord(part)) return undefined;
  const { data, text, metadata, mediaType } = part;
  const mimeType = isRecord(metadata) ? metadata['mimeType'] : undefined;
  const modes = [mimeType, mediaType].filter((mode) => typeof mode === 'string');
  const schema = modes.map((mode) => fromSchemaMode(mode)).find((name) => name !== undefined);
  if (data !== undefined) return { schema, data };
  if (typeof text !== 'string' || !/^\s*[[{]/u.test(text)) return undefined;
  try {
    return { schema: undefined, data: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Lists the parts with data in the messages and artifacts of JSON. */
export function listParts(value: unknown): readonly DataPart[] {
  if (Array.isArray(value)) return value.flatMap(listParts);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (name !== 'parts' || !Array.isArray(member)) return listParts(member);
    return member.flatMap((part) => readPart(part) ?? []);
  });
}
