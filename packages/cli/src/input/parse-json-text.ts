import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';

/** JSON with the places of its values, or where it ends to be JSON. */
export type ParsedJson =
  | {
      readonly kind: 'parsed';
      readonly value: unknown;
      readonly tree: Node;
      readonly text: string;
    }
  | {
      readonly kind: 'broken';
      readonly message: string;
      readonly line: number;
      readonly column: number;
    };

/** Reads strict JSON. The value is that of `JSON.parse`; lines and columns count from 1. */
export function parseJsonText(source: string): ParsedJson {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  try {
    const value: unknown = JSON.parse(text);
    const tree = toTree(text, []);
    if (tree !== undefined) return { kind: 'parsed', value, tree, text };
    return { kind: 'broken', message: 'it is nested too deep', line: 1, column: 1 };
  } catch (error) {
    const faults: ParseError[] = [];
    toTree(text, faults);
    const [fault] = faults;
    if (fault === undefined) {
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'broken', message, line: 1, column: 1 };
    }
    return { kind: 'broken', message: toWords(fault), ...toPosition(text, fault.offset) };
  }
}

/** `undefined` if there is none, or if it is too deep to be walked. */
function toTree(text: string, faults: ParseError[]): Node | undefined {
  try {
    return parseTree(text, faults, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return undefined;
  }
}

/** Line and column of an offset, both from 1. */
export function toPosition(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/u);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** `PropertyNameExpected` as words. */
function toWords({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase();
}
