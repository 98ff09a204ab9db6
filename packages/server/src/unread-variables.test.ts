import { expect, test } from 'vitest';
import { refuseUnreadVariables } from './unread-variables.ts';

const READ = ['FORMWORK_API_KEY', 'FORMWORK_PORT'];

test.each([
  ['FORMWORK_APIKEY', ', did you mean FORMWORK_API_KEY?'],
  ['FORMWORK_ISSUER', ''],
  ['FORMWORK_GRPC_DOOR_PORT', ''],
  ['FORMWORK_', ', did you mean FORMWORK_PORT?'],
])('%s is refused where it is set and not read', (name, hint) => {
  expect(() => refuseUnreadVariables(READ, { env: { [name]: 'secret' } })).toThrow(
    new TypeError(
      `Cannot start because variables that begin with FORMWORK_ must be some of FORMWORK_API_KEY, FORMWORK_PORT: current variable is ${name}${hint}`,
    ),
  );
});

test('a program that reads no variable refuses each', () => {
  expect(() => refuseUnreadVariables([], { env: { FORMWORK_API_KEY: 'secret' } })).toThrow(
    new TypeError(
      'Cannot start because variables that begin with FORMWORK_ must be absent: current variable is FORMWORK_API_KEY',
    ),
  );
});

test.each([
  { FORMWORK_API_KEY: 'secret', FORMWORK_PORT: '0' },
  { FORMWORK_ISSUER: '' },
  { FORMWORK_ISSUER: undefined },
  { MY_FORMWORK_ISSUER: 'x', FORMWORKS: 'x', PORT: '0' },
  // Of the other programs of Formwork.
  { FORMWORK_TEST_FILES: '/tmp', FORMWORK_TOKEN_SHOP: 'x', FORMWORK_SIGN_INS: 'x' },
  // Of the engine, whatever program opens it.
  { FORMWORK_SQLITE: 'node:sqlite' },
  // Of a service with the name "formwork-agent" in a cluster.
  {
    FORMWORK_AGENT_SERVICE_HOST: '10.0.0.1',
    FORMWORK_AGENT_SERVICE_PORT: '4100',
    FORMWORK_AGENT_SERVICE_PORT_HTTP: '4100',
    FORMWORK_AGENT_PORT: 'tcp://10.0.0.1:4100',
    FORMWORK_AGENT_PORT_4100_TCP: 'tcp://10.0.0.1:4100',
    FORMWORK_AGENT_PORT_4100_TCP_ADDR: '10.0.0.1',
  },
])('the environment %j is accepted', (env) => {
  expect(() => refuseUnreadVariables(READ, { env })).not.toThrow();
});
