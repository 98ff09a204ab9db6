import type {
  AcknowledgedAnswer,
  AcknowledgedCreate,
  AcknowledgedState,
  RunHistory,
  SeenStream,
} from '../history/run-history.ts';
import { toAnswerText } from '../journal/event-text.ts';

/** A record of all that a server told its callers. */
export interface Recorder {
  create(messageId: string, taskId: string): void;
  state(taskId: string, state: string): void;
  answer(taskId: string, messageId: string): void;
  see(stream: SeenStream): void;
  /** The facts recorded so far, in the form of a history. */
  readonly told: Omit<RunHistory, 'tasks' | 'journal'>;
}

/** Makes a recorder without facts. */
export function createRecorder(): Recorder {
  const creates: AcknowledgedCreate[] = [];
  const states: AcknowledgedState[] = [];
  const answers: AcknowledgedAnswer[] = [];
  const streams: SeenStream[] = [];
  return {
    create: (key, taskId) => void creates.push({ key, taskId }),
    state: (taskId, state) => void states.push({ taskId, state }),
    answer: (taskId, messageId) => void answers.push({ taskId, text: toAnswerText(messageId) }),
    see: (stream) => void streams.push(stream),
    told: { creates, states, answers, streams },
  };
}
