interface Inspector {
  readonly runCli: (args: readonly string[]) => Promise<void>;
}

// Loading the inspector takes longer than a call: one process makes them all, each on a connection
// of its own.
const [, , file = '', calls = '[]'] = process.argv;
const { runCli } = (await import(file)) as Inspector;
for (const args of JSON.parse(calls) as readonly (readonly string[])[]) {
  await runCli([process.execPath, file, ...args]);
}
