import type { Json } from '@formwork/schema';

/**
 * Writes a call as a TypeScript program that uses `@formwork/client`. The program reads credentials
 * from the environment.
 */
export function toTypeScript(program: {
  /** The address of the agent. */
  readonly agent: string;
  readonly skillId: string;
  /**
   * The input: the data, or schema and data for a skill with several forms; absent if a text is sent.
   */
  readonly data?: Json;
  readonly text?: string;
  /** The conversation that a text goes on with; absent for a new one. */
  readonly contextId?: string;
  /** The names of the files that were sent, whose bytes the page does not keep. */
  readonly files?: readonly string[];
  readonly credentials: readonly string[];
}): string {
  const { agent, skillId, data, text, contextId, files = [], credentials } = program;
  const headers = credentials.map((name) => `    ${toLiteral(name)}: ${toValue(name)},\n`).join('');
  const options = headers === '' ? '' : `, {\n  headers: {\n${headers}  },\n}`;
  const fields: Record<string, Json> = {
    ...(contextId !== undefined && { contextId }),
    ...(skillId !== '' && { metadata: { skillId } }),
  };
  const sendOptions = Object.keys(fields).length === 0 ? [] : [fields];
  const call =
    data === undefined
      ? `const outcome = await agent.send(${[text ?? '', ...sendOptions].map(toLiteral).join(', ')});\nconsole.log(outcome);`
      : `const result = await agent.skill(${toLiteral(skillId)}).call(${toLiteral(data)});\nconsole.log(result);`;
  return [
    "import { connect } from '@formwork/client';",
    '',
    `const agent = await connect(${toLiteral(agent)}${options});`,
    ...(files.length === 0
      ? []
      : ['// Files went along, as a last argument gives them: { files: [...] }']),
    ...files.map((name) => `//   ${toLiteral(name)}`),
    call,
    '',
  ].join('\n');
}

/**
 * Writes JSON as a TypeScript literal, and escapes the two characters that would end a line of a
 * script.
 */
function toLiteral(value: Json): string {
  return (
    JSON.stringify(value, undefined, 2)
      .replaceAll('\u2028', String.raw`\u2028`)
      .replaceAll('\u2029', String.raw`\u2029`)
      // In a script `{"__proto__": …}` sets the prototype, while in JSON it is an ordinary name.
      .replaceAll(/^( *)"__proto__":/gmu, '$1["__proto__"]:')
  );
}

function toValue(name: string): string {
  const isBearer = name.toLowerCase() === 'authorization';
  return isBearer ? "`Bearer ${process.env['TOKEN']}`" : "process.env['API_KEY'] ?? ''";
}
