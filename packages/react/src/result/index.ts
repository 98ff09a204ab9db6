// Everything named here is public; nothing else is.
export type { SourceFile } from '@formwork/client';
export type { Json, JsonSchema, Problem } from '@formwork/schema';
export type { ResultValue } from './result-value.ts';
export type { ResultRenderer } from './renderer.ts';
export { ResultView, type ResultViewProps } from './result-view.tsx';
