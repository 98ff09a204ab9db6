export { describeTaskEngine } from './describe-task-engine.ts';
export type { EngineStorage, EngineUnderTest } from './engine-storage.ts';
