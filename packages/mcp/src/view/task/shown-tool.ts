import type { DescribedSkill } from '@formwork/client';
import type { JsonSchema } from '@formwork/schema';
import { isRecord, toRecord } from '@formwork/schema/json';
import { ENVELOPE_STATES } from '../../catalog/envelope-schema.ts';
import { META_KEY } from './read-answer.ts';

/** A tool as the page shows it. All its texts may come from a stranger. */
export interface ShownTool {
  readonly name: string;
  /** The title of the tool, its name for people. */
  readonly title: string;
  /** The alias of the agent; `''` if it is not known. */
  readonly agent: string;
  readonly input: JsonSchema;
  /** The schema of the tool's output; `{}` if the tool promises none. */
  readonly output: JsonSchema;
  /** True if the tool promises the envelope, which then contains the result. */
  readonly isEnvelope: boolean;
  /** The tool in the form that the components for tasks take. */
  readonly skill: DescribedSkill;
}

/**
 * Reads the tool from the host's definition of it. Without a definition, results are drawn by their
 * shape.
 */
export function readTool(definition: Readonly<Record<string, unknown>> | undefined): ShownTool {
  const { name, title, inputSchema, outputSchema, _meta: meta } = definition ?? {};
  const facts = isRecord(meta) ? meta[META_KEY] : undefined;
  const toolName = typeof name === 'string' ? name : '';
  const input = toRecord(inputSchema);
  const promised = toRecord(outputSchema);
  const isEnvelope = isEnvelopeSchema(promised);
  const output = isEnvelope ? readOutputSchema(promised) : promised;
  const shown = typeof title === 'string' && title !== '' ? title : toolName;
  const named = isRecord(facts) ? (facts['label'] ?? facts['agent']) : undefined;
  const agent = typeof named === 'string' ? named : '';
  const describeSchema = (schema: JsonSchema) =>
    ({ kind: 'usable', name: '', schema, fingerprint: '' }) as const;
  return {
    name: toolName,
    title: shown,
    agent:
      agent === '' && toolName.includes('_') ? toolName.slice(0, toolName.indexOf('_')) : agent,
    input,
    output,
    isEnvelope,
    skill: {
      id: toolName,
      name: shown,
      description: '',
      tags: [],
      examples: [],
      inputs: [describeSchema(input)],
      outputs: Object.keys(output).length === 0 ? [] : [describeSchema(output)],
      fileTypes: [],
      takesText: false,
    },
  };
}

/** True for the schema of the envelope, which is recognized by its states. */
function isEnvelopeSchema({ properties }: JsonSchema): boolean {
  const state = isRecord(properties) ? properties['state'] : undefined;
  const values: unknown = isRecord(state) ? state['enum'] : undefined;
  return (
    Array.isArray(values) &&
    ENVELOPE_STATES.every((envelopeState) => values.includes(envelopeState))
  );
}

function readOutputSchema({ properties }: JsonSchema): JsonSchema {
  const output = isRecord(properties) ? properties['output'] : undefined;
  return toRecord(output);
}
