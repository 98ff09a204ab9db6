import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { toPosition } from './position.ts';

/**
 * The value of a JSON text with the places of its parts, or the place where the text stops being
 * JSON.
 */
export type ParsedJson =
  | {
      readonly kind: 'parsed';
      readonly value: unknown;
      readonly tree: Node;
      /** The text that was parsed, without a byte order mark. */
      readonly text: string;
    }
  | {
      readonly kind: 'broken';
      /**
       * The reason why the text is not JSON: a sentence without its subject, such as `must be JSON:
       * value expected`.
       */
      readonly message: string;
      readonly line: number;
      readonly column: number;
    };

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Parses strict JSON to the value that `JSON.parse` returns, and keeps the places of its parts.
 * Lines and columns count from 1. A byte order mark at the beginning is skipped.
 */
export function parseJsonText(source: string): ParsedJson {
  const text = source.startsWith(BYTE_ORDER_MARK) ? source.slice(1) : source;
  try {
    const value: unknown = JSON.parse(text);
    const tree = readTree(text, []);
    if (tree !== undefined) return { kind: 'parsed', value, tree, text };
    return { kind: 'broken', message: 'must be JSON: it is nested too deep', line: 1, column: 1 };
  } catch (error) {
    const faults: ParseError[] = [];
    readTree(text, faults);
    const [fault] = faults;
    if (fault === undefined) {
      const message = error instanceof Error ? error.message : String(error);
      return { kind: 'broken', message: `must be JSON: ${message}`, line: 1, column: 1 };
    }
    const { message, offset } = explainFault(fault, text);
    return { kind: 'broken', message: `must be JSON: ${message}`, ...toPosition(text, offset) };
  }
}

/**
 * Parses a text to a tree with places, adding faults to the list; `undefined` if there is no value,
 * or it is nested too deep to be walked.
 */
function readTree(text: string, faults: ParseError[]): Node | undefined {
  try {
    return parseTree(text, faults, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return undefined;
  }
}

function explainFault(
  fault: ParseError,
  text: string,
): { readonly message: string; readonly offset: number } {
  const { offset } = fault;
  const before = text.slice(0, offset).trimEnd();
  if (before.endsWith(',') && /[\]}]/u.test(text.charAt(offset))) {
    const message = 'a comma stands after the last value, where none may be: remove it';
    return { message, offset: before.length - 1 };
  }
  const words = describeFault(fault);
  if (words === 'invalid comment token') return { message: 'comments are no part of it', offset };
  if (text.charAt(offset) === "'") {
    return { message: "texts stand in double quotes: current value is '", offset };
  }
  return { message: words, offset };
}

/**
 * Describes a fault of the JSON parser in words, made of its name: `PropertyNameExpected` becomes
 * `property name expected`.
 */
function describeFault({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase();
}
