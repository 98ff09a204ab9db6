/** A script of a manifest, and the programs that npm finds for it beside those of Node. */
export interface Script {
  readonly text: string;
  readonly programs: ReadonlySet<string>;
}

/** The programs that come with Node, which npm puts on the PATH of every script. */
const OF_NODE: ReadonlySet<string> = new Set(['node', 'npm', 'npx']);

/** Characters outside of double quotes that `cmd` and `sh` read differently, and why. */
const OUTSIDE: Readonly<Record<string, string>> = {
  "'": 'quotes nothing in cmd',
  '`': 'starts no command in cmd',
  $: 'is no variable in cmd',
  '%': 'begins a variable in cmd alone',
  '^': 'escapes in cmd alone',
  '\\': 'escapes in sh alone',
  ';': 'ends no command in cmd',
  '#': 'begins no comment in cmd',
  '~': 'is no home in cmd',
  '*': 'is not expanded by cmd',
  '?': 'is not expanded by cmd',
  '[': 'is not expanded by cmd',
  '{': 'is not expanded by cmd',
  '(': 'groups differently in cmd',
  ')': 'groups differently in cmd',
  '<': 'reads a file of another name in cmd',
  '>': 'writes a file of another name in cmd',
  '\n': 'ends the script in cmd',
};

/** Characters within double quotes that only one of the shells replaces. */
const INSIDE: ReadonlySet<string> = new Set(['$', '`', '\\', '%']);

interface Command {
  readonly words: readonly string[];
}

/** A script as `cmd` reads it: its commands, and what `sh` would read differently. */
interface Reading {
  readonly commands: readonly Command[];
  readonly faults: readonly string[];
}

/**
 * Reads a script by the rules of `cmd`, in which npm runs it on Windows, and returns what fails
 * there or means something else than in `sh`.
 */
export function listCmdFaults({ text, programs }: Script): readonly string[] {
  const { commands, faults } = readCommands(text);
  return [...faults, ...commands.flatMap(({ words }) => judgeCommand(words, programs))];
}

function judgeCommand(
  [program, ...args]: readonly string[],
  programs: ReadonlySet<string>,
): readonly string[] {
  if (program === undefined) return ['a command is empty'];
  if (/^\w+=/u.test(program)) return [`${program} sets no variable in cmd`];
  const isKnown = OF_NODE.has(program) || programs.has(program);
  return [
    ...(isKnown ? [] : [`${program} is no program that npm finds on Windows`]),
    // Programs of packages are batch files there, which read their arguments once more.
    ...args.flatMap((word) => (/[&|]/u.test(word) ? [`${word} is read twice by cmd`] : [])),
  ];
}

/** Splits a script into commands at `&&`, `||` and `|`, and each command into its words. */
function readCommands(text: string): Reading {
  const faults: string[] = [];
  const commands: { readonly words: string[] }[] = [{ words: [] }];
  let word: string | undefined;
  let isQuoted = false;

  function endWord(): void {
    if (word !== undefined) commands.at(-1)?.words.push(word);
    word = undefined;
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (isQuoted) {
      if (INSIDE.has(char)) faults.push(`${char} is replaced within quotes by one shell alone`);
      word += char;
    } else if (char === '&' || char === '|') {
      const isDouble = text.charAt(at + 1) === char;
      if (char === '&' && !isDouble) faults.push('& starts nothing in the background in cmd');
      if (isDouble) at += 1;
      endWord();
      commands.push({ words: [] });
    } else if (char === ' ' || char === '\t') endWord();
    else {
      const why = OUTSIDE[char];
      if (why !== undefined) faults.push(`${JSON.stringify(char)} ${why}`);
      word = `${word ?? ''}${char}`;
    }
  }
  if (isQuoted) faults.push('a quote is not closed');
  endWord();
  return { commands, faults };
}
