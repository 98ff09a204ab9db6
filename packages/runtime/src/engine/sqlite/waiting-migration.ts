/** For those who look for questions that nobody answers. */
export const WAITING_INDEX: readonly string[] = [
  `
    create index task_waiting on task (status_time)
    where state in ('input-required', 'auth-required')
  `,
];
