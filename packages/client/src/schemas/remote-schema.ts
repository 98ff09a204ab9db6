import { OBJECT_SCHEMAS_EXTENSION_URI } from '@formwork/core/protocol';
import type { JsonSchema, SchemaIssue, VetLimits } from '@formwork/schema';
import { getOwn, toRecord } from '@formwork/schema/json';
import { loadPart } from '../load-part.ts';
import type { RemoteCheck, Vetting } from './vet-schema.ts';

/**
 * Decides whether a schema that an agent sent may be used here. `values` become the defaults of its
 * properties, if they fit.
 */
export type SchemaVetter = (schema: unknown, values?: Readonly<Record<string, unknown>>) => Vetting;

/**
 * Loads the code that vets schemas. It makes up three quarters of the client in a browser, so a
 * page starts without it.
 *
 * @throws ConnectError if it cannot be loaded.
 */
export async function loadVetter(limits: Partial<VetLimits> | undefined): Promise<SchemaVetter> {
  const { vetRemote } = await loadPart('checks schemas', () => import('./vet-schema.ts'));
  const options = limits === undefined ? {} : { limits };
  return (schema, values = {}) => vetRemote(schema, values, options);
}

/** A named schema of an agent's card: usable, or refused with the reasons. */
export type RemoteSchema =
  | {
      readonly kind: 'usable';
      readonly name: string;
      readonly schema: JsonSchema;
      /** The fingerprint of the schema, such as `sha256:9f86…`. */
      readonly fingerprint: string;
      readonly check: RemoteCheck;
    }
  | { readonly kind: 'refused'; readonly name: string; readonly issues: readonly SchemaIssue[] };

/** The schemas that an agent's card declares: their names, and each of them on demand. */
export interface RemoteSchemas {
  readonly names: readonly string[];
  /**
   * Returns the schema of this name, which is vetted when it is first asked for; a name that the
   * card does not declare gives a refused schema.
   */
  readonly get: (name: string) => RemoteSchema;
}

/**
 * Reads the schemas that a card declares: those in the extension's `params`, which survive every
 * way of sending a card, else those at its root. A schema that differs between both places is
 * refused, and so is one without the fingerprint that the card declares for it.
 */
export function readSchemas(
  raw: Readonly<Record<string, unknown>>,
  {
    vet,
    readsRoot,
  }: {
    readonly vet: SchemaVetter;
    /**
     * True if schemas at the root of the card are read too; false for a card whose signature was
     * verified, because signatures do not cover the root's `schemas`.
     */
    readonly readsRoot: boolean;
  },
): RemoteSchemas {
  const params = findParams(raw);
  const inParams = toRecord(params['schemas']);
  const atRoot = readsRoot ? toRecord(raw['schemas']) : {};
  const fingerprints = toRecord(params['fingerprints']);
  const cache = new Map<string, RemoteSchema>();

  function read(name: string): RemoteSchema {
    const schema = getOwn(inParams, name) ?? getOwn(atRoot, name);
    if (schema === undefined) {
      return refuse(name, 'schema-missing', 'be declared in the card, but is not');
    }
    const outcome = vet(schema);
    if (outcome.kind === 'refused') return { kind: 'refused', name, issues: outcome.issues };
    const fingerprint = outcome.findFingerprint();
    if (fingerprint === undefined) {
      const text = 'have a canonical form (RFC 8785), and a text in it has half a character';
      return refuse(name, 'schema-not-canonical', text);
    }
    const rootSchema = getOwn(inParams, name) === undefined ? undefined : getOwn(atRoot, name);
    if (rootSchema !== undefined && findVettedFingerprint(rootSchema, vet) !== fingerprint) {
      const text = 'be the same in both places of the card, but is not';
      return refuse(name, 'schema-copies-differ', text);
    }
    const declared = getOwn(fingerprints, name);
    if (declared !== undefined && declared !== fingerprint) {
      const text = `have the fingerprint that the card declares: current value is ${fingerprint}`;
      return refuse(name, 'schema-fingerprint-mismatch', text);
    }
    const { schema: vetted, createCheck } = outcome;
    return { kind: 'usable', name, schema: vetted, fingerprint, check: createCheck() };
  }

  const names = new Set([...Object.keys(inParams), ...Object.keys(atRoot)]);
  return {
    names: [...names],
    get(name) {
      const schema = cache.get(name) ?? read(name);
      // An agent's messages may name any number of others.
      if (names.has(name)) cache.set(name, schema);
      return schema;
    },
  };
}

function refuse(name: string, code: string, text: string): RemoteSchema {
  const message = `Cannot use schema ${JSON.stringify(name)} because it must ${text}`;
  return { kind: 'refused', name, issues: [{ severity: 'error', code, pointer: '', message }] };
}

function findParams(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const extensions = toRecord(raw['capabilities'])['extensions'];
  const list: readonly unknown[] = Array.isArray(extensions) ? extensions : [];
  const extension = list.map(toRecord).find(({ uri }) => uri === OBJECT_SCHEMAS_EXTENSION_URI);
  return toRecord(extension?.['params']);
}

function findVettedFingerprint(schema: unknown, vet: SchemaVetter): string | undefined {
  const outcome = vet(schema);
  return outcome.kind === 'vetted' ? outcome.findFingerprint() : undefined;
}
