import type {
  AgentDescription,
  DescribedSchema,
  DescribedSkill,
  SourceFile,
} from '@formwork/client';
import type { ThreadEntry } from '@formwork/react';
import type { Json } from '@formwork/schema';
import { createContext, type ReactNode, useContext } from 'react';
import type { MarkedDrafts } from '../history/draft-marks.ts';
import type { Run } from '../history/run.ts';
import type { KeptBatch } from '../history/stored-batches.ts';
import type { QuietOptions, WorkStore } from './thread-store.ts';

/**
 * The data of an earlier run, or of an example, that fill the next form, with the skill and schema
 * that they belong to.
 */
export interface Prefill {
  readonly skill: string;
  readonly schema: string;
  readonly data: Json;
  /** The text of a message; absent for the data of a form. */
  readonly text?: string;
  /** The id of the run; absent for an example. */
  readonly run?: string;
  /** The fingerprint of the schema at the time when the run was sent. */
  readonly fingerprint: string;
  /** The time when the run with these data was sent, in milliseconds since 1970; 0 for an example. */
  readonly time: number;
  /** A new id for each time that the data are put into a form. */
  readonly id: string;
}

/**
 * Everything about the agent that the person works with: its description, its tasks, its history,
 * and the actions on them.
 */
export interface Workspace {
  /** The address of the agent, as the person entered or chose it. */
  readonly agent: string;
  /** The part of routes that names the agent; `{}` if the page is for one agent only. */
  readonly routeAgent: { readonly agent?: string };
  readonly description: AgentDescription;
  /** The store that follows the agent's tasks; `undefined` until its code is loaded. */
  readonly threads: WorkStore | undefined;
  readonly entries: ReadonlyMap<string, ThreadEntry>;
  readonly drafts: MarkedDrafts;
  /** The ids of the runs that are kept, and are sent once the code for that is loaded. */
  readonly waiting: ReadonlySet<string>;
  /** The runs with this agent, newest first. */
  readonly runs: readonly Run[];
  /** True once the history of runs has been read from the browser's storage. */
  readonly isReady: boolean;
  readonly clearRuns: () => void;
  /** True once something that was entered could not be kept, because the browser has no room. */
  readonly isFull: boolean;
  readonly prefill: Prefill | undefined;
  /** The inbox of the person; `undefined` if no agent has one. */
  readonly inbox:
    | {
        /** The number of things that wait. */
        readonly count: number;
        readonly screen: ReactNode;
      }
    | undefined;
  /** Asks the agent again, after the person has said who they are. */
  readonly onAccess: () => void;
  /** Sends an input and shows its run. */
  readonly send: (
    skill: DescribedSkill,
    schema: UsableSchema,
    content: {
      readonly data: Json;
      /** The data without secrets, which the history keeps; `undefined` for none. */
      readonly historyData: Json | undefined;
      readonly files?: readonly SourceFile[];
    },
  ) => void;
  /**
   * Sends an input and resolves with the entry of its task, without showing it. An abort of the
   * signal cancels the task.
   */
  readonly call: (call: QuietCall) => Promise<ThreadEntry>;
  /** Sends a text, as part of the given conversation if there is one, and shows its run. */
  readonly write: (
    text: string,
    context: {
      readonly skillId: string;
      readonly contextId: string;
      readonly files?: readonly SourceFile[];
    },
  ) => void;
  /** Opens a form, filled with an example of the agent unless the person has begun a draft. */
  readonly fill: (example: Omit<QuietCall, 'signal'>) => void;
  /** Opens the form of a run's skill, filled with the data of the run. */
  readonly edit: (run: Run) => void;
  /** Gives up a run that the agent may not have yet. */
  readonly cancel: (run: Run) => void;
  readonly runAgain: (run: Run) => void;
  /**
   * Sends a run again that may not have reached the agent, under the same id, so that an agent that
   * got it before does not do it twice. A run whose input was not stored as a whole is edited
   * instead.
   */
  readonly sendUnsent: (run: Run) => void;
  /** True for a run that the person in whose name the page calls now has filled in. */
  readonly isOwn: (run: Run) => boolean;
  /** The tables of the person whose rows were not done when their page was closed or left. */
  readonly batches: readonly KeptBatch[];
  /** Notes who runs the rows of a table, and keeps them unless they may have secrets. */
  readonly keepBatch: (batch: Omit<KeptBatch, 'owner'>, isSecret: boolean) => void;
  readonly dropBatch: (id: string) => void;
  /** Notes that this tab runs the rows of a table; the function that it returns ends this. */
  readonly holdBatch: (id: string) => () => void;
  /** Offers what is kept of a table that was left. */
  readonly leaveBatch: () => void;
  /** Removes a run from the history, unless the agent has got it. */
  readonly discard: (run: Run) => void;
  readonly credentialNames: () => readonly string[];
}

/** An input to send with {@link Workspace.call}, without showing its task. */
interface QuietCall extends QuietOptions {
  readonly skill: DescribedSkill;
  readonly schema: UsableSchema;
  readonly data: Json;
}

/** A schema of an agent from which a form can be drawn. */
export type UsableSchema = Extract<DescribedSchema, { readonly kind: 'usable' }>;

/** The React context that holds the workspace of the current agent. */
export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** Returns the workspace of the current agent. @throws Error if there is none. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error('Cannot draw this without an agent');
  return workspace;
}

/** Finds a skill of an agent by its id. */
export function findSkill(
  description: AgentDescription,
  id: string | undefined,
): DescribedSkill | undefined {
  return description.skills.find((skill) => skill.id === id);
}
