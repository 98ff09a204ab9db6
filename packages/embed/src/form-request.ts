import type { Json } from '@formwork/schema';
import { type PageFile, PageFields } from '@formwork/server/internal';

/** A file of a submission. */
export type FormFile = PageFile;

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

const KINDS = ['input', 'answer'] as const;

/**
 * Reads the message of a page.
 *
 * @throws Error that names the field, as {@link PageFields} makes it
 */
export function readFormMessage(body: unknown): FormMessage {
  const fields = new PageFields(body, { maxName: MAX_NAME });
  const kind = fields.choice('kind', KINDS);
  const key = fields.name('messageId');
  const files = fields.files();
  switch (kind) {
    case 'input': {
      const schema = fields.name('schema');
      const data = fields.json('data');
      const link = fields.optionalName('link', MAX_LINK);
      if (link === '') throw fields.refuse('link', 'text that is not empty');
      return { kind, key, schema, data, files: files ?? [], ...(link !== undefined && { link }) };
    }
    case 'answer': {
      if (files !== undefined) throw fields.refuse('files', 'absent from an answer');
      const question = fields.optionalNumber('question');
      return {
        kind,
        key,
        receipt: fields.name('receipt'),
        answer: fields.json('answer'),
        ...(question !== undefined && { question }),
      };
    }
  }
}

/**
 * Reads one text of the body of a request.
 *
 * @throws Error that names the field, as {@link PageFields} makes it
 */
export function readBodyText(body: unknown, name: 'receipt' | 'link'): string {
  const fields = new PageFields(body, { maxName: name === 'link' ? MAX_LINK : MAX_NAME });
  return fields.name(name);
}
