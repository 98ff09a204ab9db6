// The JSON of the people door, for the server and for pages: this file imports nothing.

/** The header with the token of a link, which no path has, because paths are logged. */
export const LINK_TOKEN_HEADER = 'formwork-token';

/** The person who asks, as the people door knows them. */
export interface PersonView {
  /** The id of the principal; absent for the one person of a server without authentication. */
  readonly id?: string;
  /** True for the one person of a server without authentication. */
  readonly isLocal: boolean;
}

/** The state of a task, as A2A 1.0 names it, in lower case. */
export type TaskStateView =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'auth-required'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'rejected';

/** Selects tasks of a person. */
export interface TaskFilter {
  /** The words that a task must have, all of them: 1 to 8, in at most 200 characters. */
  readonly text?: string;
  /** The id of the skill that a task runs. */
  readonly skill?: string;
  readonly state?: TaskStateView;
  /** The time at or after which the state of a task changed, ISO 8601. */
  readonly from?: string;
  /** The time before which the state of a task changed, ISO 8601. */
  readonly to?: string;
}

/** A task in the list of a person. */
export interface TaskEntry {
  readonly id: string;
  /** The id of the skill that the task runs; absent if the agent's own text handler answers. */
  readonly skill?: string;
  readonly state: TaskStateView;
  /** True if the task waits for other people, who got its question. */
  readonly isForOthers?: true;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The time at which the state or its message last changed, ISO 8601. */
  readonly changedAt: string;
  /** The title that the skill gave the task. */
  readonly title?: string;
  /** The beginning of what was sent, at most 200 characters, without secrets. */
  readonly summary: string;
}

/** One page of the tasks of a person. */
export interface TaskListView {
  readonly tasks: readonly TaskEntry[];
  /** The token for the next page; absent on the last page. */
  readonly nextPageToken?: string;
  /** The number of tasks on all pages together; absent if the filter has a text. */
  readonly total?: number;
}

/** The input that started a task, without secrets. */
export type TaskInput =
  | {
      readonly kind: 'data';
      /** The name of the input schema. */
      readonly schema: string;
      /** The data; absent if the agent no longer has the schema that would tell its secrets. */
      readonly data?: unknown;
    }
  | { readonly kind: 'text'; readonly text: string };

/** A part of what came of a task, without secrets. */
export type ResultPart =
  | {
      readonly kind: 'data';
      readonly artifact: string;
      /** The name of the output schema; absent for data without one. */
      readonly schema?: string;
      readonly data: unknown;
    }
  | { readonly kind: 'text'; readonly artifact: string; readonly text: string }
  | {
      readonly kind: 'file';
      readonly artifact: string;
      readonly name: string;
      readonly mediaType: string;
      /** The bytes of the file as base64; absent if the agent gave an address instead. */
      readonly bytes?: string;
      readonly url?: string;
    };

/** A task with what was sent and what came of it. */
export interface TaskDetail extends TaskEntry {
  /** The id of the conversation that the task belongs to; only for its owner. */
  readonly context?: string;
  readonly input: TaskInput;
  readonly result: readonly ResultPart[];
  /** The message of the state in words, such as the reason of a failure. */
  readonly message?: string;
}

/** A form that a person has begun to fill in. */
export interface DraftView {
  readonly skill: string;
  /** The name of the input schema. */
  readonly schema: string;
  /** The fingerprint of the schema that the data was entered for. */
  readonly fingerprint: string;
  /** The data, without secrets. */
  readonly data: unknown;
  /** ISO 8601. */
  readonly savedAt: string;
  /** A tag that no other version of the draft has; absent at agents of earlier versions. */
  readonly version?: string;
}

/** The mark of a draft that has ended: its person has sent it, or given it up. */
export interface EndedDraftView {
  readonly skill: string;
  readonly schema: string;
  /** A tag as that of a version, which a new draft of the form replaces. */
  readonly version: string;
  /** The version of the draft that has ended. */
  readonly former: string;
  /** ISO 8601. */
  readonly endedAt: string;
}

/** All that an agent knows of a person's drafts. */
export interface DraftListView {
  /** The latest first. */
  readonly drafts: readonly DraftView[];
  /** Absent at agents of earlier versions, which do not tell what has ended. */
  readonly ended?: readonly EndedDraftView[];
  /** The time of the agent, ISO 8601; absent at agents of earlier versions. */
  readonly now?: string;
}

/** A task that its owner shows to others. */
export interface ShareView {
  readonly id: string;
  readonly task: string;
  /** The skill of the task; absent if it runs none. */
  readonly skill?: string;
  /** The beginning of what was sent, as in the list of tasks. */
  readonly summary: string;
  /** The id of the principal who may see the task; absent for a share by link. */
  readonly with?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** A new share; one by link has the token of the link, which is shown only this once. */
export interface NewShareView extends ShareView {
  readonly token?: string;
}

/** A task that another person shows to the person. */
export interface SharedTaskView {
  /** The id of the share. */
  readonly share: string;
  /** The id of the principal who shares; absent on a server without authentication. */
  readonly sharedBy?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly skill?: string;
  readonly summary: string;
}
