import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Agent } from '@formwork/core';

/** Types that a version of an agent has written, told to the next. */
export interface AgentTypes {
  /** Digest of what they are made of. */
  readonly source: string;
  /** Digest of the module. */
  readonly module: string | undefined;
  /** `undefined` if they are those of the version before. */
  readonly warnings: readonly string[] | undefined;
}

/** Options of {@link writeAgentTypes}. */
export interface WriteAgentTypesOptions {
  /** The module that is written. */
  readonly file: string;
  /** The types of the version before; `undefined` for the first. */
  readonly before: Pick<AgentTypes, 'source' | 'module'> | undefined;
}

/**
 * Writes the types of an agent unless they are there: most versions differ in what a handler does,
 * and what makes types takes longer to load than an agent.
 */
export async function writeAgentTypes(
  agent: Agent,
  { file, before }: WriteAgentTypesOptions,
): Promise<AgentTypes> {
  const source = toDigest(JSON.stringify(listParts(agent)));
  if (source === before?.source && (await digestFile(file)) === before.module) {
    return { ...before, warnings: undefined };
  }
  const { writeTypes } = await import('@formwork/typegen');
  const written = await writeTypes([{ source: agent, file }]);
  const warnings = written.flatMap((one) => one.warnings.map(({ message }) => message));
  return { source, module: await digestFile(file), warnings };
}

/** All that types are made of. */
function listParts({ name, description, schemas, skills }: Agent): unknown {
  return [
    name,
    description,
    [...schemas.values()].map((one) => [one.name, one.schema]),
    skills.map((skill) => [
      skill.id,
      skill.description,
      [...skill.inputs.keys()],
      [...skill.outputs.keys()],
    ]),
  ];
}

async function digestFile(file: string): Promise<string | undefined> {
  const text = await readFile(file).catch(() => undefined);
  return text === undefined ? undefined : toDigest(text);
}

function toDigest(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url');
}
