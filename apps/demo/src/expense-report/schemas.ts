export const expenseReport = {
  type: 'object',
  title: 'Expense report',
  properties: {
    employee: { type: 'string', title: 'Employee', minLength: 1, maxLength: 100 },
    email: { type: 'string', title: 'E-mail', format: 'email' },
    currency: { title: 'Currency', enum: ['EUR', 'GBP', 'USD'], description: 'Of all amounts' },
    items: {
      type: 'array',
      title: 'Items',
      minItems: 1,
      maxItems: 200,
      items: {
        type: 'object',
        title: 'Item',
        properties: {
          date: { type: 'string', title: 'Date', format: 'date' },
          category: {
            title: 'Category',
            enum: ['travel', 'lodging', 'meals', 'equipment', 'other'],
          },
          description: { type: 'string', title: 'What for', minLength: 1, maxLength: 200 },
          amount: {
            type: 'number',
            title: 'Amount',
            exclusiveMinimum: 0,
            maximum: 100_000,
            multipleOf: 0.01,
          },
          attendees: {
            type: 'array',
            title: 'Attendees',
            description: 'Who was there',
            items: { type: 'string', minLength: 1 },
          },
          justification: {
            type: 'string',
            title: 'Justification',
            description: 'Needed for the category "other"',
            minLength: 10,
          },
        },
        required: ['date', 'category', 'description', 'amount'],
        additionalProperties: false,
        if: { properties: { category: { const: 'other' } }, required: ['category'] },
        then: { required: ['justification'] },
      },
    },
  },
  required: ['employee', 'currency', 'items'],
  additionalProperties: false,
} as const;

export const expenseSummary = {
  type: 'object',
  title: 'Expense summary',
  properties: {
    employee: { type: 'string', title: 'Employee' },
    currency: { title: 'Currency', enum: ['EUR', 'GBP', 'USD'] },
    total: { type: 'number', title: 'Total' },
    from: { type: 'string', title: 'First day', format: 'date' },
    to: { type: 'string', title: 'Last day', format: 'date' },
    approvedBy: { type: 'string', title: 'Approved by' },
    categories: {
      type: 'array',
      title: 'By category',
      items: {
        type: 'object',
        properties: {
          category: { type: 'string', title: 'Category' },
          items: { type: 'integer', title: 'Items', minimum: 1 },
          amount: { type: 'number', title: 'Amount' },
        },
        required: ['category', 'items', 'amount'],
        additionalProperties: false,
      },
    },
  },
  required: ['employee', 'currency', 'total', 'from', 'to', 'categories'],
  additionalProperties: false,
} as const;

export const approval = {
  type: 'object',
  title: 'Approval',
  properties: {
    approved: { type: 'boolean', title: 'Approved' },
    approver: { type: 'string', title: 'Your name', minLength: 1 },
  },
  required: ['approved', 'approver'],
  additionalProperties: false,
} as const;
