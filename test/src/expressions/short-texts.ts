/**
 * An expression that may take more than linear time, or whose time nothing tells, and why it takes
 * none here.
 */
export interface ShortText {
  readonly path: string;
  /** The expression, or the code that makes it, as the list of expressions shows it. */
  readonly code: string;
  /** Why no long text from elsewhere makes it slow. */
  readonly reason: string;
  /** The code of the same file by which that is so. */
  readonly because: string;
}

const SCHEMA = 'packages/schema/src';
const PATTERN_PART = `${SCHEMA}/pattern/pattern-part.ts`;
const VALID = {
  reason: 'Patterns are read after RegExp has accepted them, so that every bracket has its end.',
  because: 'which MUST be valid with the flag `u`',
};

/** Expressions that may be slow. */
export const SLOW_EXPRESSIONS: readonly ShortText[] = [
  {
    path: 'packages/core/src/media-type/icon.ts',
    code: String.raw`/^\p{RGI_Emoji}$/v`,
    reason: 'It compares with the emoji of a list, from the start of the text only.',
    because: 'String.raw`^\\p{RGI_Emoji}$`',
  },
  {
    path: 'packages/react/src/text/find-unit.ts',
    code: String.raw`/[\p{Ll}\d](?:[_-](\p{L}+)|(\p{Lu}\p{L}*?))$/u`,
    reason: 'Of a long name only the end is looked at.',
    because: 'LAST_WORD.exec(name.slice(-MAX_END))',
  },
  {
    path: 'packages/react/src/text/parse-json.ts',
    code: String.raw`/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gu`,
    reason: 'The text is JSON, so that each string has its end.',
    because: 'JSON.parse(text);\n    return hasOnlyExactNumbers(text)',
  },
  {
    path: 'packages/runtime/src/logs/fault-log.ts',
    code: String.raw`/"[^"]*"|'[^']*'|\b(?=[a-f-]*\d)[\da-f-]{6,}\b|\d+/giu`,
    reason: 'Of a long error only the beginning is looked at.',
    because: '.slice(0, MAX_CAUSE)',
  },
  {
    path: 'packages/server/src/operations/unknown-method.ts',
    code: String.raw`/\(\?<(\w+)>[^)]*\)/gu`,
    reason: 'The paths are those of the table of operations.',
    because: 'nameIds(first.route.path)',
  },
  {
    path: 'packages/server/src/rest-routes.ts',
    code: String.raw`/\(\?<(\w+)>[^)]*\)/gu`,
    reason: 'The paths are those of the table of operations.',
    because: 'OPERATIONS.map(({ route }) => route.path',
  },
  {
    path: `${SCHEMA}/pattern/unicode-pattern.ts`,
    code: String.raw`/(?<class>\[(?:\\[^]|[^\]\\])*\])|\(\?(?<flags>[is]+)\)|\(\?P<(?<name>[A-Za-z_]\w*)>|(?<opening>\((?:\?(?:<?[=!]|:|<[A-Za-z_]\w*>))?)|(?<quantifier>[*+?]\??|\{\d+(?:,\d*)?\}\??)|\\(?<edge>[AzZ])|(?<escape>\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[pP]\{\w+\}|[^]))|(?<sign>[^])/uy`,
    reason: 'A bracket without its end is the last part that is read, and long patterns are not.',
    because: 'pattern.length > MAX_LENGTH',
  },
  {
    path: `${SCHEMA}/secrets/shown-address.ts`,
    code: String.raw`/[a-z][a-z\d+.-]*:\/\/[^\s"'\`<>]+|[^\s"'\`<>]*:[^\s"'\`<>]*@[^\s"'\`<>]*/giu`.replaceAll(
      '\\`',
      '`',
    ),
    reason: 'A long text is cut first.',
    because: 'cutText(text, MAX_TEXT)',
  },
  {
    path: PATTERN_PART,
    code: String.raw`/\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[\w=]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/uy`,
    ...VALID,
  },
  { path: PATTERN_PART, code: String.raw`/\\(?:([1-9]\d*)|k<([^>]*)>)/uy`, ...VALID },
  {
    path: PATTERN_PART,
    code: String.raw`/\\[^]|\[(?:\\[^]|[^\]\\])*\]|(\((?!\?)|\(\?<(?![=!])([^>(]*)>)/gu`,
    ...VALID,
  },
];

/** Expressions that are made while the product runs. */
export const MADE_EXPRESSIONS: readonly ShortText[] = [
  {
    path: 'packages/server/src/rest-routes.ts',
    code: "new RegExp(`^${path}/?$`, 'u')",
    reason: 'The paths are those of the table of operations.',
    because: 'OPERATIONS.map(({ route }) => route.path)',
  },
  {
    path: 'packages/mcp/src/hosts/check-host.ts',
    code: "new RegExp(`^(?:${pattern})$`, 'u')",
    reason: 'The rules of hosts are of the product, and so are the names.',
    because: 'readonly rule: NameRule;',
  },
  {
    path: 'packages/mcp/src/hosts/check-host.ts',
    code: "new RegExp(pattern, 'u')",
    reason: 'It is compiled, and matches nothing.',
    because: "return new RegExp(pattern, 'u').source === '';",
  },
  {
    path: 'packages/postgres/src/task-search.ts',
    code: "new RegExp([...forms.keys(), '[^]'].join('|'), 'gu')",
    reason: 'It repeats nothing: each alternative is a letter.',
    because: 'forms.get(letter)',
  },
  {
    path: 'packages/react/src/form-schema/to-choice-time.ts',
    code: "new RegExp(`\"(?:${CHOICES.join('|')})\":`, 'u')",
    reason: 'It repeats nothing: each alternative is a keyword.',
    because: "const CHOICES = ['anyOf', 'oneOf', 'if', 'dependencies'];",
  },
  {
    path: 'packages/s3/src/object-client.ts',
    code: String.raw`new RegExp(${'`'}<${'$'}{name}>\\s*([\\w.-]{1,64})\\s*</${'$'}{name}>${'`'}, 'u')`,
    reason: 'It begins where an element does, and blanks contain no element.',
    because: "findElement(text, 'Code')",
  },
  {
    path: `${SCHEMA}/evaluate/formats.ts`,
    code: "new RegExp(`^(?:[\\\\w.~!$&'()*+,;=${extra}${characters}-]|%[0-9a-fA-F]{2})*$`, 'u')",
    reason: 'Each round reads one character, or one that is escaped.',
    because: "repeat(':@/')",
  },
  {
    path: `${SCHEMA}/json/whole-codec.ts`,
    code: "new RegExp(`${name.slice(0, -2)}(?=__)`, 'gu')",
    reason: 'The name is one of ours, without marks of its own.',
    because: 'function toPattern(name: string): RegExp',
  },
  {
    path: `${SCHEMA}/pattern/character-set.ts`,
    code: 'new RegExp(this.#source, this.#flags)',
    reason: 'It reads a list of characters, each once, and repeats one class.',
    because: 'Array.from(list.text.matchAll(this.#toExpression())',
  },
  {
    path: `${SCHEMA}/pattern/find-pattern-fault.ts`,
    code: "new RegExp(`\\\\p{${name}}`, 'u')",
    reason: 'It is compiled, and matches nothing.',
    because: "classNames.add(new RegExp(`\\\\p{${name}}`, 'u').source",
  },
  {
    path: `${SCHEMA}/pattern/find-pattern-fault.ts`,
    code: "new RegExp(plain, 'u')",
    reason: 'It is compiled, and matches nothing.',
    because: "return new RegExp(plain, 'u') instanceof RegExp",
  },
  {
    path: `${SCHEMA}/pattern/pattern-matcher.ts`,
    code: "new RegExp(unicodePattern, 'u')",
    reason: 'Only patterns whose time grows with the text are given to the engine.',
    because: 'const weight = toHostWeight(unicodePattern);',
  },
  {
    path: `${SCHEMA}/pattern/weigh-pattern.ts`,
    code: "new RegExp(`^${atom}$`, 'u')",
    reason: 'It matches each ASCII character by itself.',
    because: 'ASCII.filter((character) => expression.test(character))',
  },
  {
    path: `${SCHEMA}/schema/find-dropped-flags.ts`,
    code: "new RegExp(`^(?:${source})$`, `${mode}${flags.replace('m', '')}`)",
    reason: 'It is one class, and is compared with one character at a time.',
    because: 'const character = String.fromCodePoint(code);',
  },
  {
    path: `${SCHEMA}/schema/library-patterns.ts`,
    code: 'new RegExp(rule, flags)',
    reason: "The rules are of the agent's own schema, and only their flags are read.",
    because: "library['~standard'].vendor !== 'arktype'",
  },
  {
    path: `${SCHEMA}/secrets/is-secret.ts`,
    code: "new RegExp(`(?<= )(?:${alternatives.join('|')})(?= )`, 'u')",
    reason: 'The words are of the product, and a text is cut before.',
    because: 'text.slice(0, MAX_TEXT)',
  },
];
