import { createExample, type Json, type Validator } from '@formwork/schema';
import { hideSecrets, listSecretValues } from '@formwork/schema/internal';
import { quote, getOwn, isRecord, previewJson } from '@formwork/schema/json';
import { parseExamples, type CardView, type SkillView } from '../card/card-view.ts';
import type { ConformanceSettings } from '../conformance-options.ts';
import { ConformanceError } from '../errors.ts';
import { createInvalid, type InvalidInput } from './create-invalid.ts';

/** Input for one schema of a skill. */
export interface SkillInput {
  readonly skill: SkillView;
  /** The name of the schema; `undefined` for plain text, and for data without a schema. */
  readonly schema: string | undefined;
  readonly valid: Json;
  /** Input that does not fit; `undefined` if none was found, and without a schema. */
  readonly invalid: InvalidInput | undefined;
  readonly validator: Validator | undefined;
}

/** The inputs to try, and the reasons why skills are left out. */
export interface SkillInputs {
  readonly inputs: readonly SkillInput[];
  readonly leftOut: readonly string[];
}

/** The most schemas that inputs are sent for, because a card may have any number. */
const MAX_INPUTS = 20;

/** The most schemas for which an input is looked for: the inputs of skills and modes multiply. */
const MAX_LOOKS = 200;

/** The text for skills without schemas. */
const GREETING = 'Hello';

/**
 * Finds an input for every schema of every chosen skill, and a text if no skill has a schema.
 *
 * @throws ConformanceError for an unknown skill, and for a given input that does not fit, or that
 *   nothing on the card has the name of
 */
export function findInputs(card: CardView, settings: ConformanceSettings): SkillInputs {
  const skills = pickSkills(card, settings);
  assertNamesKnown(card, settings);
  const { inputs, leftOut } = findEach(skills, { card, settings });
  if (inputs.length > 0) return { inputs, leftOut };
  const skill = skills.find(({ inputs: names }) => names.length === 0) ?? AGENT;
  const valid = getOwn(settings.inputs, skill.id) ?? GREETING;
  const text = { skill, schema: undefined, valid, invalid: undefined, validator: undefined };
  return { inputs: [text], leftOut };
}

/** Finds an input for every schema of the skills, until there are enough. */
function findEach(
  skills: readonly SkillView[],
  options: Omit<FindInputOptions, 'skill'>,
): SkillInputs {
  const inputs: SkillInput[] = [];
  const leftOut: string[] = [];
  let looks = 0;
  for (const skill of skills) {
    for (const name of skill.inputs) {
      looks += 1;
      if (inputs.length >= MAX_INPUTS || looks > MAX_LOOKS) {
        leftOut.push(`${skill.id}: only ${MAX_INPUTS} schemas are tried`);
        break;
      }
      const input = findInput(name, { ...options, skill });
      if (typeof input === 'string') leftOut.push(input);
      else inputs.push(input);
    }
  }
  return { inputs, leftOut };
}

/** The skill of messages to an agent whose card names no skill for text. */
const AGENT: SkillView = {
  id: '',
  inputs: [],
  outputs: [],
  inputModes: [],
  outputModes: [],
  examples: [],
};

function pickSkills(
  { skills }: CardView,
  { skills: ids }: ConformanceSettings,
): readonly SkillView[] {
  if (ids === undefined) return skills;
  const byId = new Map(skills.map((skill) => [skill.id, skill]));
  return ids.map((id) => {
    const skill = byId.get(id);
    if (skill !== undefined) return skill;
    const names = [...byId.keys()].map(quote).join(', ');
    throw new ConformanceError(
      `Cannot check the agent because a skill must be one of its card, ${names || 'which has none'}: current value is ${quote(id)}`,
      { code: 'CONFORMANCE_SKILL' },
    );
  });
}

/** An input under a misspelt name would be left out, and another one sent in its place. */
function assertNamesKnown({ skills }: CardView, { inputs }: ConformanceSettings): void {
  const allowed = new Set([AGENT.id, ...skills.flatMap(({ id, inputs: names }) => [id, ...names])]);
  const unknown = Object.keys(inputs).find((name) => !allowed.has(name));
  if (unknown === undefined) return;
  const names = [...allowed].filter((name) => name !== AGENT.id).map(quote);
  throw new ConformanceError(
    `Cannot check the agent because a given input must be for a schema or a skill of its card, ${names.join(', ') || 'which has none'}: current value is ${quote(unknown)}`,
    { code: 'CONFORMANCE_INPUT' },
  );
}

interface FindInputOptions {
  readonly skill: SkillView;
  readonly card: CardView;
  readonly settings: ConformanceSettings;
}

/** Finds the input for one schema; a text says why there is none. */
function findInput(name: string, { skill, card, settings }: FindInputOptions): SkillInput | string {
  const where = `${skill.id}: the schema ${quote(name)}`;
  const view = card.findSchema(name);
  if (view.kind === 'refused') return `${where} is not used, because ${view.reason}`;
  const { schema, validator } = view;
  const configured = getOwn(settings.inputs, name) ?? getOwn(settings.inputs, skill.id);
  if (configured !== undefined && !validator.isValid(configured)) {
    const [problem] = validator.check(configured);
    const words = `Cannot check the agent because the given input must fit the schema ${quote(name)}: ${problem?.pointer ?? ''} ${problem?.message ?? 'it does not'}, current value is ${previewJson(configured)}`;
    throw new ConformanceError(hideSecrets(words, listSecretValues(schema, configured)), {
      code: 'CONFORMANCE_INPUT',
    });
  }
  const candidates = [...parseExamples(skill.examples), createExample(schema, validator)];
  const valid =
    configured ??
    candidates.find((candidate) => isRecord(candidate) && validator.isValid(candidate));
  if (valid === undefined) return `${where} has no example, and none could be made`;
  const invalid = createInvalid(valid, validator);
  return { skill, schema: name, valid, invalid, validator };
}
