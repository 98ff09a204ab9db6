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

/** The value that a form begins with, and its source. */
export interface Prefill {
  readonly skill: string;
  readonly schema: string;
  readonly data: Json;
  /** Of the schema that the data were made for. */
  readonly fingerprint: string;
  /** Milliseconds since 1970, of the run that the data were sent in. */
  readonly time: number;
  /** New for each time that somebody asks for it. */
  readonly id: string;
}

/** An agent that is worked with, and all that is kept of it. */
export interface Workspace {
  /** Its address, as it was opened. */
  readonly agent: string;
  /** For routes: absent where there is only one agent. */
  readonly routeAgent: { readonly agent?: string };
  readonly description: AgentDescription;
  /** Absent until it is loaded. */
  readonly board: ThreadBoard | undefined;
  readonly entries: ReadonlyMap<string, ThreadEntry>;
  readonly drafts: Shelf<Draft>;
  /** The newest first. */
  readonly runs: readonly Run[];
  /** False until the history is known. */
  readonly isReady: boolean;
  readonly clearRuns: () => void;
  readonly prefill: Prefill | undefined;
  /** True once something could not be sent as a part of the page is missing. */
  readonly isIncomplete: boolean;
  /** Sends an input and shows what comes of it. False if it could not be sent. */
  readonly send: (
    skill: DescribedSkill,
    schema: UsableSchema,
    content: { readonly data: Json; readonly files?: readonly SourceFile[] },
  ) => Promise<boolean>;
  /** Sends an input and waits for what comes of it, without showing it. Tells the task of an abort. */
  readonly call: (call: QuietCall) => Promise<ThreadEntry>;
  /** Sends text, in the conversation if there is one. False if it could not be sent. */
  readonly write: (
    text: string,
    context: {
      readonly skillId: string;
      readonly contextId: string;
      readonly files?: readonly SourceFile[];
    },
  ) => Promise<boolean>;
  /** Opens the form with the data of a run. */
  readonly edit: (run: Run) => void;
  readonly runAgain: (run: Run) => void;
  readonly credentialNames: () => readonly string[];
}

/** Options of {@link Workspace.call}. */
interface QuietCall {
  readonly skill: DescribedSkill;
  readonly schema: UsableSchema;
  readonly data: Json;
  readonly signal: AbortSignal;
}

/** A schema that forms are drawn from. */
export type UsableSchema = Extract<DescribedSchema, { readonly kind: 'usable' }>;

/** Hands the workspace down. */
export const WorkspaceContext = createContext<Workspace | undefined>(undefined);

/** The agent that is worked with. @throws Error where there is none. */
export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (workspace === undefined) throw new Error('Cannot draw this without an agent');
  return workspace;
}

/** The skill with this id. */
export function findSkill(
  description: AgentDescription,
  id: string | undefined,
): DescribedSkill | undefined {
  return description.skills.find((skill) => skill.id === id);
}

/** The schema of an input as it is now. */
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

/** The schema of an input, if it is still the one that the run was made with. */
export function findSameInput(
  description: AgentDescription,
  run: Pick<Run, 'skillId' | 'input'>,
): JsonSchema | undefined {
  const found = findInput(description, run);
  return run.input.kind === 'input' && found?.fingerprint === run.input.fingerprint
    ? found.schema
    : undefined;
}
