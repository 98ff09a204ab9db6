// Everything named here is public; nothing else is.
export { adaptLogger, createConsoleLogger, type Logger } from './logging/logger.ts';
export {
  BOOLEAN_RULE,
  checkOptions,
  type CheckOptionsOptions,
  createIntegerRule,
  createTimerRule,
  LOGGER_RULE,
  type OptionRule,
} from './options/check-options.ts';
