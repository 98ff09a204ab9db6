import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaFile } from './schema-files.ts';

/** The validators for the dialects of JSON Schema that the schema documents use. */
export const DIALECTS = {
  'https://json-schema.org/draft/2020-12/schema': Ajv2020,
  'http://json-schema.org/draft-07/schema#': Ajv,
} as const;

/** A compiler for the schemas of all documents, which may refer to others of the same dialect. */
export interface Registry {
  /**
   * Compiles the schema with an id, or a definition in it.
   *
   * @throws Error if the schema does not compile, or does not exist
   */
  readonly compile: (reference: string) => ValidateFunction;
}

export function createRegistry(files: readonly SchemaFile[]): Registry {
  const instances = Object.entries(DIALECTS).map(([dialect, Class]) => {
    const ajv = new Class({
      allErrors: true,
      ownProperties: true,
      strict: true,
      // Optimizing the generated code would double the time.
      code: { optimize: false },
    });
    // Strict mode would report these two, which are no mistakes in schemas that extend definitions.
    ajv.opts.strictTypes = false;
    ajv.opts.strictRequired = false;
    ajv.addVocabulary(['x-formwork-added', 'x-formwork-repaired']);
    addFormats.default(ajv);
    const own = files.filter(({ content }) => content['$schema'] === dialect);
    ajv.addSchema(own.map(({ content }) => content));
    return { ajv, ids: new Set(own.map(({ content }) => content['$id'])) };
  });
  return {
    compile(reference) {
      const [id = ''] = reference.split('#');
      const found = instances.find(({ ids }) => ids.has(id));
      const validate = found?.ajv.getSchema(reference);
      if (validate === undefined) throw new Error(`There is no schema ${reference}`);
      return validate;
    },
  };
}
