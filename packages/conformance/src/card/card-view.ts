import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
  type Json,
  fromSchemaMode,
} from '@formwork/core';
import {
  vetSchema,
  createRemoteValidator,
  type JsonSchema,
  type Validator,
} from '@formwork/schema';
import { getOwn, isRecord, toRecord, toList } from '@formwork/schema/json';

type Fields = Readonly<Record<string, unknown>>;

/** A skill of a card, as far as the checks need it. */
export interface SkillView {
  readonly id: string;
  /** The names of the schemas among its input modes. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The input modes, or those of the agent if the skill has none. */
  readonly inputModes: readonly string[];
  readonly outputModes: readonly string[];
  readonly examples: readonly string[];
}

/** A door that a card names. */
export interface InterfaceView {
  readonly url: string;
  readonly binding: string;
  readonly version: string;
}

/** A schema of a card that was vetted, or the reason why it is not used. */
export type SchemaView =
  | { readonly kind: 'usable'; readonly schema: JsonSchema; readonly validator: Validator }
  | { readonly kind: 'refused'; readonly reason: string };

/** A card as the checks read it. Whatever has the wrong type is left out. */
export interface CardView {
  readonly raw: Fields;
  /** The version of A2A whose form the card has. */
  readonly form: '1.0' | '0.3';
  readonly name: string;
  readonly version: string;
  readonly interfaces: readonly InterfaceView[];
  readonly skills: readonly SkillView[];
  readonly capabilities: Fields;
  readonly extensions: readonly Fields[];
  /** The object-schemas extension as the card declares it. */
  readonly objectSchemas: Fields | undefined;
  /** The follow-up forms extension as the card declares it. */
  readonly followUpForms: Fields | undefined;
  /** The names of all schemas that the card declares. */
  readonly schemaNames: readonly string[];
  /** Returns a schema as the card has it; `undefined` if the card does not declare it. */
  readonly findRaw: (name: string) => unknown;
  readonly findSchema: (name: string) => SchemaView;
  /** True if callers must say who they are. */
  readonly needsCredentials: boolean;
}

/** Reads a card of any version. */
export function readCard(raw: Fields): CardView {
  const capabilities = toRecord(raw['capabilities']);
  const extensions = toList(capabilities['extensions']).filter(isRecord);
  const find = (uri: string): Fields | undefined =>
    extensions.find((extension) => extension['uri'] === uri);
  const objectSchemas = find(OBJECT_SCHEMAS_EXTENSION_URI);
  const inParams = toRecord(toRecord(objectSchemas?.['params'])['schemas']);
  const atRoot = toRecord(raw['schemas']);
  const views = new Map<string, SchemaView>();
  const findRaw = (name: string): unknown => getOwn(inParams, name) ?? getOwn(atRoot, name);
  const isModern = Array.isArray(raw['supportedInterfaces']);
  return {
    raw,
    form: isModern ? '1.0' : '0.3',
    name: asText(raw['name']),
    version: asText(raw['version']),
    interfaces: isModern ? readInterfaces(raw) : readLegacyInterfaces(raw),
    skills: readSkills(raw),
    capabilities,
    extensions,
    objectSchemas,
    followUpForms: find(FOLLOW_UP_FORMS_EXTENSION_URI),
    schemaNames: [...new Set([...Object.keys(inParams), ...Object.keys(atRoot)])],
    findRaw,
    findSchema(name) {
      const view = views.get(name) ?? toSchemaView(findRaw(name));
      views.set(name, view);
      return view;
    },
    needsCredentials: readNeed(raw),
  };
}

/** Vets a schema from elsewhere, and makes a validator that runs within limits. */
export function toSchemaView(schema: unknown): SchemaView {
  if (schema === undefined) return { kind: 'refused', reason: 'the card does not declare it' };
  const outcome = vetSchema(schema);
  if (outcome.kind === 'refused') {
    const [issue] = outcome.issues;
    return { kind: 'refused', reason: issue?.message ?? 'it is not safe to use' };
  }
  const { vetted } = outcome;
  return { kind: 'usable', schema: vetted.schema, validator: createRemoteValidator(vetted) };
}

function readInterfaces(raw: Fields): readonly InterfaceView[] {
  return toList(raw['supportedInterfaces'])
    .filter(isRecord)
    .map(({ url, protocolBinding, protocolVersion }) => ({
      url: asText(url),
      binding: asText(protocolBinding),
      version: asText(protocolVersion),
    }));
}

function readLegacyInterfaces(raw: Fields): readonly InterfaceView[] {
  const version = asText(raw['protocolVersion']);
  const first = { url: asText(raw['url']), binding: asText(raw['preferredTransport'], 'JSONRPC') };
  const additional = toList(raw['additionalInterfaces'])
    .filter(isRecord)
    .map(({ url, transport }) => ({ url: asText(url), binding: asText(transport) }));
  const all = new Map(
    [first, ...additional].map((entry) => [`${entry.binding} ${entry.url}`, { ...entry, version }]),
  );
  return [...all.values()].filter(({ url }) => url !== '');
}

function readSkills(raw: Fields): readonly SkillView[] {
  // Skills share these lists, because many of them with many default modes multiply.
  const inputDefaults = readModes(asTexts(raw['defaultInputModes']));
  const outputDefaults = readModes(asTexts(raw['defaultOutputModes']));
  return toList(raw['skills'])
    .filter(isRecord)
    .map((skill) => {
      const inputs = findModes(skill['inputModes']) ?? inputDefaults;
      const outputs = findModes(skill['outputModes']) ?? outputDefaults;
      return {
        id: asText(skill['id']),
        inputs: inputs.names,
        outputs: outputs.names,
        inputModes: inputs.modes,
        outputModes: outputs.modes,
        examples: asTexts(skill['examples']),
      };
    });
}

/** The modes of a skill, and the names of the schemas among them. */
interface SkillModes {
  readonly modes: readonly string[];
  readonly names: readonly string[];
}

function findModes(value: unknown): SkillModes | undefined {
  return Array.isArray(value) ? readModes(asTexts(value)) : undefined;
}

function readModes(modes: readonly string[]): SkillModes {
  return { modes, names: toNames(modes) };
}

/** Lists the names of the schemas that modes refer to. */
function toNames(modes: readonly string[]): readonly string[] {
  return [...new Set(modes.flatMap((mode) => fromSchemaMode(mode) ?? []))];
}

/** True if every alternative of the card's security asks for something. */
function readNeed(raw: Fields): boolean {
  const alternatives = toList(raw['securityRequirements'] ?? raw['security']);
  return (
    alternatives.length > 0 &&
    alternatives.every((alternative) => {
      const schemes = toRecord(toRecord(alternative)['schemes'] ?? alternative);
      return Object.keys(schemes).length > 0;
    })
  );
}

/** Parses the examples of a skill that are JSON. */
export function parseExamples(examples: readonly string[]): readonly Json[] {
  return examples.flatMap((example) => {
    try {
      return [JSON.parse(example) as Json];
    } catch {
      return [];
    }
  });
}

function asText(value: unknown, fallback = ''): string {
  return typeof value === 'string' ? value : fallback;
}

function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];
}
