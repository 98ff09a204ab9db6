// Questions, and what callers do with their tasks.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Behaviour } from '../served.ts';
import {
  at,
  beginHeld,
  call,
  createMessage,
  createTaggedPart,
  get,
  readLast,
  send,
  sendData,
  textsOf,
  untilHandlerIs,
} from '../wire.ts';

/** No behaviour sends notifications to it. */
const HOOK = 'https://receiver.example/hook';

/** A task in a list. */
interface ListedTask {
  readonly id: string;
  readonly status: { readonly timestamp: string };
}

export const TASKS: readonly Behaviour[] = [
  {
    name: 'a question is asked and answered',
    async run(served) {
      const place = at(served, 'open');
      const asked = await sendData(place, 'greeting', {});
      assert.equal(asked.status.state, 'TASK_STATE_INPUT_REQUIRED');
      const done = await send(place, [{ text: 'Ada' }], { taskId: asked.id });
      assert.deepEqual(textsOf(done), ['Hello, Ada']);
    },
  },
  {
    name: 'a form is asked, and a wrong answer refused',
    async run(served) {
      const place = at(served, 'open');
      const asked = await sendData(place, 'visit', {});
      assert.equal(asked.status.state, 'TASK_STATE_INPUT_REQUIRED');
      const answer = (age: number) =>
        call(place, 'SendMessage', {
          message: createMessage([{ data: { age } }], { taskId: asked.id }),
        });
      const wrong = await answer(7);
      assert.match(JSON.stringify(wrong), /18/u);
      const { result } = await answer(44);
      assert(result?.task);
      assert.deepEqual(textsOf(result.task), ['Welcome at 44.']);
    },
  },
  {
    name: 'a task is canceled, and its handler stops',
    async run(served) {
      const place = at(served, 'open');
      const { key, taskId, live } = await beginHeld(place);
      const { result } = await call(place, 'CancelTask', { id: taskId });
      assert.match(JSON.stringify(result?.['status']), /TASK_STATE_CANCELED/u);
      assert.match(await readLast(live), /TASK_STATE_CANCELED/u);
      await untilHandlerIs(place, key, 'aborted');
    },
  },
  {
    name: 'a task is read with its history',
    async run(served) {
      const place = at(served, 'open');
      const { id } = await sendData(place, 'number', { value: 4 });
      for (const [historyLength, length] of [
        [0, 0],
        [1, 1],
      ]) {
        const { result } = await call(place, 'GetTask', { id, historyLength });
        assert.equal((result?.['history'] as readonly object[] | undefined)?.length ?? 0, length);
      }
      const rest = await get(place, `/a2a/rest/tasks/${id}?historyLength=1`);
      assert.equal(((await rest.json()) as { readonly id: string }).id, id);
    },
  },
  {
    name: 'tasks are listed in pages',
    async run(served) {
      const place = at(served, 'open', 'bob');
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        ids.push((await sendData(place, 'number', { value: count })).id);
      }
      const listed: ListedTask[] = [];
      let pageToken = '';
      do {
        const { result } = await call(place, 'ListTasks', { pageSize: 2, pageToken });
        const { tasks, nextPageToken } = result as unknown as {
          readonly tasks: readonly ListedTask[];
          readonly nextPageToken: string;
        };
        assert(tasks.length <= 2);
        listed.push(...tasks);
        pageToken = nextPageToken;
      } while (pageToken !== '');
      const newest = listed.slice(0, 3);
      assert.deepEqual(newest.map(({ id }) => id).toSorted(), ids.toSorted());
      // Tasks that end in the same millisecond have no order.
      const times = newest.map(({ status }) => status.timestamp);
      assert.deepEqual(times, times.toSorted().toReversed());
    },
  },
  {
    name: 'tasks of others are not found',
    async run(served) {
      const { id } = await sendData(at(served, 'open', 'ada'), 'number', { value: 4 });
      const mine = await call(at(served, 'open', 'ada'), 'GetTask', { id });
      assert.equal(mine.result?.['id'], id);
      for (const other of ['eve', undefined]) {
        const { error } = await call(at(served, 'open', other), 'GetTask', { id });
        assert.equal(error?.code, -32_001);
      }
    },
  },
  {
    name: 'receivers of events are set, listed and deleted',
    async run(served) {
      const place = at(served, 'open', 'kim');
      const { id: taskId } = await sendData(place, 'greeting', {});
      const set = await call(place, 'CreateTaskPushNotificationConfig', {
        taskId,
        id: 'first',
        url: HOOK,
      });
      assert.equal(set.error, undefined);
      const list = () => call(place, 'ListTaskPushNotificationConfigs', { taskId });
      assert.match(JSON.stringify((await list()).result), /receiver\.example/u);
      await call(place, 'DeleteTaskPushNotificationConfig', { taskId, id: 'first' });
      assert.doesNotMatch(JSON.stringify((await list()).result), /receiver\.example/u);
      await call(place, 'CancelTask', { id: taskId });
    },
  },
  {
    name: 'events are sent to a receiver',
    async run(served) {
      const texts: string[] = [];
      const last = Promise.withResolvers<void>();
      const receiver = createServer(async (request, response) => {
        texts.push((await request.toArray()).join(''));
        response.writeHead(204).end();
        if (texts.at(-1)?.includes('TASK_STATE_COMPLETED') === true) last.resolve();
      });
      await once(receiver.listen(0, '127.0.0.1'), 'listening');
      try {
        const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
        const { error } = await call(at(served, 'open', 'kim'), 'SendMessage', {
          message: createMessage([createTaggedPart('number', { value: 4 })]),
          configuration: { returnImmediately: true, taskPushNotificationConfig: { url } },
        });
        assert.equal(error, undefined);
        await last.promise;
      } finally {
        receiver.closeAllConnections();
        receiver.close();
      }
    },
  },
];
