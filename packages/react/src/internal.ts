// For packages of this workspace only: what is here may change with any version.
export { createId } from './agent/create-id.ts';
export { formatCsv } from './result/export/csv.ts';
