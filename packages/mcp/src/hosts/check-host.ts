import { type Dialect, toDialect } from '@formwork/schema';
import { listDependent, SUBSCHEMA_FORMS } from '@formwork/schema/internal';
import { isRecord } from '@formwork/schema/json';
import { isEnvelope } from '../catalog/envelope-schema.ts';
import type { CheckedTool, HostProblem, HostInput } from './host-problem.ts';
import type { HostProfile, NameRule, SchemaRules } from './host-profile.ts';
import { mayHoldFiles } from './may-hold-files.ts';

/** The effects of a schema that the SDK of a host does not support, and their sentences. */
const OUTCOME_EFFECTS = {
  list: { effect: 'lost', text: 'the host loses the whole list of tools' },
  call: { effect: 'lost', text: 'calls of it fail' },
  ignored: { effect: 'changed', text: 'the host does not look at it' },
} as const;

/** The dialects that every SDK of hosts knows. */
const KNOWN_DIALECTS = new Set<Dialect>(['2020-12', '2019-09', 'draft-07', 'draft-06']);

/** The treatment of a tool whose name breaks the rule of a host. */
const NAME_OUTCOMES = {
  drops: 'it drops the tool',
  breaks: 'it ends the whole conversation',
  refuses: 'it does not take the tool',
} as const satisfies Record<NameRule['otherwise'], string>;

/** The keywords that some hosts do not take at the root of an input schema. */
const UNIONS = ['oneOf', 'anyOf', 'allOf'];

/**
 * Finds the tools and texts that a host would drop, cut or change.
 *
 * @example
 * ```ts
 * import { checkHost, findHost } from '@formwork/mcp';
 *
 * const host = findHost('claude');
 * const problems = host && checkHost(host, { tools: [], instructions: '', budgetMs: 45_000 });
 * ```
 */
export function checkHost(
  host: HostProfile,
  { tools, instructions, budgetMs, serverName = 'agents' }: HostInput,
): readonly HostProblem[] {
  const { maxTools = Infinity, maxInstructions = Infinity } = host;
  return [
    ...(tools.length > maxTools
      ? [
          createLossProblem(
            'count',
            `${tools.length} tools are offered, and it takes ${maxTools} of all servers`,
          ),
        ]
      : []),
    ...(instructions.length > maxInstructions
      ? [
          createLossProblem(
            'instructions',
            describeCut('the instructions have', instructions, maxInstructions),
          ),
        ]
      : []),
    ...tools.flatMap((tool) => checkTool(host, tool, serverName)),
    ...checkTime(host, budgetMs),
    ...checkCalls(host),
    ...checkPrefix(host, serverName),
  ];
}

function checkPrefix({ names }: HostProfile, serverName: string): readonly HostProblem[] {
  if (names?.prefix === undefined) return [];
  const prefix = names.prefix.replace('{server}', () => serverName);
  return [createChangeProblem('names', `it puts ${prefix} before the names of tools`)];
}

function checkTool(
  { names, maxDescription = Infinity, rootUnions, mayDropRootIf, schemas, ...host }: HostProfile,
  tool: CheckedTool,
  serverName: string,
): readonly HostProblem[] {
  const { name, description, inputSchema, outputSchema } = tool;
  const unions = UNIONS.filter((keyword) => Object.hasOwn(inputSchema, keyword)).join(', ');
  const verb = rootUnions === 'drops' ? 'it drops the tool' : 'it refuses the tool';
  const { revision, results } = host;
  const isOld = revision !== undefined && revision < '2026';
  return [
    ...(names === undefined ? [] : checkName(name, { rule: names, serverName })),
    ...(description.length > maxDescription
      ? [
          createLossProblem(
            'descriptions',
            describeCut('its description has', description, maxDescription),
            name,
          ),
        ]
      : []),
    ...(rootUnions !== undefined && unions !== ''
      ? [createLossProblem('schemas', `its input schema has ${unions} at the root: ${verb}`, name)]
      : []),
    ...(mayDropRootIf === true && Object.hasOwn(inputSchema, 'if')
      ? [
          createLossProblem(
            'schemas',
            'its input schema has if at the root: it may drop the tool',
            name,
          ),
        ]
      : []),
    ...(isOld && outputSchema['type'] !== 'object'
      ? [createChangeProblem('results', 'its result is no object, and comes within "result"', name)]
      : []),
    ...(results === 'data' && !isEnvelope(outputSchema) && !mayHoldFiles(outputSchema)
      ? [
          createLossProblem(
            'results',
            'files beside its data do not get there, as its output schema has no room for their addresses: if it gives any, set results: "envelope" for its agent',
            name,
          ),
        ]
      : []),
    ...(schemas === undefined ? [] : checkSchemas(tool, schemas)),
  ];
}

function checkName(
  name: string,
  { rule, serverName }: { readonly rule: NameRule; readonly serverName: string },
): readonly HostProblem[] {
  const { pattern, prefix = '', max = Infinity, otherwise } = rule;
  const fullName = `${prefix.replace('{server}', () => serverName)}${name}`;
  const verb = NAME_OUTCOMES[otherwise];
  const fits = pattern === undefined || new RegExp(`^(?:${pattern})$`, 'u').test(name);
  return [
    ...(fits ? [] : [createLossProblem('names', `its name must be of ${pattern}: ${verb}`, name)]),
    ...(fullName.length > max
      ? [
          createLossProblem(
            'names',
            `${JSON.stringify(fullName)} has ${fullName.length} characters, and it takes ${max}: ${verb}`,
            name,
          ),
        ]
      : []),
  ];
}

function checkTime({ timeout }: HostProfile, budgetMs: number): readonly HostProblem[] {
  if (timeout === undefined || budgetMs < timeout.ms) return [];
  const seconds = timeout.ms / 1000;
  const without = timeout.isWithoutProgress === true ? ' without progress' : '';
  return [
    createLossProblem(
      'time',
      `calls block for up to ${budgetMs / 1000} s, and it gives them up after ${seconds} s${without}: set budgetSeconds to less`,
    ),
  ];
}

/** Finds the effects of a host that concern all tools and calls, not one tool. */
function checkCalls({
  results,
  revision,
  elicitation,
  pages,
}: HostProfile): readonly HostProblem[] {
  const isOld = revision !== undefined && revision < '2026';
  return [
    ...(results === 'data'
      ? [
          createChangeProblem(
            'results',
            'models get the data of a result, and nothing beside it: files, images and sounds come as addresses, within a2a_files of an open object',
          ),
        ]
      : []),
    ...(results === 'content'
      ? [
          createChangeProblem(
            'results',
            'models get the text of a result, which says the same as its data',
          ),
        ]
      : []),
    ...(isOld
      ? [
          createChangeProblem(
            'tasks',
            `it opens with ${revision}, which has no tasks as an extension: long calls answer with a task_id for a2a_task`,
          ),
        ]
      : []),
    ...(elicitation === 'undocumented'
      ? [
          createChangeProblem(
            'questions',
            'its documentation does not say that it asks people: questions go to the model, which replies with a2a_task',
          ),
        ]
      : []),
    ...(pages === 'no'
      ? [createChangeProblem('pages', 'it shows no pages: forms, tasks and results are text')]
      : []),
    ...(pages === 'remote'
      ? [
          createChangeProblem(
            'pages',
            'it often shows no pages of servers that it starts itself: serve with --http, or it is text',
          ),
        ]
      : []),
  ];
}

function createLossProblem(rule: HostProblem['rule'], message: string, tool = ''): HostProblem {
  return { effect: 'lost', rule, tool, message };
}

function createChangeProblem(rule: HostProblem['rule'], message: string, tool = ''): HostProblem {
  return { effect: 'changed', rule, tool, message };
}

function describeCut(subject: string, { length }: string, max: number): string {
  return `${subject} ${length} characters: what comes after ${max} is cut off`;
}

/** Finds the effects that the SDK of a host has on the schemas of a tool. */
function checkSchemas(
  { name: tool, inputSchema, outputSchema }: CheckedTool,
  rules: SchemaRules,
): readonly HostProblem[] {
  const toProblems = (
    subject: string,
    outcome: keyof typeof OUTCOME_EFFECTS | undefined,
  ): HostProblem[] => {
    if (outcome === undefined) return [];
    const { effect, text } = OUTCOME_EFFECTS[outcome];
    return [{ effect, rule: 'schemas', tool, message: `${subject}: ${text}` }];
  };
  const { properties } = inputSchema;
  const values: readonly unknown[] = isRecord(properties) ? Object.values(properties) : [];
  const outputs = [...listSchemas(outputSchema)];
  const has = (keyword: string): boolean =>
    outputs.some((schema) => Object.hasOwn(schema, keyword));
  const broken = outputs.some((schema) => isBroken(schema));
  const hasOtherDialect = [inputSchema, outputSchema].some(
    (schema) => !isKnownDialect(schema['$schema']),
  );
  return [
    ...(inputSchema['type'] === 'object'
      ? []
      : toProblems('its input schema is not of type "object"', rules.noObject)),
    ...(values.some((value) => typeof value === 'boolean')
      ? toProblems('an argument has true or false as its schema', rules.booleanProperty)
      : []),
    ...(broken
      ? toProblems(
          'its output schema has a broken pattern or an external reference',
          rules.brokenOutput,
        )
      : []),
    ...(has('prefixItems')
      ? toProblems('its output schema has prefixItems', rules.prefixItems)
      : []),
    ...(has('unevaluatedProperties')
      ? toProblems('its output schema has unevaluatedProperties', rules.unevaluated)
      : []),
    ...(hasOtherDialect ? toProblems('a schema names another draft', rules.otherDialect) : []),
  ];
}

/** Yields a schema and all schemas within it. */
function* listSchemas(schema: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (!isRecord(schema)) return;
  yield schema;
  for (const [keyword, value] of Object.entries(schema)) {
    switch (SUBSCHEMA_FORMS.get(keyword)) {
      case undefined:
        break;
      case 'one':
        yield* listSchemas(value);
        break;
      case 'list':
        if (Array.isArray(value)) for (const subschema of value) yield* listSchemas(subschema);
        break;
      case 'map':
        if (isRecord(value))
          for (const subschema of Object.values(value)) yield* listSchemas(subschema);
        break;
      case 'maps':
        for (const subschema of listDependent({ [keyword]: value })) yield* listSchemas(subschema);
    }
  }
}

function isBroken({ pattern, $ref: reference }: Readonly<Record<string, unknown>>): boolean {
  if (typeof reference === 'string' && !reference.startsWith('#')) return true;
  if (typeof pattern !== 'string') return false;
  try {
    // Only compiles the pattern; no text is matched against it.
    return new RegExp(pattern, 'u').source === '';
  } catch {
    return true;
  }
}

function isKnownDialect(uri: unknown): boolean {
  if (uri === undefined) return true;
  const dialect = typeof uri === 'string' ? toDialect({ $schema: uri }) : undefined;
  return dialect !== undefined && KNOWN_DIALECTS.has(dialect);
}

/** The facts of a profile, with the names by which reports call them. */
const FACT_NAMES = [
  ['names', 'names'],
  ['maxTools', 'number of tools'],
  ['maxDescription', 'descriptions'],
  ['rootUnions', 'schemas'],
  ['results', 'results'],
  ['timeout', 'time'],
  ['revision', 'revision'],
  ['elicitation', 'questions'],
  ['tasks', 'tasks'],
  ['pages', 'pages'],
  ['prompts', 'prompts'],
] as const satisfies readonly (readonly [keyof HostProfile, string])[];

/**
 * Lists what is not known of a host: a fact that is missing in its profile does not mean that the
 * host can do it. Whether hosts show resources or progress is known of none.
 *
 * @example
 * ```ts
 * import { HOST_PROFILES, listUnknown } from '@formwork/mcp';
 *
 * for (const host of HOST_PROFILES) console.log(listUnknown(host));
 * ```
 */
export function listUnknown(host: HostProfile): readonly string[] {
  const { revision, schemas } = host;
  const missing = FACT_NAMES.filter(([fact]) => {
    if (fact === 'tasks' && revision !== undefined && revision < '2026') return false;
    if (fact === 'rootUnions' && schemas !== undefined) return false;
    return host[fact] === undefined;
  });
  return [...missing.map(([, name]) => name), 'resources', 'progress'];
}
