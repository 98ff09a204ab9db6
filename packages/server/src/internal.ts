// For packages of this workspace only: these names may change with any version.
export { readAddress } from './caller-quota.ts';
export { bindServer, REQUEST_TIMES } from './web-server.ts';
export { findRetrySeconds } from './error-answers.ts';
export { sendJson, sendText, UNAVAILABLE_SECONDS } from './json-answer.ts';
export { toPublicError } from './errors.ts';
export { createHandlerFetch, type HandlerFetchOptions } from './handler-fetch.ts';
export { createBytesReader, createJsonBodyReader, parseByteCount } from './body-bytes.ts';
export {
  hasBody,
  readHeader,
  readMediaType,
  toBodyFailure,
  type BodyFailure,
} from './json-body.ts';
export { joinSteps, type TaggedAnswer } from './exchange.ts';
export { serveByExpress } from './express-exchange.ts';
export { mountStep, toStep } from './mounted-step.ts';
export { chooseEncoding, chooseLanguage, chooseType, hasTag } from './negotiation.ts';
export { sendCallEvents, toAnswerSignal, toFailureData } from './page-call.ts';
export { createFieldError, type PageFile, PageFields } from './page-fields.ts';
export { DATA_HEADERS, LOADED_HEADERS, PAGE_HEADERS, setHeaders } from './page-headers.ts';
export { PageRefusal, type PageRefusalOptions } from './page-refusal.ts';
export { whenDrained } from './response-writer.ts';
export { createRequestRate } from './request-rate.ts';
export { addVary, isPathOf } from './serve-door.ts';
export { StepServer } from './step-server.ts';
export { createStallGuard, writeEventStream } from './write-event-stream.ts';
export { openLocalAgent, type LocalAgent, type LocalAgentOptions } from './local-agent.ts';
