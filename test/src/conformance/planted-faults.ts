import { FOLLOW_UP_FORMS_EXTENSION_URI as FORMS } from '@formwork/core';
import {
  messageOf,
  modesOf,
  partsOf,
  questionOf,
  reasonOf,
  taskOf,
  toError,
  toResult,
} from './fault-parts.ts';
import type { Loose, PlantedFault } from './faulty-agent.ts';

const PAIR = 'application/json;schema=pair';

const extensionsOf = (card: Loose): Loose[] => card.capabilities.extensions;

/** Faults of cards. */
export const CARD_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a mode names a schema that the card lacks',
    calls: true,
    rules: ['schemas.mode-known'],
    card: (card) => {
      delete card.schemas.payment;
      delete extensionsOf(card)[0].params.schemas.payment;
    },
  },
  {
    name: 'a mode has a quoted parameter and a space',
    rules: ['schemas.mode-format'],
    card: (card) => card.skills[0].inputModes.splice(1, 1, 'application/json; schema="pair"'),
  },
  {
    name: 'the extension is not declared',
    rules: ['schemas.declared'],
    card: (card) => extensionsOf(card).shift(),
  },
  {
    name: 'a schema is no JSON Schema',
    rules: ['schemas.json-schema'],
    card: (card) => {
      card.schemas.spare = { type: 'strin' };
    },
  },
  {
    name: 'the two copies of a schema differ',
    rules: ['schemas.same'],
    card: (card) => {
      card.schemas.pair.title = 'Other';
    },
  },
  {
    name: 'a skill takes no text',
    rules: ['schemas.text-mode'],
    card: (card) => card.skills[1].inputModes.shift(),
  },
  { name: 'the card has no version', rules: ['card.form'], card: (card) => delete card.version },
  {
    name: 'two skills have one id',
    rules: ['card.skill-ids'],
    card: (card) => {
      card.skills[1].id = card.skills[0].id;
    },
  },
  {
    name: 'the card has no ETag',
    rules: ['card.etag'],
    cardHeaders: (headers) => headers.delete('etag'),
  },
  {
    name: 'the extension for forms is required',
    rules: ['forms.not-required'],
    card: (card) => {
      extensionsOf(card)[1].required = true;
    },
    ask: (request) => {
      const isMessage = request.operation === 'SendMessage';
      if (!isMessage || (request.headers['a2a-extensions'] ?? '').includes(FORMS)) return undefined;
      const data = [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'EXTENSION_SUPPORT_REQUIRED',
          domain: 'a2a-protocol.org',
        },
      ];
      const refused = toError(request, -32_008, 'Use the extension.');
      refused.body.error.data = data;
      return refused;
    },
  },
  {
    name: 'textSkills names no skill',
    rules: ['forms.params'],
    card: (card) => {
      extensionsOf(card)[1].params = { textSkills: ['nobody'] };
    },
  },
  {
    name: 'a required extension is not asked for',
    calls: true,
    rules: ['extension.required'],
    card: (card) => extensionsOf(card).push({ uri: 'urn:example:needed', required: true }),
  },
  {
    name: 'credentials are declared and not asked for',
    calls: true,
    rules: ['auth.required'],
    card: (card) => {
      const key = { apiKeySecurityScheme: { location: 'header', name: 'x-key' } };
      card.securitySchemes = { key };
      card.securityRequirements = [{ schemes: { key: { list: [] } } }];
    },
  },
];

/** Faults of messages with schemas, and of questions. */
export const SCHEMA_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a result does not fit its schema',
    isAlone: true,
    rules: ['schemas.output-valid'],
    answer: (answer) => {
      const [part] = taskOf(answer)?.artifacts?.[0]?.parts ?? [];
      if (part?.data !== undefined) part.data = { champion: 'Tiger' };
    },
  },
  {
    name: 'a result is not tagged',
    isAlone: true,
    rules: ['schemas.output-tagged'],
    answer: (answer) => {
      const [part] = taskOf(answer)?.artifacts?.[0]?.parts ?? [];
      delete part?.metadata;
      delete part?.mediaType;
    },
  },
  {
    name: 'input that does not fit is accepted',
    isAlone: true,
    rules: ['schemas.invalid-input'],
    ask: (request) => {
      if (modesOf(request)[0] === PAIR) partsOf(request)[0].data = { a: 'Lion', b: 'Tiger' };
    },
  },
  {
    name: 'an unknown schema is accepted',
    isAlone: true,
    rules: ['schemas.unknown-schema'],
    ask: (request) => {
      for (const part of partsOf(request)) {
        if (part.metadata?.mimeType.endsWith('no-such-schema')) part.metadata.mimeType = PAIR;
      }
    },
  },
  {
    name: 'the last of several tagged parts counts',
    rules: ['schemas.first-part'],
    ask: (request) => {
      if (partsOf(request).length > 1) partsOf(request).shift();
    },
  },
  {
    name: 'the error does not name the member',
    isAlone: true,
    rules: ['error.actionable'],
    answer: (answer) => {
      if (reasonOf(answer) !== 'STRUCTURED_INPUT_INVALID') return;
      answer.body.error = { code: -32_602, message: 'The input does not fit.' };
    },
  },
  {
    name: 'the error does not say which schema is unknown',
    rules: ['schemas.unknown-told'],
    answer: (answer) => {
      if (reasonOf(answer) !== 'STRUCTURED_SCHEMA_UNKNOWN') return;
      answer.body.error = { code: -32_602, message: 'Bad request.' };
    },
  },
  {
    name: 'tagged data is an answer to a question',
    isAlone: true,
    asks: true,
    rules: ['schemas.existing-task', 'schemas.existing-error'],
    ask: (request) => {
      const { taskId: id, contextId } = messageOf(request) ?? {};
      if (id === undefined || modesOf(request)[0] === '') return undefined;
      const status = { state: 'TASK_STATE_COMPLETED' };
      return toResult(request, { task: { id, contextId: contextId ?? 'c', status } });
    },
  },
  {
    name: 'plain text is refused',
    rules: ['schemas.text'],
    ask: (request) => {
      const isFresh = messageOf(request)?.taskId === undefined;
      if (partsOf(request)[0]?.text === undefined || !isFresh) return undefined;
      return toError(request, -32_005, 'Only JSON.');
    },
    // The error of A2A would need its reason.
    answer: (answer) => {
      if (answer.body?.error?.code !== -32_005) return;
      answer.body.error.data = [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'CONTENT_TYPE_NOT_SUPPORTED',
          domain: 'a2a-protocol.org',
        },
      ];
    },
  },
  {
    name: 'a form has no schema',
    isAlone: true,
    asks: true,
    rules: ['forms.schema'],
    answer: (answer) => delete questionOf(answer)?.form.schema,
  },
  {
    name: 'a question has no key',
    asks: true,
    rules: ['forms.question'],
    answer: (answer) => delete questionOf(answer)?.key,
  },
  {
    name: 'a question has no text',
    asks: true,
    rules: ['forms.text'],
    answer: (answer) => {
      if (questionOf(answer) !== undefined) taskOf(answer).status.message.parts[0].text = 'Well?';
    },
  },
  {
    name: 'a question of input has an authorization',
    asks: true,
    rules: ['forms.authorization'],
    answer: (answer) => {
      const question = questionOf(answer);
      if (question !== undefined) question.authorization = { url: 'https://a.example' };
    },
  },
  {
    name: 'an answer that does not fit is accepted',
    asks: true,
    rules: ['forms.invalid-answer'],
    ask: (request) => {
      const [part] = partsOf(request);
      const isAnswer = messageOf(request)?.metadata?.[FORMS]?.question === 0;
      if (isAnswer && part?.data !== undefined) part.data = { approved: true };
    },
  },
  {
    name: 'an answer to another question is accepted',
    asks: true,
    rules: ['forms.other-question'],
    ask: (request) => {
      const named = messageOf(request)?.metadata?.[FORMS];
      if (named !== undefined) named.question = 0;
    },
  },
  {
    name: 'a repeated message starts another task',
    rules: ['forms.repeated-message'],
    ask: (request) => {
      const message = messageOf(request);
      if (message !== undefined) message.messageId = crypto.randomUUID();
    },
  },
];
