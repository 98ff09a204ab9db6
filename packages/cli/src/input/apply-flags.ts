import type { JsonSchema } from '@formwork/schema';
import { didYouMean } from '@formwork/schema/json';
import { parseJsonText } from '@formwork/schema/json-text';
import { UsageError } from '../errors/errors.ts';
import { listFlags } from './list-flags.ts';
import { parseTextValue } from './parse-text-value.ts';
import {
  listProperties,
  listTypes,
  stepInto,
  toRootNode,
  type InputNode,
} from './schema-facets.ts';
import { getAt, isContainer, setAt, type Container } from './value-at.ts';

/** The value in the input that a flag such as `--items.0.amount` sets, and the way to it. */
interface Target {
  readonly flag: string;
  readonly segments: readonly string[];
  /** The node of the schema for each object or list on the way to the value. */
  readonly nodes: readonly InputNode[];
  readonly leaf: InputNode;
}

/**
 * Builds the input from flags, whose names and types come from the schema: `--a Lion`,
 * `--items.0.amount 12.5`, `--urgent`, `--no-urgent`. The flag of a list may be given several
 * times.
 *
 * @throws UsageError
 */
export function applyFlags(
  tokens: readonly string[],
  {
    schema,
    base,
  }: {
    readonly schema: JsonSchema;
    /** The value that the flags are added to, which is not changed itself. Default: nothing. */
    readonly base?: unknown;
  },
): unknown {
  if (tokens.length === 0) return base;
  const root = toRootNode(schema);
  const result = base === undefined ? {} : structuredClone(base);
  if (!isContainer(result)) {
    throw new UsageError(
      'Cannot add flags because the JSON that was given must be an object or a list.',
    );
  }
  const counts = new Map<string, number>();
  for (let index = 0; index < tokens.length; index += 1) {
    const { target, text, isOff } = parseToken(tokens[index] ?? '', root);
    const next = tokens[index + 1];
    const path = target.segments.join('.');
    const count = counts.get(path) ?? 0;
    const value = toValue(target, { text, next, isOff, count });
    if (value.takesNext) index += 1;
    if (count > 0 && value.kind === 'one') {
      throw new UsageError(`Cannot use --${target.flag} twice because it takes one value.`);
    }
    counts.set(path, count + 1);
    setFlagValue(result, target, { ...value, isMore: count > 0 && value.kind === 'item' });
  }
  return result;
}

interface Token {
  readonly target: Target;
  /** The text after `=` in a flag such as `--a=Lion`; `undefined` if the flag has no `=`. */
  readonly text: string | undefined;
  readonly isOff: boolean;
}

function parseToken(token: string, root: InputNode): Token {
  if (!token.startsWith('--') || token === '--') {
    throw new UsageError(
      `Cannot use ${JSON.stringify(token)} because input must be given with flags, such as --${listProperties(root)[0] ?? 'name'} VALUE, or with --json FILE.`,
    );
  }
  const end = token.indexOf('=');
  const flag = token.slice(2, end === -1 ? undefined : end);
  const text = end === -1 ? undefined : token.slice(end + 1);
  const target = findTarget(flag, root);
  if (target !== undefined) return { target, text, isOff: false };
  const off = flag.startsWith('no-') ? findTarget(flag.slice(3), root) : undefined;
  if (off !== undefined && text === undefined && listTypes(off.leaf).has('boolean')) {
    return { target: off, text: undefined, isOff: true };
  }
  const names = listProperties(root)
    .slice(0, 12)
    .map((name) => `--${name}`);
  const flags = names.length === 0 ? 'none' : names.join(', ');
  const suggestion = didYouMean(`--${flag}`, listSimilarFlags(flag, root));
  const hint = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  throw new UsageError(
    `Cannot use --${flag} because the skill's schema does not have it: it has ${flags}.${hint} Add --help to see them all; --json FILE sends anything.`,
  );
}

/**
 * Lists the flags that the schema allows, with the list indexes that the person wrote, in order to
 * suggest one for a flag with a typing error.
 */
function listSimilarFlags(flag: string, root: InputNode): readonly string[] {
  const numbers = flag.split('.').filter((segment) => /^\d+$/u.test(segment));
  return listFlags(root.root).map((skillFlag) => {
    const unused = [...numbers];
    return skillFlag.flag.replaceAll(/(?<=\.)0(?=\.|$)/gu, (zero) => unused.shift() ?? zero);
  });
}

/**
 * Finds the node of a flag in the schema. Property names may contain dots; the longest name that
 * the schema has wins.
 */
function findTarget(flag: string, root: InputNode): Target | undefined {
  const segments: string[] = [];
  const nodes: InputNode[] = [];
  let node = root;
  let path = flag.split('.');
  while (path.length > 0) {
    const step = findStep(path, node);
    if (step === undefined) return undefined;
    segments.push(step.segment);
    nodes.push(node);
    node = step.node;
    path = path.slice(step.length);
  }
  return { flag, segments, nodes, leaf: node };
}

function findStep(
  path: readonly string[],
  node: InputNode,
): { readonly segment: string; readonly length: number; readonly node: InputNode } | undefined {
  const names = new Set(listProperties(node));
  for (let length = path.length; length > 0; length -= 1) {
    const joined = path.slice(0, length).join('.');
    const camel = joined.replaceAll(/-([a-z])/gu, (_, letter: string) => letter.toUpperCase());
    const segment = names.has(joined) ? joined : names.has(camel) ? camel : undefined;
    const child = segment === undefined ? undefined : stepInto(node, segment);
    if (segment !== undefined && child !== undefined) return { segment, length, node: child };
  }
  const [segment = ''] = path;
  const child = segment === '' ? undefined : stepInto(node, segment);
  return child && { segment, length: 1, node: child };
}

interface FlagValue {
  /** Whether the flag sets the value (`one`), or adds an item to a list (`item`). */
  readonly kind: 'one' | 'item';
  readonly value: unknown;
  readonly takesNext: boolean;
}

function toValue(
  { flag, leaf }: Target,
  {
    text,
    next,
    isOff,
    count,
  }: Omit<Token, 'target'> & {
    readonly next: string | undefined;
    /** The number of times that the command line gave the same flag before. */
    readonly count: number;
  },
): FlagValue {
  const types = listTypes(leaf);
  if (isOff) return { kind: 'one', value: false, takesNext: false };
  const hasNext = next !== undefined && !next.startsWith('--');
  const isWord = next === 'true' || next === 'false';
  if (text === undefined && types.has('boolean') && (types.size === 1 ? !isWord : !hasNext)) {
    return { kind: 'one', value: true, takesNext: false };
  }
  const rawValue = text ?? (hasNext ? next : undefined);
  if (rawValue === undefined) {
    throw new UsageError(
      `Cannot use --${flag} because it takes a value: write --${flag} VALUE, or --${flag}=VALUE if it begins with a dash.`,
    );
  }
  const takesNext = text === undefined;
  const isList = types.has('array') && !types.has('string');
  const following = isList ? stepInto(leaf, String(count)) : undefined;
  const item = following !== undefined && !isWholeList(rawValue, following) ? following : undefined;
  return item === undefined
    ? { kind: 'one', value: parseTextValue(rawValue, leaf), takesNext }
    : { kind: 'item', value: parseTextValue(rawValue, item), takesNext };
}

/** True for JSON of a whole list. In a list of lists, that is a list that has only lists in it. */
function isWholeList(text: string, item: InputNode): boolean {
  if (!text.startsWith('[')) return false;
  if (!listTypes(item).has('array')) return true;
  const parsed = parseJsonText(text);
  return (
    parsed.kind === 'parsed' &&
    Array.isArray(parsed.value) &&
    parsed.value.every((entry) => Array.isArray(entry))
  );
}

function setFlagValue(
  root: Container,
  { flag, segments, nodes, leaf }: Target,
  { kind, value, isMore }: Pick<FlagValue, 'kind' | 'value'> & { readonly isMore: boolean },
): void {
  let container = root;
  for (const [index, segment] of segments.slice(0, -1).entries()) {
    const existing = getAt(container, segment);
    if (isContainer(existing)) {
      container = existing;
      continue;
    }
    if (existing !== undefined) {
      throw new UsageError(`Cannot use --${flag} because ${segment} was given as a single value.`);
    }
    const after = segments[index + 1] ?? '';
    const node = nodes[index + 1] ?? leaf;
    const child: Container = listTypes(node).has('array') && /^\d+$/u.test(after) ? [] : {};
    setAt(container, segment, child);
    container = child;
  }
  const last = segments.at(-1) ?? '';
  const list = getAt(container, last);
  // The first flag replaces the list of --json, and the following ones add to the new list.
  if (kind === 'item' && isMore && Array.isArray(list)) list.push(value);
  else setAt(container, last, kind === 'item' ? [value] : value);
}
