import { jsx as _jsx, jsxs as _jsxs } from "react/jsx-runtime";
// The page that tests of forms look at: `window.draw` draws a form, `window.sent` is what it sent.
import { ARABIC, ENGLISH, GERMAN, SkillForm, } from '@formwork/react';
import '@formwork/react/theme.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
/** Fails where a row of a list is drawn. */
const BROKEN = {
    ...ENGLISH,
    rowLabel() {
        throw new Error('broken on purpose');
    },
};
const LANGUAGES = { ar: ARABIC, broken: BROKEN, de: GERMAN, en: ENGLISH };
const root = createRoot(document.querySelector('#root') ?? document.body);
let drawn = 0;
window.sent = [];
window.changed = [];
window.draw = ({ language = 'en', sendingMs, canUpload = false, actionNames, ...props }) => {
    drawn += 1;
    window.sent = [];
    window.changed = [];
    const messages = LANGUAGES[language];
    document.documentElement.lang = messages.language;
    document.documentElement.dir = messages.direction;
    document.documentElement.style.colorScheme = props.colorScheme ?? '';
    flushSync(() => {
        root.render(_jsx(SkillForm, { ...props, messages: messages, ...(canUpload ? { onUpload: upload } : {}), actions: actionNames?.map((name) => (_jsx("button", { type: "button", className: "fw-button", children: name }, name))), onSubmit: (data) => {
                window.sent.push(data);
                return sendingMs === undefined ? undefined : wait(sendingMs);
            }, onChange: (data) => window.changed.push(data) }, drawn));
    });
};
async function upload(file) {
    await wait(20);
    if (file.name.startsWith('bad'))
        throw new Error('refused on purpose');
    return { url: `https://files.example/${file.name}` };
}
async function wait(ms) {
    await new Promise((resolve) => {
        setTimeout(resolve, ms);
    });
}
window.drawPlain = (count) => {
    drawn += 1;
    flushSync(() => {
        root.render(_jsx("form", { children: Array.from({ length: count }, (_field, n) => (_jsxs("label", { children: ["Field ", n, " ", _jsx("input", {})] }, n))) }, drawn));
    });
};
