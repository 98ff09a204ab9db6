import { DESCRIPTION } from './description.ts';
const LAST = new Set(['result', 'ended', 'question', 'authorization', 'failure']);
/** Makes one. */
export function createScriptedSource() {
    const calls = [];
    const open = [];
    async function* stream(signal) {
        const events = [];
        let wake = () => undefined;
        const own = {
            push(event) {
                events.push(event);
                wake();
            },
        };
        signal?.addEventListener('abort', () => wake());
        open.push(own);
        try {
            for (;;) {
                const event = events.shift();
                if (event !== undefined) {
                    yield event;
                    if (LAST.has(event.kind))
                        return;
                    continue;
                }
                if (signal?.aborted === true) {
                    calls.push({ kind: 'left' });
                    return;
                }
                await new Promise((resolve) => {
                    wake = resolve;
                });
            }
        }
        finally {
            open.splice(open.indexOf(own), 1);
        }
    }
    return {
        calls,
        say: (event) => open.at(-1)?.push(event),
        source: {
            describe: () => Promise.resolve(DESCRIPTION),
            send(message, options) {
                calls.push({ kind: 'send', message });
                return stream(options?.signal);
            },
            watch(task, options) {
                calls.push({ kind: 'watch', task });
                return stream(options?.signal);
            },
            cancel(task, options) {
                calls.push({ kind: 'cancel', task });
                return stream(options?.signal);
            },
        },
    };
}
