import { DIALECT_INDEX } from './schema-documents.ts';

/** The protocols that `@formwork/schemas` has schemas of, the likelier ones first. */
export const DOCUMENT_DIALECTS = [
  'a2a/v1.0',
  'a2a/v0.3',
  'a2a/v1-rc',
  'messages/v1',
  'sessions/v1',
  'extensions/object-schemas-v1',
  'extensions/follow-up-forms-v1',
] as const;

/** One of {@link DOCUMENT_DIALECTS}. */
export type DocumentDialect = (typeof DOCUMENT_DIALECTS)[number];

/** Something that is sent in a dialect, such as a card of A2A 1.0. */
export interface DocumentForm {
  readonly dialect: DocumentDialect;
  /**
   * Its name: `card`, `message`, `task`; for what only one operation sends, the operation's name and
   * its role, such as `GetTask request` or `SendMessage jsonRpcResponse`.
   */
  readonly kind: string;
  /** The names that it can be asked for by: its kind, other kinds with the same schema, and its roles. */
  readonly names: readonly string[];
  /** The `$id` of its schema, with the pointer of a definition as its fragment. */
  readonly schema: string;
}

/** Roles of an operation as they are asked for without its name. */
const ROLES: Readonly<Record<string, string>> = {
  request: 'request',
  jsonRpcRequest: 'request',
  response: 'response',
  jsonRpcResponse: 'response',
  event: 'event',
  error: 'error',
};

/** Every form of every dialect, each schema once in a dialect. */
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
  return [...names].map(([schema, [kind = '', ...others]]) => ({
    dialect,
    kind,
    names: [...new Set([kind, ...others])],
    schema,
  }));
}

/** Additions of the object-schemas extension to A2A, which A2A's schemas do not describe. */
const ADDITIONS: ReadonlySet<string> = new Set(['card', 'message', 'task', 'part']);

/**
 * Forms that say more of what other forms describe: a document is held against them where it says
 * itself that they apply, or if they are asked for.
 */
export function isAddition({ dialect, kind }: DocumentForm): boolean {
  if (dialect === 'extensions/object-schemas-v1') return ADDITIONS.has(kind);
  return dialect === 'messages/v1' && kind === 'authenticatedMessage';
}

/** Which forms come into question. */
export interface FormChoice {
  /** Default: any. */
  readonly dialect?: DocumentDialect | undefined;
  /** A kind, or a role such as `request`. Default: any. */
  readonly kind?: string | undefined;
}

/**
 * The forms that a choice leaves.
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
