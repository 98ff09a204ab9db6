import { didYouMean } from '@formwork/schema/internal';
import { previewJson } from '@formwork/schema/json';

/** The name of a method of A2A 1.0 over JSON-RPC (section 9.4). */
export type MethodName =
  | 'SendMessage'
  | 'SendStreamingMessage'
  | 'GetTask'
  | 'ListTasks'
  | 'CancelTask'
  | 'SubscribeToTask'
  | 'CreateTaskPushNotificationConfig'
  | 'GetTaskPushNotificationConfig'
  | 'ListTaskPushNotificationConfigs'
  | 'DeleteTaskPushNotificationConfig'
  | 'GetExtendedAgentCard';

/** The methods of A2A over JSON-RPC: the names of 1.0, each with that of 0.3. */
const METHOD_NAMES: Readonly<Record<MethodName, string | undefined>> = {
  SendMessage: 'message/send',
  SendStreamingMessage: 'message/stream',
  GetTask: 'tasks/get',
  ListTasks: undefined,
  CancelTask: 'tasks/cancel',
  SubscribeToTask: 'tasks/resubscribe',
  CreateTaskPushNotificationConfig: 'tasks/pushNotificationConfig/set',
  GetTaskPushNotificationConfig: 'tasks/pushNotificationConfig/get',
  ListTaskPushNotificationConfigs: 'tasks/pushNotificationConfig/list',
  DeleteTaskPushNotificationConfig: 'tasks/pushNotificationConfig/delete',
  GetExtendedAgentCard: 'agent/getAuthenticatedExtendedCard',
};

const PAIRS: readonly (readonly [current: string, legacy: string | undefined])[] =
  Object.entries(METHOD_NAMES);

const CURRENT: readonly string[] = PAIRS.map(([current]) => current);

const LEGACY: readonly string[] = PAIRS.flatMap(([, legacy]) => legacy ?? []);

/** True for the name of a method of A2A 0.3. */
export function isLegacyMethod(name: string): boolean {
  return LEGACY.includes(name);
}

/** Says that a version of A2A has no method of a name, and which one is likely meant. */
export function describeUnknownMethod(name: unknown, version: '0.3' | '1.0'): string {
  const known = version === '1.0' ? CURRENT : LEGACY;
  return `Cannot run the method as method must be one of ${known.join(', ')}: current value is ${previewJson(name)}.${advise(name, version)}`;
}

function advise(name: unknown, version: '0.3' | '1.0'): string {
  if (typeof name !== 'string') return '';
  const other = version === '1.0' ? LEGACY : CURRENT;
  if (other.includes(name)) {
    const wanted = version === '1.0' ? '0.3' : '1.0';
    return ` That is a method of A2A ${wanted}, whose requests have the header "A2A-Version: ${wanted}"; this one is read as ${version}.`;
  }
  const known = version === '1.0' ? CURRENT : LEGACY;
  // gRPC and some clients name the service before the method.
  const near = didYouMean(name, known) ?? didYouMean(name.replace(/^.*[./]/u, ''), known);
  return near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
}
