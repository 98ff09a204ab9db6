import type { Door, DoorAnswer, TextAnswer } from './door.ts';

/** A document that all may read. */
type OpenDocument = Omit<TextAnswer, 'kind' | 'status'>;

/** The methods by which an open document is read, as answers to OPTIONS list them. */
const METHODS = 'GET, HEAD';

const OPTIONS_ANSWER: DoorAnswer = {
  kind: 'text',
  status: 200,
  headers: { Allow: METHODS, 'X-Content-Type-Options': 'nosniff' },
  contentType: 'text/plain',
  body: METHODS,
};

/**
 * Makes the door of a document that all may read. Requests with methods that do not read are
 * passed on, because a program may have routes for them.
 */
export function createOpenDoor({
  routes,
  isServed,
  read,
}: Pick<Door, 'routes'> & {
  readonly isServed: (path: string) => boolean;
  /** Returns the document; called for each request. */
  readonly read: () => OpenDocument | Promise<OpenDocument>;
}): Door {
  return {
    routes,
    owns: (path, method) =>
      (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && isServed(path),
    async answer({ method }) {
      if (method === 'OPTIONS') return OPTIONS_ANSWER;
      return { kind: 'text', status: 200, ...(await read()) };
    },
  };
}
