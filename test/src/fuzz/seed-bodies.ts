const mimeType = 'application/json;schema=fightComparison';

const message = {
  messageId: 'fuzz',
  role: 'ROLE_USER',
  contextId: 'context',
  parts: [
    { text: 'hello' },
    { data: { a: 'Lion', b: 'Tiger' }, metadata: { mimeType }, mediaType: mimeType },
    { raw: 'AAAA', filename: 'x.bin', mediaType: 'application/octet-stream' },
  ],
  metadata: { skillId: 'fight-comparison' },
  extensions: [],
  referenceTaskIds: [],
};

const legacyMessage = {
  kind: 'message',
  messageId: 1,
  role: 'user',
  parts: [
    { kind: 'data', data: { a: 'Lion', b: 'Tiger' }, metadata: { mimeType } },
    { kind: 'text', text: 'hello' },
    { kind: 'file', file: { bytes: 'AAAA', mimeType: 'text/plain', name: 'x.txt' } },
  ],
};

const configuration = { acceptedOutputModes: ['text/plain'], historyLength: 1 };

function toRpc(method: string, params: unknown): unknown {
  return { jsonrpc: '2.0', id: 1, method, params };
}

/** Valid JSON-RPC requests of A2A 1.0, from which fuzzed ones are made. */
export const MODERN_BODIES: readonly unknown[] = [
  toRpc('SendMessage', { message, configuration }),
  toRpc('SendStreamingMessage', { message }),
  toRpc('GetTask', { id: 'nobody', historyLength: 2 }),
  toRpc('ListTasks', { contextId: 'context', status: 'TASK_STATE_COMPLETED', pageSize: 10 }),
  toRpc('CancelTask', { id: 'nobody' }),
  toRpc('SubscribeToTask', { id: 'nobody' }),
  toRpc('GetExtendedAgentCard', {}),
  toRpc('CreateTaskPushNotificationConfig', { taskId: 'nobody', url: 'http://127.0.0.1:1' }),
];

/** Valid JSON-RPC requests of A2A 0.3, from which fuzzed ones are made. */
export const LEGACY_BODIES: readonly unknown[] = [
  toRpc('message/send', { message: legacyMessage, configuration: { blocking: true } }),
  toRpc('message/stream', { message: legacyMessage }),
  toRpc('tasks/get', { id: 'nobody' }),
  toRpc('tasks/cancel', { id: 'nobody' }),
  toRpc('tasks/resubscribe', { id: 'nobody' }),
  toRpc('tasks/pushNotificationConfig/set', {
    taskId: 'nobody',
    pushNotificationConfig: { url: 'http://127.0.0.1:1' },
  }),
  toRpc('agent/getAuthenticatedExtendedCard', {}),
];

/** Valid REST requests of A2A 1.0, from which fuzzed ones are made. */
export const REST_REQUESTS: readonly { readonly path: string; readonly body?: unknown }[] = [
  { path: '/message:send', body: { message, configuration } },
  { path: '/message:stream', body: { message } },
  { path: '/tasks/nobody:cancel', body: {} },
  { path: '/tasks?pageSize=5&status=TASK_STATE_COMPLETED' },
  { path: '/tasks/nobody?historyLength=1' },
];
