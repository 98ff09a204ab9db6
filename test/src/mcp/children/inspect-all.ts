interface Inspector {
  readonly runCli: (args: readonly string[]) => Promise<void>;
}

// One process makes all calls, each on a connection of its own, because loading the inspector takes
// longer than a call.
const [, , file = '', calls = '[]'] = process.argv;
const { runCli } = (await import(file)) as Inspector;
for (const args of JSON.parse(calls) as readonly (readonly string[])[]) {
  await runCli([process.execPath, file, ...args]);
}
