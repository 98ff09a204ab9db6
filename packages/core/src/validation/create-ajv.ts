import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft04 from 'ajv-draft-04';
import formats from 'ajv-formats';
import { ignoresBesideRef, type Dialect } from './dialect.ts';
import { replaceUniqueItems } from './replace-unique-items.ts';

/** What all the classes that speak a dialect have in common. */
export type AnyAjv = Pick<
  Ajv,
  'addFormat' | 'addMetaSchema' | 'addSchema' | 'compile' | 'getKeyword' | 'getSchema'
>;

const COMMON_OPTIONS = {
  // Unknown keywords and formats are reported by `checkSchema`; they must not stop a schema.
  strict: false,
  // JSON has no NaN and no Infinity, so what holds one does not fit "type": "number".
  strictNumbers: true,
  logger: false,
  // Without this `required: ["toString"]` is satisfied by every object.
  ownProperties: true,
  // Without this 0.07 is no multiple of 0.01.
  multipleOfPrecision: 9,
  $data: false,
  useDefaults: false,
  coerceTypes: false,
  // With it, whatever is no object passes a `oneOf` that has a `discriminator`.
  discriminator: false,
  verbose: true,
  messages: false,
  // Making the code shorter takes half of the time, or more, and no value is checked any faster.
  code: { optimize: false },
} satisfies Options;

const CLASSES: Readonly<Record<Dialect, new (options: Options) => Ajv>> = {
  'draft-04': draft04.default,
  'draft-06': Ajv,
  'draft-07': Ajv,
  '2019-09': Ajv2019,
  '2020-12': Ajv2020,
};

/**
 * A fresh instance that speaks the dialect, with the formats of `ajv-formats` asserted.
 *
 * Instances keep every schema they compile and refuse a second one with the same `$id`. So make one
 * per schema, and let it go.
 */
export function createAjv(dialect: Dialect, options: Options): AnyAjv {
  const ajv = new CLASSES[dialect]({
    ...COMMON_OPTIONS,
    meta: false,
    validateSchema: false,
    ignoreKeywordsWithRef: ignoresBesideRef(dialect),
    ...options,
  });
  formats.default(ajv, { mode: 'full', keywords: false });
  replaceUniqueItems(ajv);
  return ajv;
}
