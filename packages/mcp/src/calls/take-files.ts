import type { OutgoingFile } from '@formwork/client';
import {
  acceptsMediaType,
  createValidator,
  isRecord,
  toModelText,
  type Problem,
} from '@formwork/core';
import { FILES_ARGUMENT, toFilesSchema } from '../schema/files-argument.ts';

/** The arguments of a call without its files, and the files; or words for the model. */
export type TakenFiles =
  | {
      readonly kind: 'valid';
      readonly args: Readonly<Record<string, unknown>>;
      readonly files: readonly OutgoingFile[];
    }
  | { readonly kind: 'invalid'; readonly text: string; readonly problems: readonly Problem[] };

/** Takes the files out of the arguments of a tool whose skill takes files of these types. */
export function takeFiles(
  args: Readonly<Record<string, unknown>>,
  types: readonly string[],
): TakenFiles {
  if (types.length === 0 || !Object.hasOwn(args, FILES_ARGUMENT)) {
    return { kind: 'valid', args, files: [] };
  }
  const { [FILES_ARGUMENT]: given, ...rest } = args;
  const misfits = createValidator(toFilesSchema(types)).check(given);
  const read =
    misfits.length === 0 && Array.isArray(given)
      ? Array.from<unknown>(given).map((one, index) => readFile(one, { index, types }))
      : [];
  const problems = [...misfits, ...read.flatMap((one) => ('problem' in one ? [one.problem] : []))];
  if (problems.length === 0) {
    const files = read.flatMap((one) => ('file' in one ? [one.file] : []));
    return { kind: 'valid', args: rest, files };
  }
  const placed = problems.map((problem) => ({
    ...problem,
    pointer: `/${FILES_ARGUMENT}${problem.pointer}`,
  }));
  const example = [{ name: 'file', mime_type: types[0] ?? '', data: 'aGVsbG8=' }];
  return {
    kind: 'invalid',
    text: toModelText(placed, { schema: FILES_ARGUMENT, example: { [FILES_ARGUMENT]: example } }),
    problems: placed,
  };
}

type ReadFile = { readonly file: OutgoingFile } | { readonly problem: Problem };

/** It fits the schema of the argument. */
function readFile(
  value: unknown,
  { index, types }: { readonly index: number; readonly types: readonly string[] },
): ReadFile {
  const { name, mime_type: type, data, uri } = isRecord(value) ? value : {};
  const refuse = (member: string, expected: string): ReadFile => {
    const pointer = member === '' ? `/${index}` : `/${index}/${member}`;
    return { problem: { pointer, keyword: 'format', expected, message: `must be ${expected}` } };
  };
  const mediaType = typeof type === 'string' ? type : '';
  // Whether text and JSON are taken as files, a card cannot tell: the agent does.
  if (!acceptsMediaType([...types, 'text/plain', 'application/json'], mediaType)) {
    return refuse('mime_type', `a media type that the skill takes: ${types.join(', ')}`);
  }
  const described = { mediaType, ...(typeof name === 'string' && { name }) };
  if ((typeof data === 'string') === (typeof uri === 'string')) {
    return refuse('', 'an object with either data or uri');
  }
  if (typeof data === 'string') {
    const content = toBytes(data);
    return content === undefined ? refuse('data', 'base64') : { file: { content, ...described } };
  }
  const address = typeof uri === 'string' && URL.canParse(uri) ? new URL(uri) : undefined;
  if (address?.protocol === 'https:') return { file: { content: address, ...described } };
  const content = address?.protocol === 'data:' ? toDataBytes(address.href) : undefined;
  return content === undefined
    ? refuse('uri', 'an https address or a data: URI; read any other resource and give it as data')
    : { file: { content, ...described } };
}

/** The bytes of a data: URI (RFC 2397). */
function toDataBytes(uri: string): Uint8Array | undefined {
  const comma = uri.indexOf(',');
  const [head, body] = [uri.slice(0, comma), uri.slice(comma + 1)];
  try {
    const text = decodeURIComponent(body);
    return head.endsWith(';base64') ? toBytes(text) : new TextEncoder().encode(text);
  } catch {
    return undefined;
  }
}

function toBytes(base64: string): Uint8Array | undefined {
  const bytes = Buffer.from(base64, 'base64');
  // Node passes over what is no base64.
  const trimmed = base64.replaceAll(/[\s=]/gu, '');
  return bytes.length === Math.floor((trimmed.length * 3) / 4) ? bytes : undefined;
}
