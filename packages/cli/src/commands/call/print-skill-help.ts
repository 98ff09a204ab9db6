import { connect } from '@formwork/client';
import { listFlags } from '../../input/list-flags.ts';
import { toConnectOptions } from '../../remote/connect-options.ts';
import type { Console } from '../../terminal/console.ts';
import { formatTable } from '../../terminal/format-table.ts';
import { toSafeLine } from '../../terminal/safe-text.ts';
import { toShellWord } from '../../terminal/to-shell-word.ts';
import type { CallFlags } from './call-request.ts';
import { isDeprecated } from './is-deprecated.ts';

/** Prints the description of a skill, and the flags for its input. */
export async function printSkillHelp(
  {
    url,
    skillId,
    flags,
    commandFlags,
  }: {
    readonly url: string;
    readonly skillId: string;
    readonly flags: CallFlags;
    /** The command's own flags, which take precedence over flags of the skill with the same name. */
    readonly commandFlags: ReadonlySet<string>;
  },
  { out, paint }: Console,
): Promise<void> {
  const agent = await connect(url, toConnectOptions(url, flags));
  if (agent.skillIds.length === 0) {
    out(`The agent lists no skills.\n\nTakes text: formwork call ${toShellWord(url)} "TEXT"`);
    return;
  }
  const skill = agent.skill(skillId);
  out(`${paint('bold', skill.name)}\n${skill.description}`);
  const inputs = skill.inputs();
  const command = `formwork call ${toShellWord(url)} ${toShellWord(skillId)}`;
  if (inputs.length === 0) out(`\nTakes text: ${command} "TEXT"`);
  for (const schema of inputs) {
    const pick = inputs.length > 1 ? ` --schema ${toShellWord(schema.name)}` : '';
    const mark = isDeprecated(schema) ? ' (deprecated)' : '';
    out(`\n${command}${pick} [flags]${mark}`);
    if (schema.kind === 'refused') {
      out(schema.issues.map(({ message }) => `  ${message}`).join('\n'));
      continue;
    }
    const listed = listFlags(schema.schema);
    const rows = listed
      .filter(({ isWritable }) => isWritable)
      .map(({ flag, takes, isRequired, isAlternative, description }) => [
        commandFlags.has(flag) ? `-- ${toShellWord(flag)}` : toShellWord(flag),
        takes,
        isRequired ? 'required' : isAlternative ? 'one required' : '',
        description,
      ]);
    out(rows.length === 0 ? '  No flags: use --json FILE.' : formatTable(rows, { paint }));
    if (rows.some(([flag = '']) => flag.startsWith('-- '))) {
      out('  Behind -- are those that the command has as well: all of them go to the end.');
    }
    if (listed.some(({ isWritable, isAlternative }) => isWritable && isAlternative)) {
      out('  One required: what the schema takes has several forms; give the flags of one.');
    }
    const unwritable = listed.filter(({ isWritable }) => !isWritable);
    const names = unwritable.map(({ flag }) => JSON.stringify(flag.slice(2))).join(', ');
    if (names !== '') out(toSafeLine(`  With --json FILE only: ${names}`));
  }
  const types = skill.fileTypes.join(', ');
  const { maxBytes, maxFiles } = skill.fileLimits;
  const limits = [
    ...(maxBytes === undefined ? [] : [`at most ${maxBytes} bytes each`]),
    ...(maxFiles === undefined ? [] : [`at most ${maxFiles}`]),
  ].join(', ');
  if (types !== '') {
    const rules = limits === '' ? types : `${types}; ${limits}`;
    out(toSafeLine(`\nTakes files: --file PATH, once for each (${rules})`));
  }
}
