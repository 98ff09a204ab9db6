import type { SharedRecords } from '@formwork/runtime';
import type { AdapterHost } from '@formwork/server';
import type { Request, Response } from 'express';
import type { Person } from './person.ts';

/** The parts of the people door that its routes use. */
export interface PeopleParts {
  readonly host: AdapterHost;
  /** The records that hold drafts, settings and shares. */
  readonly records: SharedRecords;
  /** The address of the door, without a slash at its end. */
  readonly url: string;
}

/** A request of a person, as a route gets it. */
export interface PeopleCall {
  readonly request: Request;
  readonly response: Response;
  readonly person: Person;
  /** The variable parts of the path, decoded, by their names. */
  readonly params: Readonly<Record<string, string>>;
  /** The parameters of the query. A parameter that is given twice is refused. */
  readonly query: ReadonlyMap<string, string>;
  /** Reads the body, a JSON object. */
  readonly readBody: () => Promise<Readonly<Record<string, unknown>>>;
  /** The signal that aborts when the caller is gone or the server closes. */
  readonly signal: AbortSignal;
}

/** A path of the people door. */
export interface PeopleRoute {
  /** The path below that of the door, such as `/tasks/:id`; a part after `:` is a variable. */
  readonly path: string;
  /** The handlers by HTTP method. `GET` also answers `HEAD`. */
  readonly methods: Readonly<Record<string, (call: PeopleCall) => Promise<void>>>;
}

/** Makes the routes of one part of the people door. */
export type CreatePeopleRoutes = (parts: PeopleParts) => readonly PeopleRoute[];
