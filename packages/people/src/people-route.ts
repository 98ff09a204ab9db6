import type { SharedRecords } from '@formwork/runtime';
import type { AdapterHost, ResponseWriter, RequestMessage } from '@formwork/server';
import { LINK_TOKEN_HEADER } from './api.ts';
import type { Person } from './person.ts';

/** The parts of the people door that its routes use. */
export interface PeopleParts {
  readonly host: AdapterHost;
  /** The records that hold drafts, settings and shares. */
  readonly records: SharedRecords;
  /** The address of the door, without a slash at its end. */
  readonly url: string;
  /** The roles of the one person of a server without authentication. */
  readonly localRoles: readonly string[];
}

/** A request, as a route gets it. */
export interface OpenCall {
  readonly request: RequestMessage;
  readonly response: ResponseWriter;
  /** The variable parts of the path, decoded, by their names. */
  readonly params: Readonly<Record<string, string>>;
  /** The parameters of the query. A parameter that is given twice is refused. */
  readonly query: ReadonlyMap<string, string>;
  /** Reads the body, a JSON object. */
  readonly readBody: () => Promise<Readonly<Record<string, unknown>>>;
  /** Writes a part of a long answer, and waits while its reader is slower than this server. */
  readonly write: (text: string) => Promise<void>;
  /** The signal that aborts when the caller is gone or the server closes. */
  readonly signal: AbortSignal;
}

/** A request of a person. */
export interface PeopleCall extends OpenCall {
  readonly person: Person;
}

/** A path of the people door, and its handlers by HTTP method. `GET` also answers `HEAD`. */
interface PathOf<Call> {
  /** The path below that of the door, such as `/tasks/:id`; a part after `:` is a variable. */
  readonly path: string;
  readonly methods: Readonly<Record<string, (call: Call) => Promise<void>>>;
}

/** A path for people who have signed in. */
export type PeopleRoute = PathOf<PeopleCall>;

/** A path whose callers need no sign-in, because the token in a header is the permission. */
export type TokenRoute = PathOf<OpenCall>;

/**
 * Returns the token of a link that a request has; `''` if it has none. It is in a header, because
 * servers and proxies log paths.
 */
export function readToken({ request }: OpenCall): string {
  return String(request.headers[LINK_TOKEN_HEADER] ?? '');
}

/** Makes the routes of one part of the people door. */
export type CreatePeopleRoutes = (parts: PeopleParts) => readonly PeopleRoute[];
