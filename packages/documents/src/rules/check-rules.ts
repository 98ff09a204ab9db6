import {
  FOLLOW_UP_FORMS_EXTENSION_URI,
  OBJECT_SCHEMAS_EXTENSION_URI,
  fromSchemaMode,
} from '@formwork/core';
import type { Problem } from '@formwork/schema';
import { toRecord } from '@formwork/schema/json';
import { appendPointer, isRecord, previewJson } from '@formwork/schema/json';
import { checkWithReference } from '../check-with-reference.ts';
import type { DocumentForm } from '../document-form.ts';
import { resolveSchema } from '../resolve-schema.ts';
import { checkCardSchemas } from './check-card-schemas.ts';
import { listMember, listMembers, type LocatedObject, Suggestions } from './read-parts.ts';

const OBJECT_SCHEMAS = 'urn:formwork:schemas:extensions:object-schemas-v1#/$defs/';

const FOLLOW_UP_FORMS = 'urn:formwork:schemas:extensions:follow-up-forms-v1#/$defs/';

const OWN_ID: Problem = {
  pointer: '/correlation_id',
  keyword: 'correlation',
  expected: 'the message_id of the message that is answered',
  message: 'must be the message_id of the message that is answered but is the own one',
};

/** The names under which objects of A2A hold other objects of A2A, one or a list of them. */
const CARRIERS = [
  'artifact',
  'artifacts',
  'artifactUpdate',
  'history',
  'message',
  'params',
  'parts',
  'result',
  'status',
  'statusUpdate',
  'task',
  'tasks',
];

/** The most levels of A2A objects within each other that are checked. */
const MAX_DEPTH = 12;

const AUTHENTICATED = 'https://a2a-protocol.org/schemas/authenticated-message.json';

/**
 * Checks the rules of a form that its schema cannot express. A document that does not fit the
 * schema is checked, too.
 */
export function checkRules(
  value: unknown,
  form: DocumentForm,
): {
  readonly problems: readonly Problem[];
  /** The findings that trouble only some receivers of the document. */
  readonly warnings: readonly Problem[];
} {
  if (!isRecord(value)) return { problems: [], warnings: [] };
  const root: LocatedObject = { pointer: '', value };
  switch (form.dialect) {
    case 'a2a/v1.0':
    case 'a2a/v1-rc':
    case 'a2a/v0.3':
      return { problems: checkA2a(root, form), warnings: checkNames(value, form) };
    case 'messages/v1':
      return {
        problems: checkCorrelation(root),
        warnings: [
          ...checkSender(root),
          ...(isRecord(value['auth']) ? checkWithReference(value, AUTHENTICATED) : []),
        ],
      };
    case 'sessions/v1':
      return { problems: checkSessionLists(root), warnings: [] };
    case 'extensions/object-schemas-v1':
      return { problems: form.kind === 'card' ? checkCard(root) : [], warnings: [] };
    case 'extensions/follow-up-forms-v1':
      return { problems: [], warnings: [] };
  }
}

function checkA2a(root: LocatedObject, { kind }: DocumentForm): readonly Problem[] {
  if (kind === 'card') return [...checkDeclarations(root), ...checkCard(root)];
  return listCarried(root).flatMap((placed) => [
    ...(isTask(placed) ? checkTask(placed) : []),
    ...checkTagged(placed),
  ]);
}

function isTask({ value }: LocatedObject): boolean {
  return isRecord(value['status']) && ('artifacts' in value || 'history' in value);
}

/**
 * Checks that no two messages or artifacts of a session have the same id, a rule that no schema can
 * express.
 */
function checkSessionLists(document: LocatedObject): readonly Problem[] {
  const messages = listMembers(document, 'messages');
  const holders = [document, ...messages, ...listMember(document, 'message')];
  return [
    ...checkUnique(messages, 'id'),
    ...holders.flatMap((holder) => checkUnique(listMembers(holder, 'artifacts'), 'id')),
  ];
}

/**
 * Finds names that the version of A2A does not know, by the schemas that allow no others: receivers
 * ignore such members, and most often a name is misspelt. The root key `schemas`, which the
 * object-schemas extension adds to a card, is known.
 */
function checkNames(value: unknown, { schema }: DocumentForm): readonly Problem[] {
  const closed = schema.replace(':wire#', '#');
  if (closed === schema || resolveSchema(closed) === undefined || !isRecord(value)) return [];
  const { schemas: _schemas, ...withoutSchemas } = value;
  return checkWithReference(withoutSchemas, closed).filter(
    ({ keyword }) => keyword === 'additionalProperties' || keyword === 'unevaluatedProperties',
  );
}

/**
 * Lists an object and the objects of A2A inside it, such as the message of a request or the
 * artifacts of a task.
 */
function listCarried(root: LocatedObject, depth = 0): readonly LocatedObject[] {
  if (depth > MAX_DEPTH) return [];
  const carried = CARRIERS.flatMap((name) => [
    ...listMember(root, name),
    ...listMembers(root, name),
  ]);
  return [root, ...carried.flatMap((object) => listCarried(object, depth + 1))];
}

/** Finds a message envelope that names itself as the message it answers. */
function checkCorrelation({ value }: LocatedObject): readonly Problem[] {
  const id = value['message_id'];
  return typeof id === 'string' && value['correlation_id'] === id ? [OWN_ID] : [];
}

/**
 * Finds agents named in a message envelope that are not its sender; receivers that know the sender
 * refuse the message for that.
 */
function checkSender(message: LocatedObject): readonly Problem[] {
  const sender = message.value['sender_id'];
  const card = listMember(message, 'payload').flatMap((payload) =>
    listMember(payload, 'agent_card'),
  );
  const holders = [...listMember(message, 'auth'), ...card];
  return holders.flatMap(({ pointer, value }) => {
    const agent = value['agent_id'];
    if (typeof agent !== 'string' || typeof sender !== 'string' || agent === sender) return [];
    const problem: Problem = {
      pointer: `${pointer}/agent_id`,
      keyword: 'same-agent',
      expected: `the sender_id of the message, ${previewJson(sender)}`,
      received: previewJson(agent),
      message: `must be the sender_id of the message, ${previewJson(sender)}, but is ${previewJson(agent)}`,
    };
    return [problem];
  });
}

/**
 * Checks the rules of a task that no schema can express: ids are unique, and its messages belong to
 * it.
 */
function checkTask(task: LocatedObject): readonly Problem[] {
  const history = listMembers(task, 'history');
  const statusMessages = listMember(task, 'status').flatMap((status) =>
    listMember(status, 'message'),
  );
  const id = task.value['id'];
  const context = task.value['contextId'];
  return [
    ...checkUnique(listMembers(task, 'artifacts'), 'artifactId'),
    ...checkUnique(history, 'messageId'),
    ...[...history, ...statusMessages].flatMap((message) => [
      ...checkTaskId(message, 'taskId', id),
      ...checkTaskId(message, 'contextId', context),
    ]),
  ];
}

/** Finds an id in a message of a task that differs from the task's own id. */
function checkTaskId(
  { pointer, value }: LocatedObject,
  name: string,
  taskValue: unknown,
): readonly Problem[] {
  const received = value[name];
  if (typeof received !== 'string' || received === '' || typeof taskValue !== 'string') return [];
  if (received === taskValue) return [];
  const expected = `the ${name === 'taskId' ? 'id' : name} of the task, ${previewJson(taskValue)}`;
  const problem: Problem = {
    pointer: appendPointer(pointer, name),
    keyword: 'same-task',
    expected,
    received: previewJson(received),
    message: `must be ${expected} but is ${previewJson(received)}`,
  };
  return [problem];
}

/**
 * Checks the rules of a card that no schema can express: ids are unique, and names refer to
 * something.
 */
function checkCard(card: LocatedObject): readonly Problem[] {
  const declarations = listMember(card, 'capabilities')
    .flatMap((capabilities) => listMembers(capabilities, 'extensions'))
    .filter(({ value }) => value['uri'] === OBJECT_SCHEMAS_EXTENSION_URI);
  return [
    ...checkUnique(listMembers(card, 'skills'), 'id'),
    ...checkCardSchemas(card, declarations),
    ...checkSecurity(card),
  ];
}

/**
 * Finds security requirements that name no scheme of the card; 1.0 keeps the names one level deeper
 * than 0.3.
 */
function checkSecurity(card: LocatedObject): readonly Problem[] {
  const schemes = Object.keys(toRecord(card.value['securitySchemes']));
  const declared = new Set(schemes);
  const suggestions = new Suggestions(schemes);
  const places = [card, ...listMembers(card, 'skills')];
  const requirements = places.flatMap((holder) => [
    ...listMembers(holder, 'security').flatMap(listNamedSchemes),
    ...listMembers(holder, 'securityRequirements').flatMap(listNamedSchemes),
  ]);
  return requirements.flatMap(({ pointer, value }) =>
    Object.keys(value)
      .filter((name) => !declared.has(name))
      .map((name): Problem => ({
        pointer: appendPointer(pointer, name),
        keyword: 'security-scheme',
        expected: 'a name in securitySchemes',
        message: `must be a scheme of the card but ${previewJson(name)} is none`,
        ...suggestions.suggest(name),
      })),
  );
}

function listNamedSchemes(requirement: LocatedObject): readonly LocatedObject[] {
  return isRecord(requirement.value['schemes'])
    ? listMember(requirement, 'schemes')
    : [requirement];
}

/** Finds objects with the same text under a name that has to be unique among them. */
function checkUnique(objects: readonly LocatedObject[], name: string): readonly Problem[] {
  const pointers = new Map<string, string>();
  return objects.flatMap(({ pointer, value }) => {
    const id = value[name];
    if (typeof id !== 'string') return [];
    const first = pointers.get(id);
    if (first === undefined) {
      pointers.set(id, pointer);
      return [];
    }
    const problem: Problem = {
      pointer: appendPointer(pointer, name),
      keyword: 'unique',
      expected: `a ${name} of its own`,
      message: `must be a ${name} of its own but ${previewJson(id)} is that of ${first}, too`,
    };
    return [problem];
  });
}

/** Checks the parts that extensions add to a card, if it declares the extensions. */
function checkDeclarations(card: LocatedObject): readonly Problem[] {
  const declared = listMember(card, 'capabilities').flatMap((capabilities) =>
    listMembers(capabilities, 'extensions'),
  );
  return declared.flatMap(({ pointer, value }) => {
    if (value['uri'] === OBJECT_SCHEMAS_EXTENSION_URI) {
      return [
        ...checkAt({ pointer, value }, `${OBJECT_SCHEMAS}Declaration`),
        ...checkAt(card, `${OBJECT_SCHEMAS}AgentCard`),
      ];
    }
    if (value['uri'] === FOLLOW_UP_FORMS_EXTENSION_URI) {
      return checkAt({ pointer, value }, `${FOLLOW_UP_FORMS}Declaration`);
    }
    return [];
  });
}

/** Checks the parts that extensions add to a message or an artifact, if it uses them. */
function checkTagged(holder: LocatedObject): readonly Problem[] {
  const tagged = listMembers(holder, 'parts').filter(({ value }) => isTagged(value));
  const metadata = listMember(holder, 'metadata').filter(({ value }) =>
    Object.hasOwn(value, FOLLOW_UP_FORMS_EXTENSION_URI),
  );
  const isAnswer = /user$/iu.test(String(holder.value['role']));
  const form = isAnswer ? 'AnswerMetadata' : 'QuestionMetadata';
  return [
    ...tagged.flatMap((part) => checkAt(part, `${OBJECT_SCHEMAS}TaggedPart`)),
    ...metadata.flatMap((entry) => checkAt(entry, `${FOLLOW_UP_FORMS}${form}`)),
  ];
}

function isTagged(part: Readonly<Record<string, unknown>>): boolean {
  const mode = toRecord(part['metadata'])['mimeType'];
  return typeof mode === 'string' && fromSchemaMode(mode) !== undefined;
}

function checkAt({ pointer, value }: LocatedObject, reference: string): readonly Problem[] {
  return checkWithReference(value, reference).map((problem) => ({
    ...problem,
    pointer: `${pointer}${problem.pointer}`,
  }));
}
