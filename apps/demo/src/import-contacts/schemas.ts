export const contactList = {
  type: 'object',
  title: 'Contacts to import',
  properties: {
    contacts: {
      type: 'array',
      title: 'Contacts',
      minItems: 1,
      maxItems: 5000,
      items: {
        type: 'object',
        title: 'Contact',
        properties: {
          name: { type: 'string', title: 'Name', minLength: 1 },
          email: { type: 'string', title: 'E-mail' },
          phone: { type: 'string', title: 'Phone' },
        },
        required: ['name', 'email'],
        additionalProperties: false,
      },
    },
    batchSize: {
      type: 'integer',
      title: 'Batch size',
      description: 'Rows per batch; 10 if left out',
      minimum: 1,
      maximum: 500,
    },
    pauseMs: {
      type: 'integer',
      title: 'Pause',
      description: 'Milliseconds of pretended work per batch; 100 if left out',
      minimum: 0,
      maximum: 10_000,
    },
  },
  required: ['contacts'],
  additionalProperties: false,
} as const;

export const importedBatch = {
  type: 'object',
  title: 'Imported batch',
  properties: {
    batch: { type: 'integer', title: 'Batch', minimum: 1 },
    imported: { type: 'array', title: 'Imported', items: { type: 'string', format: 'email' } },
  },
  required: ['batch', 'imported'],
  additionalProperties: false,
} as const;

export const importSummary = {
  type: 'object',
  title: 'Import summary',
  properties: {
    imported: { type: 'integer', title: 'Imported', minimum: 0 },
    duplicates: { type: 'integer', title: 'Duplicates', minimum: 0 },
    rejected: {
      type: 'array',
      title: 'Rejected',
      items: {
        type: 'object',
        properties: {
          row: { type: 'integer', title: 'Row', minimum: 1 },
          reason: { type: 'string', title: 'Reason' },
        },
        required: ['row', 'reason'],
        additionalProperties: false,
      },
    },
  },
  required: ['imported', 'duplicates', 'rejected'],
  additionalProperties: false,
} as const;
