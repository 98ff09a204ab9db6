import { isFormworkError } from '@formwork/schema';
import { toErrorText } from '@formwork/schema/internal';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is wrong with a module that does not run, in one line, and where if that is known. */
export function toLoadReason(thrown: unknown): string {
  if (!(thrown instanceof Error)) return toFirstLine(toErrorText(thrown));
  if (isFormworkError(thrown)) return thrown.message;
  const place = findPlace(thrown.stack ?? '');
  const reason = `${thrown.name}: ${toFirstLine(thrown.message)}`;
  const hint =
    'code' in thrown && thrown.code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX'
      ? '. Node only leaves types out: write it in another way, or build the file and name the .js file.'
      : '';
  return `${reason}${place === undefined ? '' : ` (${place})`}${hint}`;
}

/** Before a syntax error stand the file, its line and an arrow; a stack has the place in its lines. */
function findPlace(stack: string): string | undefined {
  const [head = '', , arrow = ''] = stack.split('\n');
  const [, file, line = ''] = /^((?:file:\/\/)?[^\s:].*\.[cm]?[jt]s):(\d+)$/u.exec(head) ?? [];
  if (file !== undefined) {
    const column = /^\s*\^/u.test(arrow) ? `:${arrow.indexOf('^') + 1}` : '';
    return `${toShown(file)}:${line}${column}`;
  }
  const frames = stack.matchAll(/^ {4}at .*?(file:\/\/[^\s()]+):(\d+):(\d+)\)?$/gmu);
  for (const [, url = '', row, column] of frames) {
    if (!url.includes('/node_modules/')) return `${toShown(url)}:${row}:${column}`;
  }
  return undefined;
}

function toShown(file: string): string {
  const path = file.startsWith('file:') ? fileURLToPath(file) : file;
  const inside = relative(process.cwd(), path);
  return inside.startsWith('..') ? path : inside;
}

function toFirstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
