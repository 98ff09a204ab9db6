import { sendJson } from '@formwork/server/internal';
import type { TaskListView } from '../api.ts';
import { createMissingError } from '../people-error.ts';
import type { CreatePeopleRoutes } from '../people-route.ts';
import { exportTasks } from './export-tasks.ts';
import { findTasks } from './find-tasks.ts';
import { readFilters, readTaskQuery } from './read-filter.ts';
import { toTaskDetail, toTaskEntry } from './task-view.ts';

/** Makes the routes of a person's own tasks: the list, one task, and what can be saved as a file. */
export const createHistoryRoutes: CreatePeopleRoutes = ({ host }) => {
  const { engine, listSecrets } = host;
  return [
    {
      path: '/tasks',
      methods: {
        async GET({ person, query, response }) {
          const taskQuery = readTaskQuery(query);
          const page = await findTasks(host, person.scope, taskQuery);
          const agent = host.agentFor(person.caller);
          const view: TaskListView = {
            tasks: page.tasks.map((task) => toTaskEntry(task, { agent, listSecrets })),
            ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
            ...(taskQuery.text === undefined && { total: page.totalSize }),
          };
          sendJson(response, view);
        },
      },
    },
    ...(['csv', 'json'] as const).map((format) => ({
      path: `/tasks.${format}`,
      methods: {
        GET: async ({ person, query, response, signal, write }) => {
          const filters = readFilters(query);
          const agent = host.agentFor(person.caller);
          await exportTasks(response, {
            host,
            scope: person.scope,
            filters,
            agent,
            format,
            signal,
            write,
          });
        },
      } satisfies ReturnType<CreatePeopleRoutes>[number]['methods'],
    })),
    {
      path: '/tasks/:id',
      methods: {
        async GET({ person, params, response }) {
          const task = await engine.get(person.scope, params['id'] ?? '');
          if (task === undefined) throw createMissingError('the task');
          const agent = host.agentFor(person.caller);
          const context = task.contextId;
          sendJson(response, { task: { ...toTaskDetail(task, { agent, listSecrets }), context } });
        },
      },
    },
  ];
};
