import { FormworkError } from '@formwork/core';
import type { EndedOutcome } from '../task/outcome.ts';

/** Thrown by `call` and `stream` when a task ended without a result. */
export class TaskError extends FormworkError {
  readonly code = 'TASK_NOT_COMPLETED';
  readonly state: EndedOutcome['state'];
  readonly taskId: string;
  /** All there is to know of the task. */
  readonly outcome: EndedOutcome;

  constructor(outcome: EndedOutcome) {
    const said = outcome.text === '' ? '' : `: the agent says ${JSON.stringify(outcome.text)}`;
    super(
      `Cannot give a result as the task must be completed: current value is ${JSON.stringify(outcome.state)}${said}`,
    );
    this.state = outcome.state;
    this.taskId = outcome.taskId;
    this.outcome = outcome;
  }
}
