/** The level of obligation of a clause, in the extension's own words. */
type ClauseLevel = 'MUST' | 'SHOULD' | 'MAY' | 'RECOMMENDED';

/** One requirement or permission of the object-schemas extension. */
export interface Clause {
  readonly level: ClauseLevel;
  /** The requirement or permission itself, in a short summary. */
  readonly text: string;
}

/**
 * Sections 1 to 4 of the object-schemas extension, version 1, clause by clause:
 * https://raw.githubusercontent.com/facultyai/a2a-extension-object-schemas/refs/heads/main/v1
 *
 * Tests cite the keys through `verifies`; a clause that no test cites fails `coverage.test.ts`.
 */
export const CLAUSES = {
  '1.declare': {
    level: 'MUST',
    text: 'the card declares the extension among the extensions of its capabilities',
  },
  '1.schemas': { level: 'MAY', text: 'the card has a root key "schemas": name to JSON Schema' },
  '1.agent-modes': { level: 'MAY', text: 'named schemas are modes of the agent' },
  '1.skill-modes': { level: 'MAY', text: 'named schemas are modes of a skill' },
  '1.mode-format': { level: 'SHOULD', text: 'modes read application/json;schema=NAME' },
  '1.text-mode': { level: 'RECOMMENDED', text: 'text/plain is among the input modes' },
  '1.text-possible': { level: 'RECOMMENDED', text: 'plain text is still understood' },
  '2.data-part': {
    level: 'MUST',
    text: 'structured input is a data part whose data is a JSON object that fits a declared schema',
  },
  '2.mime-type': { level: 'MUST', text: 'the part names the input mode in metadata.mimeType' },
  '3.flow': { level: 'MUST', text: 'the flow is followed for every message of the user' },
  '3.unknown-schema': { level: 'MUST', text: 'a name that is not declared sets an error' },
  '3.validate': { level: 'MUST', text: 'data of a declared name is validated' },
  '3.valid': { level: 'MUST', text: 'data that fits is set as the structured input' },
  '3.invalid': { level: 'MUST', text: 'data that does not fit sets an error' },
  '3.first-part': { level: 'MUST', text: 'of several flagged parts the first counts' },
  '3.no-part': { level: 'MUST', text: 'without a flagged part nothing is set' },
  '3.new-input': {
    level: 'MUST',
    text: 'no task yet, input set: the response is a task that runs on the input',
  },
  '3.new-error': {
    level: 'SHOULD',
    text: 'no task yet, error set: the response says that the data was not valid',
  },
  '3.new-neither': { level: 'MAY', text: 'no task yet, neither set: up to the agent' },
  '3.existing-input': {
    level: 'MUST',
    text: 'task exists, input set: the response says that the data was rejected for that',
  },
  '3.existing-error': {
    level: 'MUST',
    text: 'task exists, error set: the response says that the data was rejected for that',
  },
  '3.existing-neither': { level: 'MAY', text: 'task exists, neither set: up to the agent' },
  '4.mime-type': {
    level: 'SHOULD',
    text: 'a data part of an artifact that uses a declared schema names it in metadata.mimeType',
  },
} as const satisfies Readonly<Record<string, Clause>>;

/** The id of a clause in {@link CLAUSES}. */
export type ClauseId = keyof typeof CLAUSES;
