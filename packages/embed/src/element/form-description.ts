import type { DescribedExample, DescribedSchema, DescribedSkill } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { readIssues, readList, readText, readCount } from './read-answer.ts';

/** A form as its agent describes it. All texts are the agent's. */
export interface FormDescription {
  readonly agent: string;
  readonly skill: DescribedSkill;
  readonly title: string;
  readonly intro: string;
  /** The label of the main button; `''` for the usual one. */
  readonly submitLabel: string;
  /** The accent colour, as `#` and six hexadecimal digits; `''` for the usual one. */
  readonly accent: string;
  /** The most bytes that all files of a submission have together. */
  readonly maxFileBytes: number;
}

/**
 * Reads the description of a form; `undefined` for anything else. Its schemas are vetted when they
 * are drawn.
 */
export function readDescription(value: unknown): FormDescription | undefined {
  if (!isRecord(value) || value['version'] !== 1) return undefined;
  const { skill: skillData, texts = {}, theme = {} } = value;
  if (!isRecord(skillData) || !isRecord(texts) || !isRecord(theme)) return undefined;
  const skill: DescribedSkill = {
    id: readText(skillData, 'id'),
    name: readText(skillData, 'name'),
    description: readText(skillData, 'description'),
    tags: [],
    examples: readExamples(skillData),
    inputs: readSchemas(skillData, 'inputs'),
    outputs: readSchemas(skillData, 'outputs'),
    fileTypes: readList(skillData, 'fileTypes').filter((type) => typeof type === 'string'),
    fileLimits: readLimits(skillData['fileLimits']),
    takesText: false,
  };
  const accent = readText(theme, 'accent');
  return {
    agent: readText(value, 'agent'),
    skill,
    title: readText(texts, 'title') || skill.name,
    intro: readText(texts, 'intro') || skill.description,
    submitLabel: readText(texts, 'submitLabel'),
    accent: /^#[\da-f]{6}$/iu.test(accent) ? accent : '',
    maxFileBytes: readCount(value, 'maxFileBytes') ?? MAX_FILE_BYTES,
  };
}

/** The most bytes of files for an agent that says nothing: they fit into its usual limit. */
const MAX_FILE_BYTES = 700_000;

function readLimits(value: unknown): NonNullable<DescribedSkill['fileLimits']> {
  const limits = toRecord(value);
  const [maxBytes, maxFiles] = [readCount(limits, 'maxBytes'), readCount(limits, 'maxFiles')];
  return {
    ...(maxBytes !== undefined && { maxBytes }),
    ...(maxFiles !== undefined && { maxFiles }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function readSchemas(skill: Fields, side: 'inputs' | 'outputs'): readonly DescribedSchema[] {
  return readList(skill, side).flatMap((value): readonly DescribedSchema[] => {
    if (!isRecord(value)) return [];
    const name = readText(value, 'name');
    const { kind, schema } = value;
    if (kind === 'usable' && isRecord(schema)) {
      return [{ kind, name, schema, fingerprint: readText(value, 'fingerprint') }];
    }
    return [{ kind: 'refused', name, issues: readIssues(value) }];
  });
}

function readExamples(skill: Fields): readonly DescribedExample[] {
  return readList(skill, 'examples').flatMap((value): readonly DescribedExample[] =>
    isRecord(value) && value['kind'] === 'input' && value['data'] !== undefined
      ? [{ kind: 'input', schema: readText(value, 'schema'), data: value['data'] as Json }]
      : [],
  );
}
