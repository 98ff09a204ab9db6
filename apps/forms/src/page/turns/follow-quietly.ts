import type { AgentSource, SourceMessage } from '@formwork/client';
import { reduceTurn, type Turn } from './turn.ts';

/** What {@link followQuietly} takes. */
interface QuietTurn {
  readonly message: SourceMessage;
  readonly turn: Turn;
  readonly signal: AbortSignal;
}

/** Sends and waits until the task rests. An abort tells the agent to stop the task. */
export async function followQuietly(
  source: AgentSource,
  { message, turn: start, signal }: QuietTurn,
): Promise<Turn> {
  let turn = start;
  for await (const event of source.send(message, { signal })) {
    turn = reduceTurn(turn, event, Date.now());
  }
  const { taskId, skillId } = turn.run;
  if (!signal.aborted || taskId === '' || turn.run.state === 'done') return turn;
  for await (const event of source.cancel({ taskId, skillId })) {
    turn = reduceTurn(turn, event, Date.now());
  }
  return turn;
}
