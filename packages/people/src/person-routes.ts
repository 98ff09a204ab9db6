import { sendJson } from '@formwork/server/internal';
import type { CreatePeopleRoutes } from './people-route.ts';

/** Makes the route by which a page learns who the person is. */
export const createPersonRoutes: CreatePeopleRoutes = () => [
  {
    path: '/me',
    methods: {
      async GET({ person, response }) {
        const { id } = person;
        sendJson(response, {
          person: id === undefined ? { isLocal: true } : { id, isLocal: false },
        });
      },
    },
  },
];
