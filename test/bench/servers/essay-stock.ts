// Streams one artifact in chunks, with the SDK's default handler: node essay-stock.ts [FILE]
import { TaskState } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server';
import { createChunk } from '../stores/payload.ts';
import { parseEssayRequest } from './essay.ts';
import { serveStock } from './serve-stock.ts';

function toStatus(state: TaskState): {
  readonly state: TaskState;
  readonly message: undefined;
  readonly timestamp: string;
} {
  return { state, message: undefined, timestamp: new Date().toISOString() };
}

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const { chunks, characters } = parseEssayRequest(
      content?.$case === 'text' ? content.value : '',
    );
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: toStatus(TaskState.TASK_STATE_WORKING),
        artifacts: [],
        history: [userMessage],
        metadata: undefined,
      }),
    );
    // publish() returns nothing to wait for.
    for (let count = 0; count < chunks; count += 1) {
      const artifact = createChunk(characters);
      const place = { taskId, contextId, append: count > 0, lastChunk: count === chunks - 1 };
      bus.publish(AgentEvent.artifactUpdate({ ...place, artifact, metadata: undefined }));
    }
    const status = toStatus(TaskState.TASK_STATE_COMPLETED);
    bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
  },
  async cancelTask() {},
};

await serveStock(executor);
