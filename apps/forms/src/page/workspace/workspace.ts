import type {
  AgentDescription,
  DescribedSchema,
  DescribedSkill,
  SourceFile,
} from '@formwork/client';
import type { Json, JsonSchema } from '@formwork/schema';
import { createContext, useContext } from 'react';
import type { Draft } from '../history/draft.ts';
import type { Run } from '../history/run.ts';
import type { Shelf } from '../storage/shelf.ts';
import type { ThreadEntry } from '@formwork/react';
import type { ThreadBoard } from './thread-board.ts';

/** Data that a form begins with, and where they come from. */
export interface Prefill {
  readonly skill: string;
  readonly schema: string;
  readonly data: Json;
  /** The fingerprint of the schema that the data were made for. */
  readonly fingerprint: string;
  /** The time when the run with these data was sent, in milliseconds since 1970. */
  readonly time: number;
  /** A new id for each time that the data are put into a form. */
  readonly id: string;
}

/**
 * The agent that is worked with: its description, its tasks, its history, and the actions on them.
 */
export interface Workspace {
  /** The address of the agent, as it was opened. */
  readonly agent: string;
  /** The agent as a part of routes; `{}` where there is only one agent. */
  readonly routeAgent: { readonly agent?: string };
  readonly description: AgentDescription;
  /** The tasks of the agent; `undefined` until their code is loaded. */
  readonly board: ThreadBoard | undefined;
  readonly entries: ReadonlyMap<string, ThreadEntry>;
  readonly drafts: Shelf<Draft>;
  /** The runs with this agent, newest first. */
  readonly runs: readonly Run[];
  /** False until the history has been read. */
  readonly isReady: boolean;
  readonly clearRuns: () => void;
  readonly prefill: Prefill | undefined;
  /** True once something could not be sent, because a part of the page could not be loaded. */
  readonly isIncomplete: boolean;
  /** Sends an input and shows its run. False if it could not be sent. */
  readonly send: (
    skill: DescribedSkill,
    schema: UsableSchema,
    content: { readonly data: Json; readonly files?: readonly SourceFile[] },
  ) => Promise<boolean>;
  /**
   * Sends an input and waits for its outcome, without showing it. An abort of the signal cancels
   * the task.
   */
  readonly call: (call: QuietCall) => Promise<ThreadEntry>;
  /** Sends a text, in the conversation if there is one. False if it could not be sent. */
  readonly write: (
    text: string,
    context: {
      readonly skillId: string;
      readonly contextId: string;
      readonly files?: readonly SourceFile[];
    },
  ) => Promise<boolean>;
  /** Opens the form of a run's skill with the data of the run. */
  readonly edit: (run: Run) => void;
  readonly runAgain: (run: Run) => void;
  readonly credentialNames: () => readonly string[];
}

/** An input to send with {@link Workspace.call}, without showing its task. */
interface QuietCall {
  readonly skill: DescribedSkill;
  readonly schema: UsableSchema;
  readonly data: Json;
  readonly signal: AbortSignal;
}

/** A schema of an agent that forms can be drawn from. */
export type UsableSchema = Extract<DescribedSchema, { readonly kind: 'usable' }>;

/** The React context with the workspace of an agent. */
export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The workspace of the agent that is worked with. @throws Error if there is none. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error('Cannot draw this without an agent');
  return workspace;
}

/** The skill of an agent by its id. */
export function findSkill(
  description: AgentDescription,
  id: string | undefined,
): DescribedSkill | undefined {
  return description.skills.find((skill) => skill.id === id);
}

/** The current schema of an input by its name. */
export function findInput(
  description: AgentDescription,
  run: Pick<Run, 'skillId' | 'input'>,
): UsableSchema | undefined {
  const { input } = run;
  if (input.kind !== 'input') return undefined;
  const found = findSkill(description, run.skillId)?.inputs.find(
    ({ name }) => name === input.schema,
  );
  return found?.kind === 'usable' ? found : undefined;
}

/** The schema of a run's input, if it has not changed since the run. */
export function findSameInput(
  description: AgentDescription,
  run: Pick<Run, 'skillId' | 'input'>,
): JsonSchema | undefined {
  const found = findInput(description, run);
  return run.input.kind === 'input' && found?.fingerprint === run.input.fingerprint
    ? found.schema
    : undefined;
}
