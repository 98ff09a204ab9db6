// Everything named here is public; nothing else is.
export { createSqliteEngine, type SqliteEngineOptions } from './create-sqlite-engine.ts';
