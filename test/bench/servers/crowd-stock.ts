// Does the same as `crowd-formwork.ts` with the SDK's default handler: node crowd-stock.ts [FILE]

import { TaskState } from '@a2a-js/sdk';
import { AgentEvent, type AgentExecutor } from '@a2a-js/sdk/server';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMessage } from '../stores/payload.ts';
import { parseCrowdRequest } from './crowd.ts';
import { serveStock } from './serve-stock.ts';

const executor: AgentExecutor = {
  async execute({ userMessage, taskId, contextId }, bus) {
    const content = userMessage.parts[0]?.content;
    const { events, pauseMs, gatheringMs } = parseCrowdRequest(
      content?.$case === 'text' ? content.value : '',
    );
    const place = { taskId, contextId, metadata: undefined };
    function toStatus(state: TaskState): {
      readonly state: TaskState;
      readonly message: undefined;
      readonly timestamp: string;
    } {
      return { state, message: undefined, timestamp: new Date().toISOString() };
    }
    const status = toStatus(TaskState.TASK_STATE_WORKING);
    const history = [userMessage];
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status,
        artifacts: [],
        history,
        metadata: undefined,
      }),
    );
    await sleep(gatheringMs);
    for (let count = 0; count < events; count += 1) {
      const artifact = {
        artifactId: 'speech',
        name: '',
        description: '',
        parts: createMessage(`${count} ${Date.now()}`).parts,
        metadata: undefined,
        extensions: [],
      };
      bus.publish(
        AgentEvent.artifactUpdate({ ...place, artifact, append: count > 0, lastChunk: false }),
      );
      await sleep(pauseMs);
    }
    const end = toStatus(TaskState.TASK_STATE_COMPLETED);
    bus.publish(AgentEvent.statusUpdate({ ...place, status: end }));
    bus.finished();
  },
  async cancelTask() {},
};
await serveStock(executor);
