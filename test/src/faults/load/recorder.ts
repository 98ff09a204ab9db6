import type {
  AcknowledgedAnswer,
  AcknowledgedCreate,
  AcknowledgedState,
  RunHistory,
  SeenStream,
  TakenNotification,
} from '../history/run-history.ts';
import { toAnswerText } from '../journal/event-text.ts';

/** A record of all that a server told its callers. */
export interface Recorder {
  create(messageId: string, taskId: string): void;
  state(taskId: string, state: string): void;
  answer(taskId: string, messageId: string): void;
  see(stream: SeenStream): void;
  /** Records that a push receiver must get all events of a task. */
  notify(taskId: string): void;
  take(notification: TakenNotification): void;
  /** All facts recorded so far, as the part of a {@link RunHistory} that callers can observe. */
  readonly told: Omit<RunHistory, 'tasks' | 'journal'>;
}

/** Makes an empty recorder. */
export function createRecorder(): Recorder {
  const creates: AcknowledgedCreate[] = [];
  const states: AcknowledgedState[] = [];
  const answers: AcknowledgedAnswer[] = [];
  const streams: SeenStream[] = [];
  const notified: string[] = [];
  const notifications: TakenNotification[] = [];
  return {
    create: (key, taskId) => void creates.push({ key, taskId }),
    state: (taskId, state) => void states.push({ taskId, state }),
    answer: (taskId, messageId) => void answers.push({ taskId, text: toAnswerText(messageId) }),
    see: (stream) => void streams.push(stream),
    notify: (taskId) => void notified.push(taskId),
    take: (notification) => void notifications.push(notification),
    told: { creates, states, answers, streams, notified, notifications },
  };
}
