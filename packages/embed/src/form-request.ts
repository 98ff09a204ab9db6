import type { SourceFile } from '@formwork/client';
import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';
import { FormRefusal } from './form-refusal.ts';

/** A file of a submission. */
export type FormFile = Extract<SourceFile, { readonly kind: 'bytes' }>;

/** A message from a page to a form: the data of a submission, or the answer to a question. */
export type FormMessage =
  | {
      readonly kind: 'input';
      /** The key that the page made, by which a submission that is sent again is recognized. */
      readonly key: string;
      readonly schema: string;
      readonly data: Json;
      /** The files beside the data; none for a form that takes none. */
      readonly files: readonly FormFile[];
      /** The signed link that the visitor followed; absent for none. */
      readonly link?: string;
    }
  | {
      readonly kind: 'answer';
      readonly key: string;
      readonly receipt: string;
      readonly answer: Json;
      /** The number of the question that is answered; absent if the agent numbers none. */
      readonly question?: number;
    };

/** The maximum length of keys, names and receipts in a request, in characters. */
const MAX_NAME = 256;

/** The maximum length of a link, in characters. */
const MAX_LINK = 20_000;

/** The maximum number of files in a submission. */
const MAX_FILES = 100;

/** Matches base64 (RFC 4648, section 4) of the right length. */
const BASE64 = /^[A-Za-z\d+/]*={0,2}$/u;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the message of a page.
 *
 * @throws FormRefusal that names the field
 */
export function readFormMessage(body: unknown): FormMessage {
  const fields = requireObject(body);
  const { kind } = fields;
  const key = readText(fields, 'messageId');
  if (kind === 'input') {
    return {
      kind,
      key,
      schema: readText(fields, 'schema'),
      data: readJson(fields, 'data'),
      files: readFiles(fields),
      ...(fields['link'] !== undefined && { link: readText(fields, 'link', MAX_LINK) }),
    };
  }
  if (kind === 'answer') {
    const { question, files } = fields;
    if (files !== undefined) throw refuse('files', 'absent from an answer');
    if (question !== undefined && !Number.isSafeInteger(question)) {
      throw refuse('question', 'a whole number');
    }
    return {
      kind,
      key,
      receipt: readText(fields, 'receipt'),
      answer: readJson(fields, 'answer'),
      ...(typeof question === 'number' && { question }),
    };
  }
  throw refuse('kind', '"input" or "answer"');
}

/**
 * Reads one text of the body of a request.
 *
 * @throws FormRefusal that names the field
 */
export function readBodyText(body: unknown, name: 'receipt' | 'link'): string {
  return readText(requireObject(body), name, name === 'link' ? MAX_LINK : MAX_NAME);
}

function requireObject(body: unknown): Fields {
  if (isRecord(body) && !Array.isArray(body)) return body;
  throw new FormRefusal('BODY', 'Cannot read the request because its body must be an object.');
}

function readText(fields: Fields, name: string, most = MAX_NAME): string {
  const value = fields[name];
  if (typeof value === 'string' && value !== '' && value.length <= most) return value;
  throw refuse(name, `text of 1 to ${most} characters`);
}

function readFiles({ files = [] }: Fields): readonly FormFile[] {
  if (!Array.isArray(files) || files.length > MAX_FILES) {
    throw refuse('files', `a list of at most ${MAX_FILES} files`);
  }
  return files.map((value: unknown): FormFile => {
    const { name, mediaType, base64 } = requireObject(value);
    const isFile =
      [name, mediaType].every((text) => typeof text === 'string' && text.length <= MAX_NAME) &&
      typeof base64 === 'string' &&
      base64.length % 4 === 0 &&
      BASE64.test(base64);
    if (isFile) return { kind: 'bytes', name: String(name), mediaType: String(mediaType), base64 };
    throw refuse('files', 'a list of { name, mediaType, base64 }');
  });
}

function readJson(fields: Fields, name: string): Json {
  const value = fields[name];
  if (value !== undefined) return value as Json;
  throw refuse(name, 'any JSON');
}

function refuse(name: string, expected: string): FormRefusal {
  return new FormRefusal('BODY', `Cannot read the request because ${name} must be ${expected}.`);
}
