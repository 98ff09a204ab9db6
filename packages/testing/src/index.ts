// Public: tests of agents, for any test runner. Anything exported here is API.
export { createTestAgent, type TestAgent, type TestCallOptions } from './test-agent.ts';
export type { StartOptions, TestAgentOptions } from './running-agent.ts';
export {
  createTestClock,
  type Duration,
  type TestClock,
  type TestClockOptions,
} from './test-clock.ts';
export { checkSkill, type CheckSkillOptions, type SkillCheck } from './check-skill.ts';
export { createRecording, type Recording } from './recording/create-recording.ts';
export type { RecordingMode, RecordingOptions } from './recording/recording-options.ts';
export type { RedactionRule } from './recording/redaction.ts';
export type { LogEntry } from './test-log.ts';
export type { TestNotice } from './test-people.ts';
export type { TestAnswerOptions, TestFaults, TestTask } from './test-task.ts';
export {
  answerAs,
  type PersonAnswer,
  type ScriptedAnswer,
  type ScriptedAnswers,
  type TestAssignment,
  type TestQuestion,
} from './test-question.ts';
export type { TestFile } from './outgoing-message.ts';
export {
  FaultMissedError,
  MessageRefusedError,
  RecordingError,
  RequestNotRecordedError,
  ScriptError,
  SkillCheckError,
  TaskStateError,
} from './errors.ts';
