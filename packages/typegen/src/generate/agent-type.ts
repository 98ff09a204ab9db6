import { toPreview, type TypegenWarning } from '../errors.ts';
import { toCommentText } from '../prepare/comments.ts';
import type { TypeNames } from '../prepare/type-names.ts';
import type { SourceAgent } from '../type-source.ts';
import { formatCode } from './write-declarations.ts';

/** Options of {@link writeAgentType}. */
export interface AgentTypeOptions {
  /** The types of the named schemas, by the schemas' names. */
  readonly typeNames: ReadonlyMap<string, string>;
  readonly names: TypeNames;
  /** Takes a warning for each schema that is missing. */
  readonly warnings: TypegenWarning[];
  /** True also writes a function that connects to the agent. */
  readonly withClient: boolean;
}

/** The type of an agent, and how to connect to it. */
export interface AgentType {
  readonly code: string;
  readonly name: string;
}

/**
 * Writes the interface that a typed client takes: skills by id, and the types of input and output
 * by the names of the schemas.
 */
export async function writeAgentType(
  agent: SourceAgent,
  options: AgentTypeOptions,
): Promise<AgentType> {
  const name = options.names.take([agent.name, `${agent.name} agent`]);
  const skills = agent.skills.map((skill) => {
    const input = writeSchemas(skill.inputs, `skill ${toPreview(skill.id)}, input`, options);
    const output = writeSchemas(skill.outputs, `skill ${toPreview(skill.id)}, output`, options);
    return `${toComment(skill.description)}${quote(skill.id)}: { input: ${input}; output: ${output} };`;
  });
  const parts = [
    `${toComment(agent.description)}export interface ${name} {\n skills: {\n ${skills.join('\n')} } }`,
    ...(options.withClient && agent.url !== undefined ? [writeConnect(name, agent.url)] : []),
  ];
  return { code: await formatCode(parts.join('\n\n')), name };
}

/** The import that the code of an agent with a client needs. */
export const CLIENT_IMPORT = `import { connect, type ConnectOptions, type RemoteAgent } from '@formwork/client';\n`;

function writeSchemas(
  names: readonly string[],
  where: string,
  { typeNames, warnings }: AgentTypeOptions,
): string {
  const members = [...new Set(names)].map((name) => {
    const type = typeNames.get(name);
    if (type === undefined) {
      const message = `Cannot find the schema ${toPreview(name)} as it must be among the schemas of the card: using unknown`;
      warnings.push({ code: 'schema-missing', where, message });
    }
    return `${quote(name)}: ${type ?? 'unknown'}`;
  });
  return `{ ${members.join('; ')} }`;
}

function writeConnect(name: string, url: string): string {
  return `/** Connects to the agent at the address that these types were made from. */
export const connect${name} = (
  options?: ConnectOptions,
): Promise<RemoteAgent<${name}>> => connect<${name}>(${quote(url)}, options);`;
}

function toComment(text: string | undefined): string {
  const safe = toCommentText(text ?? '');
  return safe === '' ? '' : `/**\n${safe.replaceAll(/^/gmu, ' * ')}\n */\n`;
}

function quote(text: string): string {
  return JSON.stringify(text);
}
