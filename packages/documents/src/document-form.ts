import { DIALECT_INDEX } from './schema-documents.ts';

/** The protocols for which `@formwork/schemas` has schemas, the likelier ones first. */
export const DOCUMENT_DIALECTS = [
  'a2a/v1.0',
  'a2a/v0.3',
  'a2a/v1-rc',
  'messages/v1',
  'sessions/v1',
  'extensions/object-schemas-v1',
  'extensions/follow-up-forms-v1',
] as const;

/** The name of a protocol in {@link DOCUMENT_DIALECTS}. */
export type DocumentDialect = (typeof DOCUMENT_DIALECTS)[number];

/** A kind of document that is sent in a dialect, such as the card of A2A 1.0. */
export interface DocumentForm {
  readonly dialect: DocumentDialect;
  /**
   * The kind of document: `card`, `message`, `task`; for a document of one operation, the
   * operation's name and the document's role in it, such as `GetTask request` or `SendMessage
   * jsonRpcResponse`.
   */
  readonly kind: string;
  /**
   * The names by which the form can be asked for: its kind, other kinds with the same schema, and
   * its roles.
   */
  readonly names: readonly string[];
  /**
   * The reference to the schema of the form: an `$id`, with the pointer to a definition as its
   * fragment.
   */
  readonly schema: string;
}

/**
 * The names by which the roles of documents in an operation are asked for, without the operation's
 * name.
 */
const ROLES: Readonly<Record<string, string>> = {
  request: 'request',
  jsonRpcRequest: 'request',
  response: 'response',
  jsonRpcResponse: 'response',
  event: 'event',
  error: 'error',
};

/** All forms of documents, in all protocols; each schema of a protocol makes one form. */
export const DOCUMENT_FORMS: readonly DocumentForm[] = DOCUMENT_DIALECTS.flatMap(listForms);

function listForms(dialect: DocumentDialect): readonly DocumentForm[] {
  const { kinds = {}, operations = {} } = DIALECT_INDEX.get(dialect) ?? {};
  const names = new Map<string, string[]>();
  const add = (schema: string, ...added: readonly string[]): void => {
    names.set(schema, [...(names.get(schema) ?? []), ...added]);
  };
  for (const [kind, schema] of Object.entries(kinds)) add(schema, kind);
  for (const [operation, roles] of Object.entries(operations)) {
    for (const [role, schema] of Object.entries(roles)) {
      // The types of envelopes are kinds of their own, of which one is called "request".
      const isEnvelope = dialect === 'messages/v1';
      add(schema, `${operation} ${role}`, ...(isEnvelope ? [] : [ROLES[role] ?? role]));
    }
  }
  return [...names].map(([schema, [kind = '', ...aliases]]) => ({
    dialect,
    kind,
    names: [...new Set([kind, ...aliases])],
    schema,
  }));
}

/**
 * The kinds of documents of the object-schemas extension that only describe what it adds to
 * documents of A2A.
 */
const ADDITIONS: ReadonlySet<string> = new Set(['card', 'message', 'task', 'part']);

/**
 * True for a form that only adds to what other forms describe. A document is checked by it where
 * the document itself says that it applies, or if the form is asked for.
 */
export function isAddition({ dialect, kind }: DocumentForm): boolean {
  if (dialect === 'extensions/object-schemas-v1') return ADDITIONS.has(kind);
  return dialect === 'messages/v1' && kind === 'authenticatedMessage';
}

/** A choice of the forms that a document may have: those of a dialect, or of a kind. */
export interface FormChoice {
  /** The dialect of the document. Default: any. */
  readonly dialect?: DocumentDialect | undefined;
  /** The kind of the document, or its role such as `request`. Default: any. */
  readonly kind?: string | undefined;
}

/**
 * Lists the forms that match a choice of dialect and kind.
 *
 * @example
 * ```ts
 * import { listDocumentForms } from '@formwork/documents';
 *
 * const kinds = listDocumentForms({ dialect: 'a2a/v1.0' }).map(({ kind }) => kind);
 * ```
 */
export function listDocumentForms({ dialect, kind }: FormChoice = {}): readonly DocumentForm[] {
  return DOCUMENT_FORMS.filter(
    (form) =>
      (dialect === undefined || form.dialect === dialect) &&
      (kind === undefined || form.names.includes(kind)),
  );
}

/**
 * True for the name of a dialect.
 *
 * @example
 * ```ts
 * import { isDocumentDialect } from '@formwork/documents';
 *
 * isDocumentDialect('a2a/v1.0'); // true
 * isDocumentDialect('a2a/v9'); // false
 * ```
 */
export function isDocumentDialect(name: string): name is DocumentDialect {
  return (DOCUMENT_DIALECTS as readonly string[]).includes(name);
}
