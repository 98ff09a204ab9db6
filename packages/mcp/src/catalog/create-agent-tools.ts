import type { RemoteAgent, RemoteSchema } from '@formwork/client';
import { toIconUrl } from '@formwork/core/internal';
import { type JsonSchema, toFingerprint } from '@formwork/schema';
import {
  addFilesArgument,
  type ArgumentsWithFiles,
  type SkillFiles,
  pickMediaTypes,
} from '../schema/files-argument.ts';
import { type InputProjectionOutcome, projectInput } from '../schema/project-input.ts';
import { projectSchema } from '../schema/project-schema.ts';
import type { ProjectionOutcome } from '../schema/projection.ts';
import { toCleanLine } from '../text/to-clean-text.ts';
import { type AgentSettings, isAllowed } from './agent-settings.ts';
import type { AgentTools, BridgeTool, QuarantinedSkill, ToolTarget } from './bridge-tool.ts';
import { describeTool, toTitle } from './describe-tool.ts';
import { toEnvelopeSchema } from './envelope-schema.ts';
import { nameTools } from './name-tools.ts';
import {
  APP_TOOL_NAME,
  createAskTool,
  TASK_TOOL_NAME,
  TEXT_INPUT_SCHEMA,
  toAnnotations,
  TOOL_META_KEY,
} from './shared-tools.ts';
import { toLabel } from './to-label.ts';

/**
 * Patterns of orders that descriptions of tools have been used to give to the model that reads
 * them.
 */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|other|all)\b.{0,40}\b(?:instruction|prompt|rule|message|tool)/isu,
  /[<‹]\s*(?:\/\s*)?(?:important|system|instructions?|secret|assistant|user)\s*[>›]/iu,
  /\b(?:do not|don't|never)\b.{0,20}\b(?:tell|mention|inform|reveal|show)\b.{0,30}\b(?:user|human|person|anyone|this)/isu,
  /\bbefore (?:using|calling) (?:this|any|other) tools?\b.{0,80}\b(?:read|send|call|include|pass)\b/isu,
  /\b(?:system prompt|conversation history|chain of thought)\b/iu,
];

/**
 * The highest number of an agent's skills that become tools if its settings give none, and below it
 * that of a skill's schemas.
 */
const MAX_SKILLS = 200;
const MAX_SCHEMAS = 20;

/**
 * The most characters of the schemas of all tools of an agent, as JSON. References that are written
 * out make a hundred times as much of a schema, and each skill may have the same ones again.
 */
const MAX_CHARACTERS = 8_000_000;

/** The highest number of left out skills that are named in a warning. */
const MAX_NAMES = 10;

type CardSkill = RemoteAgent['card']['skills'][number];

/** A tool that has no name yet. */
interface Draft {
  readonly words: readonly string[];
  readonly title: string;
  readonly target: ToolTarget;
  readonly inputSchema: JsonSchema;
  readonly rules: readonly string[];
  readonly skill: CardSkill;
  readonly outputs: Outputs;
}

/** The promises of the tools of one skill: the kind of result and the output schema. */
interface Outputs {
  readonly mode: BridgeTool['results'];
  readonly schema: JsonSchema;
}

/** Projects each schema of an agent once, and counts what its tools take. */
class SchemaBudget {
  readonly projectInput: (schema: JsonSchema) => InputProjectionOutcome = remember(projectInput);
  readonly projectOutput: (schema: JsonSchema) => ProjectionOutcome = remember(projectOutput);
  readonly #measure = remember((schema: JsonSchema) => JSON.stringify(schema).length);
  #room = MAX_CHARACTERS;

  /** Counts the schemas of a tool; returns false if there is no room for them any more. */
  take(schemas: readonly JsonSchema[]): boolean {
    this.#room -= schemas.reduce((sum, schema) => sum + this.#measure(schema), 0);
    return this.#room >= 0;
  }

  /** True once a tool found no room, so that no further schema is looked at. */
  isSpent(): boolean {
    return this.#room < 0;
  }
}

/** Makes a function that does its work once for each schema. */
function remember<Result>(work: (schema: JsonSchema) => Result): (schema: JsonSchema) => Result {
  const done = new Map<JsonSchema, Result>();
  return (schema) => {
    const result = done.get(schema) ?? work(schema);
    done.set(schema, result);
    return result;
  };
}

const TOO_LARGE = `the schemas of an agent's tools must have at most ${MAX_CHARACTERS} characters together, with all references written out`;

/** Records that a skill, or one of its schemas, does not become a tool, with the reasons. */
type Quarantine = (schema: string, reasons: readonly string[]) => void;

/**
 * Makes the tools of an agent: one per skill and input schema, and one for text. What cannot become
 * a tool is left out with the reasons.
 */
export function createAgentTools(agent: RemoteAgent, settings: AgentSettings): AgentTools {
  const { alias } = settings;
  const prefix = settings.prefix === false ? '' : alias;
  const quarantined: QuarantinedSkill[] = [];
  const allowed = agent.card.skills.filter(({ id }) => isAllowed(id, settings));
  const { maxSkills = MAX_SKILLS } = settings;
  const budget = new SchemaBudget();
  const drafts = allowed.slice(0, maxSkills).flatMap((skill) => {
    const quarantine: Quarantine = (schema, reasons) =>
      quarantined.push({ alias, skillId: skill.id, schema, reasons });
    if (budget.isSpent()) {
      quarantine('', [TOO_LARGE]);
      return [];
    }
    try {
      return draftTools(agent, { skill, settings, quarantine, budget });
    } catch (error) {
      quarantine('', [error instanceof Error ? error.message : String(error)]);
      return [];
    }
  });
  const ask =
    settings.ask === false
      ? []
      : [
          createAskTool(alias, {
            label: toLabel(settings, agent.name),
            prefix,
            hints: settings.hints,
          }),
        ];
  const names = nameTools(
    drafts.map(({ words }) => ({
      alias: prefix,
      words,
      identity: [agent.door.url, ...words].join('\n'),
    })),
    { reserved: [TASK_TOOL_NAME, APP_TOOL_NAME, ...ask.map(({ definition }) => definition.name)] },
  );
  const tools = drafts.map((draft, index) =>
    toTool(draft, { name: names[index] ?? '', agent, settings }),
  );
  return {
    tools: [...tools, ...ask],
    quarantined: [...quarantined, ...warnOfSkillsBeyondLimit(allowed, alias, maxSkills)],
    warnings: [...agent.warnings, ...listOrders(tools)],
  };
}

/** Warns of the skills beyond the limit: names the first ones, and counts the rest. */
function warnOfSkillsBeyondLimit(
  allowed: readonly CardSkill[],
  alias: string,
  maxSkills: number,
): readonly QuarantinedSkill[] {
  const omittedIds = allowed.slice(maxSkills).map(({ id }) => id);
  const surplus = omittedIds.length - MAX_NAMES;
  const names = [...omittedIds.slice(0, MAX_NAMES), ...(surplus > 0 ? [`${surplus} more`] : [])];
  const reasons = [`only the first ${maxSkills} skills of an agent become tools (maxSkills)`];
  return names.map((skillId) => ({ alias, skillId, schema: '', reasons }));
}

interface DraftOptions {
  readonly skill: CardSkill;
  readonly settings: AgentSettings;
  readonly quarantine: Quarantine;
  readonly budget: SchemaBudget;
}

function draftTools(
  agent: RemoteAgent,
  { skill, settings, quarantine, budget }: DraftOptions,
): readonly Draft[] {
  const remote = agent.skill(skill.id);
  const outputs = projectOutputs(remote.outputs(), { settings, budget });
  const base = { skill, outputs };
  const inputs = remote.inputs();
  const files = { fileTypes: pickMediaTypes(remote.fileTypes), fileLimits: remote.fileLimits };
  if (inputs.length === 0) {
    const target = { kind: 'text', skillId: skill.id, ...files } as const;
    const title = toTitle(skill);
    const rules: readonly string[] = [];
    const inputSchema = toArguments(
      { schema: TEXT_INPUT_SCHEMA, wrapper: undefined },
      files,
    ).schema;
    if (!budget.take([inputSchema, outputs.schema])) {
      quarantine('', [TOO_LARGE]);
      return [];
    }
    return [{ ...base, words: [skill.id], title, target, inputSchema, rules }];
  }
  const isOneOfSeveral = inputs.length > 1;
  if (inputs.length > MAX_SCHEMAS) {
    quarantine(`${inputs.length - MAX_SCHEMAS} more schemas`, [
      `only the first ${MAX_SCHEMAS} schemas of a skill become tools`,
    ]);
  }
  return inputs.slice(0, MAX_SCHEMAS).flatMap((input): readonly Draft[] => {
    if (budget.isSpent()) {
      quarantine(input.name, [TOO_LARGE]);
      return [];
    }
    if (input.kind === 'refused') {
      quarantine(
        input.name,
        input.issues.map(({ message }) => message),
      );
      return [];
    }
    const projected = budget.projectInput(input.schema);
    if (projected.kind === 'refused') {
      quarantine(
        input.name,
        projected.refusals.map(({ pointer, reason }) => `${pointer} ${reason}`),
      );
      return [];
    }
    const { rules } = projected.projection;
    const { schema, wrapper } = toArguments(projected.projection, files);
    if (!budget.take([schema, outputs.schema])) {
      quarantine(input.name, [TOO_LARGE]);
      return [];
    }
    const title = toTitle(skill);
    return [
      {
        ...base,
        words: isOneOfSeveral ? [skill.id, input.name] : [skill.id],
        title: isOneOfSeveral ? toTitle({ ...skill, name: `${title}: ${input.name}` }) : title,
        target: {
          kind: 'skill',
          skillId: skill.id,
          schema: input.name,
          isOneOfSeveral,
          wrapper,
          ...files,
        },
        inputSchema: schema,
        rules: rules === '' ? [] : [rules],
      },
    ];
  });
}

function toArguments(projection: ArgumentsWithFiles, files: SkillFiles): ArgumentsWithFiles {
  return files.fileTypes.length === 0 ? projection : addFilesArgument(projection, files);
}

function projectOutputs(
  schemas: readonly RemoteSchema[],
  { settings, budget }: Pick<DraftOptions, 'settings' | 'budget'>,
): Outputs {
  const projections = schemas.map((schema): JsonSchema => {
    if (schema.kind === 'refused') {
      const [first] = schema.issues;
      throw new Error(`its output ${JSON.stringify(schema.name)} is refused: ${first?.message}`);
    }
    const outcome = budget.projectOutput(schema.schema);
    // Input that the tool cannot describe may still be sent; it is checked here.
    return outcome.kind === 'projected' ? outcome.projection.schema : {};
  });
  const [only] = projections;
  // `text/plain` beside it means nothing here: it is for callers that do not know schemas.
  const isPromise =
    settings.results !== 'envelope' &&
    projections.length === 1 &&
    typeof only?.['type'] === 'string';
  if (isPromise && only !== undefined) return { mode: 'natural', schema: only };
  return { mode: 'envelope', schema: toEnvelopeSchema({ outputs: projections }) };
}

function toTool(
  draft: Draft,
  {
    name,
    agent,
    settings,
  }: { readonly name: string; readonly agent: RemoteAgent; readonly settings: AgentSettings },
): BridgeTool {
  const { alias } = settings;
  const label = toLabel(settings, agent.name);
  const { skill, target, outputs } = draft;
  const schema = target.kind === 'skill' ? target.schema : '';
  const { icon } = agent.skill(skill.id);
  return {
    alias,
    target,
    results: outputs.mode,
    definition: {
      name,
      title: draft.title,
      description: describeTool({ label, ...skill, rules: draft.rules }),
      inputSchema: draft.inputSchema,
      outputSchema: outputs.schema,
      annotations: toAnnotations(settings.hints),
      ...(icon !== undefined && { icons: [toToolIcon(icon)] }),
      _meta: {
        [TOOL_META_KEY]: {
          agent: alias,
          ...(label !== alias && { label }),
          skill: toCleanLine(skill.id, { most: 200 }),
          ...(schema !== '' && { schema: toCleanLine(schema, { most: 200 }) }),
          version: toCleanLine(agent.version, { most: 80 }),
          fingerprint: toFingerprint(draft.inputSchema),
        },
      },
    },
  };
}

/** Returns an icon as MCP has it, which knows pictures only. */
function toToolIcon(icon: string): { readonly src: string; readonly mimeType: string } {
  const src = toIconUrl(icon);
  return { src, mimeType: src.startsWith('data:image/png') ? 'image/png' : 'image/svg+xml' };
}

/** Warns of tools whose texts read like orders to the model. */
function listOrders(tools: readonly BridgeTool[]): readonly string[] {
  return tools.flatMap(({ definition }) => {
    const { icons: _icons, ...texts } = definition;
    const phrase = findInstructions(JSON.stringify(texts));
    if (phrase === undefined) return [];
    return [`Tool ${definition.name} reads like an order to the model: ${JSON.stringify(phrase)}`];
  });
}

/**
 * Projects an output schema to a form that every host compiles and checks in the same way. Hosts
 * with the older SDK know only draft 07, and a single schema that does not compile costs them all
 * tools.
 */
function projectOutput(schema: JsonSchema): ProjectionOutcome {
  return projectSchema(schema, { purpose: 'output' });
}

/**
 * Finds the first passage of a text that reads like an order to the model; `undefined` if there is
 * none.
 */
function findInstructions(text: string): string | undefined {
  for (const order of ORDERS) {
    const [phrase] = order.exec(text.slice(0, 10_000)) ?? [];
    if (phrase !== undefined) return phrase.slice(0, 120);
  }
  return undefined;
}
