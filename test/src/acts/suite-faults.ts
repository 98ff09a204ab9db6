/** Tests of the suite that fail by a fault of their own. */
export interface SuiteFault {
  readonly tests: readonly string[];
  /** The demand of these tests. */
  readonly wanted: string;
  /** The rule of A2A 1.0, with its section. */
  readonly rule: string;
}

/** The tests of the suite that contradict A2A 1.0 or each other; the guide leads here. */
export const SUITE_FAULTS: readonly SuiteFault[] = [
  {
    tests: ['CARD-DISC-002'],
    wanted: 'the binding `REST` in a card',
    rule: 'it is called `HTTP+JSON` (4.4.6)',
  },
  {
    tests: ['DM-FMT-001', 'DM-EXTRA-001', 'JSONRPC-ENV-001', 'JSONRPC-CT-001', 'JSONRPC-SSE-001'],
    wanted: 'that a message without an id is taken',
    rule: '`messageId` is required (4.1.4)',
  },
  {
    tests: ['VER-NEG-002'],
    wanted: 'that a request without a version is one of 1.0',
    rule: 'it is one of 0.3 (3.6.2)',
  },
  {
    tests: ['CORE-SEND-004'],
    wanted: 'that `contentType` in the metadata of a part is its media type',
    rule: 'the field is `mediaType` of the part (4.1.6)',
  },
  {
    tests: ['CORE-CTX-001'],
    wanted: 'that a context which a caller names is refused',
    rule: 'an agent may take it (3.4.1), and this one does',
  },
  {
    tests: ['CORE-CAP-001', 'PUSH-CFG-004'],
    wanted: '`UnsupportedOperationError` without push notifications',
    rule: 'it is `PushNotificationNotSupportedError` (3.3.4)',
  },
  {
    tests: ['CORE-ERR-007'],
    wanted: 'an object as `data` of an error',
    rule: 'it is a list of details (9.5), as CORE-ERR-008 wants it',
  },
  {
    tests: ['REST-PD-001'],
    wanted: 'problem details over REST',
    rule: 'errors are a `google.rpc.Status` (11.6)',
  },
  {
    tests: ['SEC-AUTH-006'],
    wanted: 'an error in the answer to a request for the card, also if its status is 200',
    rule: 'the card is public (8.2)',
  },
  {
    tests: ['SEC-EXTCARD-002'],
    wanted: 'that a caller with few rights gets no extended card',
    rule: 'it may show each caller what they may use (3.1.11)',
  },
  {
    tests: ['DM-FMT-003'],
    wanted: 'a message without a context',
    rule: 'an agent that makes a context names it (3.4.1); the text of the test forbids empty ones only',
  },
  {
    tests: ['DM-ART-003', 'DM-ART-004'],
    wanted: 'parts with `file` and `fileUrl`',
    rule: 'they have `raw` or `url`, with `filename` and `mediaType` (4.1.6)',
  },
];
