import { expect, test } from 'vitest';
import { readAssignment } from './read-assignment.ts';

const statusAt = '2026-01-01T00:00:00.000Z';

test('an assignment is read with the times that follow from it', () => {
  const given = { to: ['role:approver', 'user:kim'], fourEyes: true, dueInMs: 60_000, about: [1] };
  expect(readAssignment(given, { statusAt })).toEqual({
    to: ['role:approver', 'user:kim'],
    about: [1],
    fourEyes: true,
    claimedBy: undefined,
    askedAt: statusAt,
    dueAt: '2026-01-01T00:01:00.000Z',
    isOverdue: false,
  });
  const later = { ...given, askedAt: '2025-12-31T00:00:00Z', stage: 'overdue', claimedBy: 'kim' };
  expect(readAssignment(later, { statusAt })).toMatchObject({
    askedAt: '2025-12-31T00:00:00.000Z',
    dueAt: '2025-12-31T00:01:00.000Z',
    isOverdue: true,
    claimedBy: 'kim',
  });
});

test('an assignment that lies or is of another kind is bounded, or none', () => {
  for (const none of [
    undefined,
    null,
    'role:x',
    [],
    {},
    { to: 'role:x' },
    { to: [] },
    { to: ['x'] },
  ]) {
    expect(readAssignment(none, { statusAt })).toBeUndefined();
  }
  const many = Array.from({ length: 10_000 }, (_, index) => `user:${index}`);
  const read = readAssignment(
    {
      to: [7, `user:${'x'.repeat(400)}`, 'user:kim', 'user:kim', 'boss', ...many],
      about: 'x'.repeat(200_000),
      fourEyes: 'yes',
      claimedBy: 'x'.repeat(400),
      askedAt: 'soon',
      dueInMs: 1e300,
      stage: 'late',
    },
    { statusAt },
  );
  expect(read?.to).toHaveLength(96);
  expect(read?.to.slice(0, 2)).toEqual(['user:kim', 'user:0']);
  const rest = { about: undefined, fourEyes: false, claimedBy: undefined, isOverdue: false };
  expect(read).toMatchObject({ ...rest, askedAt: undefined, dueAt: undefined });
  const huge = { to: ['user:kim'], askedAt: '+275760-09-13T00:00:00.000Z', dueInMs: 1e11 };
  expect(readAssignment(huge, { statusAt: undefined })?.dueAt).toBeUndefined();
});
