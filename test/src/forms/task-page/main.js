import { jsx as _jsx, jsxs as _jsxs } from "react/jsx-runtime";
// The page that tests of tasks look at: `window.begin` draws a conversation with a scripted agent,
// `window.say` lets the agent speak, `window.calls` is what was asked of it.
import { ARABIC, ENGLISH, GERMAN, TaskView, useAgent } from '@formwork/react';
import '@formwork/react/theme.css';
import './page.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { EVENTS, SENT } from './description.ts';
import { createScriptedSource } from './scripted-source.ts';
const LANGUAGES = { ar: ARABIC, de: GERMAN, en: ENGLISH };
function App({ scripted, options: { language = 'en', text } }) {
    const agent = useAgent(scripted.source);
    const [draft, setDraft] = useState('');
    const messages = LANGUAGES[language];
    window.sendAgain = () => {
        agent.send(text === undefined ? SENT : { kind: 'text', text });
    };
    return (_jsxs("main", { children: [_jsx("h1", { children: agent.description?.name ?? '…' }), agent.thread.map((entry) => {
                const { skillId } = entry.sent;
                const skill = agent.description?.skills.find(({ id }) => id === skillId);
                return (_jsx(TaskView, { entry: entry, ...(skill !== undefined && { skill }), headingLevel: 2, messages: messages, onAnswer: (answer) => agent.answer(entry.id, answer), onProceed: () => agent.proceed(entry.id), onCancel: () => agent.cancel(entry.id), onRetry: () => agent.retry(entry.id) }, entry.id));
            }), _jsxs("label", { children: ["Elsewhere ", _jsx("input", { value: draft, onChange: ({ target }) => setDraft(target.value) })] })] }));
}
const root = createRoot(document.querySelector('#root') ?? document.body);
let begun = 0;
window.begin = (options) => {
    begun += 1;
    const scripted = createScriptedSource();
    const messages = LANGUAGES[options.language ?? 'en'];
    document.documentElement.lang = messages.language;
    document.documentElement.dir = messages.direction;
    window.calls = () => scripted.calls;
    window.say = (...names) => {
        for (const name of names)
            scripted.say(EVENTS[name]);
    };
    window.leave = () => root.render(null);
    flushSync(() => {
        root.render(_jsx(StrictMode, { children: _jsx(App, { scripted: scripted, options: options }, begun) }));
    });
    window.sendAgain();
};
