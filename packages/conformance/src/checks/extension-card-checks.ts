import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
  fromSchemaMode,
  toSchemaMode,
} from '@formwork/core';
import { readIcon } from '@formwork/core/internal';
import { checkSchema, type JsonSchema } from '@formwork/schema';
import { quote, getOwn, isRecord, previewJson, toSortedJson } from '@formwork/schema/json';
import type { CardView } from '../card/card-view.ts';
import { broken, HOLDS, untried } from '../rules/rule-result.ts';
import type { CardCheck } from './card-checks.ts';

/** The checks of cards by the rules of the extensions. */
export const EXTENSION_CARD_CHECKS: Readonly<Record<string, CardCheck>> = {
  'schemas.declared'({ url }, card) {
    const isUsed = isRecord(card.raw['schemas']) || listModes(card).some(isSchemaMode);
    if (card.objectSchemas !== undefined) return HOLDS;
    if (!isUsed) return untried('the card uses no named schemas');
    return broken({
      sent: `GET ${url}`,
      expected: `the extension ${OBJECT_SCHEMAS_EXTENSION_URI} in capabilities.extensions`,
      came: 'named schemas without it',
      change: 'Declare the extension.',
    });
  },

  'schemas.mode-format'({ url }, card) {
    const modes = listModes(card).filter(isSchemaMode);
    if (modes.length === 0) return untried('the card uses no named schemas');
    const badMode = modes.find((mode) => mode !== toSchemaMode(fromSchemaMode(mode) ?? ''));
    if (badMode === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: `the mode ${toSchemaMode(fromSchemaMode(badMode) ?? 'NAME')}`,
      came: quote(badMode),
      change: 'Write the mode exactly so: some callers compare it letter by letter.',
    });
  },

  'schemas.mode-known'({ url }, card) {
    const modes = listModes(card).filter(isSchemaMode);
    if (modes.length === 0) return untried('the card uses no named schemas');
    const badMode = modes.find((mode) => !card.schemaNames.includes(fromSchemaMode(mode) ?? ''));
    if (badMode === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: `the schema ${quote(fromSchemaMode(badMode) ?? '')} in "schemas"`,
      came: `the mode ${quote(badMode)} without it`,
      change: 'Add the schema to the card, or take the mode out.',
    });
  },

  'schemas.json-schema'({ url }, card) {
    if (card.schemaNames.length === 0) return untried('the card has no schemas');
    for (const name of card.schemaNames) {
      const fault = findSchemaFault(card.findRaw(name));
      if (fault === undefined) continue;
      return broken({
        sent: `GET ${url}`,
        expected: `a JSON Schema as ${quote(name)}`,
        came: fault,
        change: 'Mend the schema; "formwork validate --as schema" says more.',
      });
    }
    return HOLDS;
  },

  'schemas.same'({ url }, { raw, objectSchemas }) {
    const params = objectSchemas?.['params'];
    const inParams = isRecord(params) ? params['schemas'] : undefined;
    const atRoot = raw['schemas'];
    if (!isRecord(inParams) && !isRecord(atRoot)) return untried('the card has no schemas');
    if (!isRecord(inParams) || !isRecord(atRoot)) return untried('the card has them in one place');
    const names = Object.keys(atRoot).filter((name) => getOwn(inParams, name) !== undefined);
    const badName = names.find(
      (name) => toSortedJson(atRoot[name]) !== toSortedJson(inParams[name]),
    );
    if (badName === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: `the same schema ${quote(badName)} in "schemas" and in params.schemas`,
      came: 'two that differ',
      change: 'Write both from one source.',
    });
  },

  'schemas.text-mode'({ url }, { skills }) {
    const structured = skills.filter(({ inputs }) => inputs.length > 0);
    if (structured.length === 0) return untried('no skill has an input schema');
    const badSkill = structured.find(({ inputModes }) => !inputModes.includes('text/plain'));
    if (badSkill === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: `text/plain among the input modes of ${quote(badSkill.id)}`,
      came: previewJson(badSkill.inputModes),
      change: 'Accept plain text as well: the extension is an upgrade, not a replacement.',
    });
  },

  'forms.not-required'({ url }, { followUpForms }) {
    if (followUpForms === undefined) return untried('the card does not declare the extension');
    if (followUpForms['required'] !== true) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: 'the extension without "required": true',
      came: '"required": true',
      change: 'Leave it out: the text of a question can always be answered.',
    });
  },

  'forms.params'({ url }, card) {
    if (card.followUpForms === undefined) return untried('the card does not declare the extension');
    const fault = findParamsFault(card);
    if (fault === undefined) return HOLDS;
    return broken({
      sent: `GET ${url}`,
      expected: `params as ${FOLLOW_UP_FORMS_EXTENSION_URI} defines them`,
      came: fault,
      change: 'Mend the params of the extension.',
    });
  },
};

function listModes({ raw, skills }: CardView): readonly string[] {
  const defaults = [raw['defaultInputModes'], raw['defaultOutputModes']].flatMap((modes) =>
    Array.isArray(modes) ? modes.filter((mode) => typeof mode === 'string') : [],
  );
  const ofSkills = skills.flatMap(({ inputModes, outputModes }) => [...inputModes, ...outputModes]);
  return [...new Set([...defaults, ...ofSkills])];
}

function isSchemaMode(mode: string): boolean {
  return fromSchemaMode(mode) !== undefined;
}

/** Finds what is wrong with a schema; `undefined` if nothing is. */
function findSchemaFault(schema: unknown): string | undefined {
  if (!isRecord(schema) && typeof schema !== 'boolean') return previewJson(schema);
  const error = checkSchema(schema as JsonSchema).find(({ severity }) => severity === 'error');
  return error?.message;
}

function findParamsFault({ followUpForms, skills }: CardView): string | undefined {
  const params = followUpForms?.['params'] ?? {};
  if (!isRecord(params)) return `params ${previewJson(params)}`;
  const { textSkills = [], fileLimits = {}, icons = {} } = params;
  const ids = new Set(skills.map(({ id }) => id));
  if (!Array.isArray(textSkills)) return `textSkills ${previewJson(textSkills)}`;
  const stranger: unknown = textSkills.find((id: unknown) => !ids.has(String(id)));
  if (stranger !== undefined) return `${previewJson(stranger)} in textSkills, which is no skill`;
  if (!isRecord(fileLimits)) return `fileLimits ${previewJson(fileLimits)}`;
  for (const [id, limits] of Object.entries(fileLimits)) {
    const numbers = isRecord(limits) ? Object.values(limits) : [0];
    const isRight = numbers.every(
      (number) => typeof number === 'number' && Number.isInteger(number) && number > 0,
    );
    if (!ids.has(id) || !isRight) return `fileLimits ${previewJson({ [id]: limits })}`;
  }
  if (!isRecord(icons)) return `icons ${previewJson(icons)}`;
  for (const [id, icon] of Object.entries(icons)) {
    if (!ids.has(id) || readIcon(icon) === undefined) return `icons ${previewJson({ [id]: icon })}`;
  }
  return undefined;
}
