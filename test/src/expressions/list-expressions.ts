import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = '{packages,apps}/*/src/**/*.{ts,tsx,js,mjs,cjs}';
const TESTS = /\.test\.tsx?$|\/testing\/.*\/|\/src\/testing\//u;
/** Matches lines that have slashes in other places: imports and comments. */
const OTHER_LINE = /^(?:import |\} from |export .* from | *\* | *\/[/*])/u;
const SLASHES = /\/(?![/*]).+\//u;

/** A regular expression in the sources of the product. */
interface PlacedExpression extends Pick<RegExp, 'source' | 'flags'> {
  /** The file, from the root of the repository. */
  readonly path: string;
}

/** A regular expression that code makes, of parts that are not known before it runs. */
interface MadeExpression {
  readonly path: string;
  /** The code that makes it, on one line. */
  readonly code: string;
}

/** The regular expressions of the product. */
export interface Expressions {
  readonly known: readonly PlacedExpression[];
  readonly made: readonly MadeExpression[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

/** Lists the regular expressions of all sources of the product: literals, and those made by `RegExp`. */
export function listExpressions(): Expressions {
  const known: PlacedExpression[] = [];
  const made: MadeExpression[] = [];
  const paths = globSync(SOURCES, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'));
  for (const path of paths.toSorted().filter((each) => !TESTS.test(each))) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    if (!mayHaveExpressions(text)) continue;
    const found = findExpressions(text, path);
    known.push(...found.known);
    made.push(...found.made);
  }
  return { known, made };
}

/** False for a text without a line of code that has two slashes; parsing takes the most time. */
function mayHaveExpressions(text: string): boolean {
  return text
    .split('\n')
    .some((line) => !OTHER_LINE.test(line) && (line.includes('RegExp(') || SLASHES.test(line)));
}

/** Finds the regular expressions in the text of one file, whose ending says how to parse it. */
export function findExpressions(text: string, path: string): Expressions {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`Cannot read ${path}: ${errors[0].message}`);
  const nodes = listNodes(program as unknown as Node);
  const constants = findConstants(nodes);
  const known: PlacedExpression[] = [];
  const made: MadeExpression[] = [];
  for (const node of nodes) {
    const literal = toLiteral(node);
    if (literal !== undefined) known.push({ path, ...literal });
    if (!isMaker(node)) continue;
    const [pattern, flags] = node['arguments'] as readonly Node[];
    const source = toText(pattern, constants);
    const flagText = flags === undefined ? '' : toText(flags, constants);
    if (source === undefined || flagText === undefined) {
      const code = text.slice(node.start, node.end).replaceAll(/\s+/gu, ' ');
      made.push({ path, code });
    } else known.push({ path, source, flags: flagText });
  }
  return { known, made };
}

function listNodes(program: Node): readonly Node[] {
  const nodes = [program];
  for (const each of nodes) {
    for (const child of Object.values(each).flat()) if (isNode(child)) nodes.push(child);
  }
  return nodes;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function isMaker({ type, callee }: Node): boolean {
  if (type !== 'NewExpression' && type !== 'CallExpression') return false;
  return isNode(callee) && callee['name'] === 'RegExp';
}

function toLiteral(node: Node): Pick<RegExp, 'source' | 'flags'> | undefined {
  const regex = node['regex'] as { readonly pattern: string; readonly flags: string } | undefined;
  if (node.type !== 'Literal' || !regex) return undefined;
  return { source: regex.pattern, flags: regex.flags };
}

type Constants = ReadonlyMap<string, Node>;

function findConstants(nodes: readonly Node[]): Constants {
  const constants = new Map<string, Node>();
  for (const { type, kind, declarations } of nodes) {
    if (type !== 'VariableDeclaration' || kind !== 'const') continue;
    for (const { id, init } of declarations as readonly { id: Node; init: unknown }[]) {
      if (typeof id['name'] === 'string' && isNode(init)) constants.set(id['name'], init);
    }
  }
  return constants;
}

/** Computes a text of constants; undefined if it is not known before the code runs. */
function toText(node: Node | undefined, constants: Constants): string | undefined {
  switch (node?.type) {
    case 'Literal': {
      return typeof node['value'] === 'string' ? node['value'] : undefined;
    }
    case 'Identifier': {
      return toText(constants.get(String(node['name'])), constants);
    }
    case 'BinaryExpression': {
      const left = toText(node['left'] as Node, constants);
      const right = toText(node['right'] as Node, constants);
      return left === undefined || right === undefined ? undefined : left + right;
    }
    case 'TemplateLiteral': {
      return fill(node, { form: 'cooked', constants });
    }
    case 'TaggedTemplateExpression': {
      const tag = node['tag'] as Node;
      const isRaw = isNode(tag['object']) && tag['object']['name'] === 'String';
      return isRaw ? fill(node['quasi'] as Node, { form: 'raw', constants }) : undefined;
    }
    case 'MemberExpression': {
      const { name } = node['object'] as Node;
      const whole = constants.get(String(name));
      const isSource = (node['property'] as Node)['name'] === 'source';
      return isSource && whole !== undefined ? toLiteral(whole)?.source : undefined;
    }
    case undefined:
    default: {
      return undefined;
    }
  }
}

interface FillOptions {
  readonly form: 'cooked' | 'raw';
  readonly constants: Constants;
}

function fill(template: Node, { form, constants }: FillOptions): string | undefined {
  const pieces = template['quasis'] as readonly { readonly value: Record<string, string> }[];
  const values = template['expressions'] as readonly Node[];
  let text = '';
  for (const [at, { value }] of pieces.entries()) {
    text += value[form] ?? '';
    if (at === values.length) break;
    const filled = toText(values[at], constants);
    if (filled === undefined) return undefined;
    text += filled;
  }
  return text;
}
