import type { Json } from '@formwork/schema';
import { isRecord } from '@formwork/schema/json';

/** A file in a request of a page, which sends bytes only. */
export interface PageFile {
  readonly kind: 'bytes';
  readonly name: string;
  readonly mediaType: string;
  readonly base64: string;
}

/** The maximum number of files in a request. */
const MAX_FILES = 100;

/** The maximum number of characters that an error shows of a value. */
const MAX_SHOWN = 80;

/**
 * The fields of an object in a request of a page. Each is checked when it is read, and what does not
 * fit is refused with an error that names the field and that `toBodyFailure()` understands.
 */
export class PageFields {
  readonly #fields: Readonly<Record<string, unknown>>;
  readonly #prefix: string;
  readonly #maxName: number;

  constructor(
    value: unknown,
    {
      path = '',
      maxName,
    }: {
      /** The place of the object in its request, such as `message`. Default: the body itself. */
      readonly path?: string;
      /** The maximum length of an id or name, in characters. */
      readonly maxName: number;
    },
  ) {
    if (!isRecord(value)) throw createFieldError(path || 'its body', 'an object', value);
    this.#fields = value;
    this.#prefix = path === '' ? '' : `${path}.`;
    this.#maxName = maxName;
  }

  choice<Name extends string>(name: string, choices: readonly Name[]): Name {
    const choice = choices.find((value) => value === this.#fields[name]);
    if (choice === undefined) throw this.refuse(name, `one of ${choices.join(', ')}`);
    return choice;
  }

  /** Reads text that may be empty; the limit of the body also limits it. */
  text(name: string): string {
    const value = this.#fields[name];
    if (typeof value !== 'string') throw this.refuse(name, 'text');
    return value;
  }

  /** Reads an id or a name of at most `most` characters. */
  name(name: string, most: number = this.#maxName): string {
    const value = this.optionalName(name, most);
    if (value === undefined || value === '') throw this.refuse(name, 'text that is not empty');
    return value;
  }

  /** Reads an id or a name of at most `most` characters, which may be empty or absent. */
  optionalName(name: string, most: number = this.#maxName): string | undefined {
    const value = this.#fields[name];
    if (value === undefined || (typeof value === 'string' && value.length <= most)) return value;
    throw this.refuse(name, `text of at most ${most} characters`);
  }

  /** Reads a field that may be any JSON, and must be there. */
  json(name: string): Json {
    const value = this.#fields[name];
    if (value === undefined) throw this.refuse(name, 'any JSON');
    return value as Json;
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#fields[name];
    if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) {
      return value;
    }
    throw this.refuse(name, 'a whole number');
  }

  /**
   * Reads the field `files`; `undefined` without one. The limit of the body also limits their size.
   */
  files(): readonly PageFile[] | undefined {
    const { files } = this.#fields;
    if (files === undefined) return undefined;
    if (!Array.isArray(files) || files.length > MAX_FILES) {
      throw this.refuse('files', `a list of at most ${MAX_FILES} files`);
    }
    return files.map((file: unknown, index) => {
      const path = `${this.#prefix}files[${index}]`;
      return new PageFields(file, { path, maxName: this.#maxName }).#file();
    });
  }

  #file(): PageFile {
    const { kind = 'bytes' } = this.#fields;
    const [name, mediaType] = ['name', 'mediaType'].map((field) => {
      const text = this.optionalName(field);
      if (text === undefined)
        throw this.refuse(field, `text of at most ${this.#maxName} characters`);
      return text;
    });
    // The server must not pass on addresses, which another person may have chosen.
    if (kind !== 'bytes') throw this.refuse('kind', 'bytes');
    const base64 = this.#fields['base64'];
    if (typeof base64 !== 'string' || !isBase64(base64)) {
      throw this.refuse('base64', 'bytes in base64');
    }
    return { kind, name: name ?? '', mediaType: mediaType ?? '', base64 };
  }

  /** Makes the error for a field whose value does not fit. */
  refuse(name: string, expected: string): Error {
    return createFieldError(`${this.#prefix}${name}`, expected, this.#fields[name]);
  }
}

/**
 * True for text in base64 (RFC 4648, section 4). The check compares the decoded length, because a
 * pattern would be slow or fail for megabytes.
 */
function isBase64(text: string): boolean {
  if (text.length % 4 !== 0 || /[-_]/u.test(text)) return false;
  return Buffer.from(text, 'base64').length === toByteCount(text);
}

function toByteCount(text: string): number {
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
}

/** Makes the error for a value, in the form of the body parser's errors. */
export function createFieldError(path: string, expected: string, value: unknown): Error {
  const isNested = typeof value === 'object' && value !== null;
  const text = isNested ? (Array.isArray(value) ? 'an array' : 'an object') : JSON.stringify(value);
  const shown = text === undefined ? 'absent' : text.slice(0, MAX_SHOWN);
  return Object.assign(
    new Error(
      `Cannot read the request because ${path} must be ${expected}: current value is ${shown}`,
    ),
    { status: 400, type: 'field.refused' },
  );
}
