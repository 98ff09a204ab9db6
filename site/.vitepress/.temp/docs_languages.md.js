import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Texts in other languages","description":"","frontmatter":{},"headers":[],"relativePath":"docs/languages.md","filePath":"docs/languages.md"}');
const _sfc_main = { name: "docs/languages.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="texts-in-other-languages" tabindex="-1">Texts in other languages <a class="header-anchor" href="#texts-in-other-languages" aria-label="Permalink to &quot;Texts in other languages&quot;">​</a></h1><p>The pages and components come in English, German and Arabic, which is written from right to left. A form in your own app can have any language.</p><table tabindex="0"><thead><tr><th>where</th><th>who chooses</th></tr></thead><tbody><tr><td><a href="/docs/form-app.html">the page of forms</a>, <a href="/docs/console.html">the console</a></td><td>the person; before that, the first language of the browser that the page has</td></tr><tr><td><a href="/docs/mcp-app.html">the page in MCP hosts</a></td><td>the host&#39;s locale; the browser&#39;s language if the host names none</td></tr><tr><td><a href="/docs/forms.html">forms</a>, <a href="/docs/results.html">results</a> and <a href="/docs/live-tasks.html">tasks</a> in your own app</td><td>your app, with <code>messages</code></td></tr><tr><td>the command line, errors on the wire, texts for models</td><td>always English</td></tr></tbody></table><p>Any other language falls back to English.</p><h2 id="in-your-own-app" tabindex="-1">In your own app <a class="header-anchor" href="#in-your-own-app" aria-label="Permalink to &quot;In your own app&quot;">​</a></h2><p><code>messages</code> sets all texts of a component, with the formats of its numbers, days and durations, and the direction of writing:</p><div class="language-tsx"><button title="Copy Code" class="copy"></button><span class="lang">tsx</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { JsonSchema } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { GERMAN, SkillForm } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/react&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> schema</span><span class="c-keyword">:</span><span class="c-function"> JsonSchema</span><span class="c-keyword"> =</span> {</span>
<span class="line">  type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">  properties<span class="c-keyword">:</span> { amount<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span>, title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Betrag&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 0.01</span> } },</span>
<span class="line">  required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;amount&#39;</span>],</span>
<span class="line">};</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> function</span><span class="c-function"> Expense</span>() {</span>
<span class="line"><span class="c-keyword">  return</span> &lt;<span class="c-constant">SkillForm</span><span class="c-function"> schema</span><span class="c-keyword">=</span>{schema} <span class="c-function">messages</span><span class="c-keyword">=</span>{<span class="c-constant">GERMAN</span>} <span class="c-function">onSubmit</span><span class="c-keyword">=</span>{(data) <span class="c-keyword">=&gt;</span><span class="c-constant"> console</span><span class="c-function">.log</span>(data)} /&gt;;</span>
<span class="line">}</span></code></pre></div><p>The field takes <code>12,50</code> and sends <code>12.5</code>. A missing value is explained in German, with the title of the field.</p><h2 id="a-language-of-your-own" tabindex="-1">A language of your own <a class="header-anchor" href="#a-language-of-your-own" aria-label="Permalink to &quot;A language of your own&quot;">​</a></h2><p><code>Messages</code> is the type of all texts; <a href="/docs/reference/react.html#ResultMessages" class="name"><code>ResultMessages</code></a> and <a href="/docs/reference/react.html#TaskMessages" class="name"><code>TaskMessages</code></a> are its parts. An object that lacks a text does not compile. Begin with a language that is there, and replace its texts:</p><div class="language-tsx"><button title="Copy Code" class="copy"></button><span class="lang">tsx</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { ENGLISH,<span class="c-keyword"> type</span> Messages } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/react&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> const</span><span class="c-constant"> DUTCH</span><span class="c-keyword">:</span><span class="c-function"> Messages</span><span class="c-keyword"> =</span> {</span>
<span class="line"><span class="c-keyword">  ...</span><span class="c-constant">ENGLISH</span>,</span>
<span class="line">  language<span class="c-keyword">:</span><span class="c-string-expression"> &#39;nl&#39;</span>,<span class="c-comment"> // formats numbers and days</span></span>
<span class="line">  direction<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ltr&#39;</span>,</span>
<span class="line">  send<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Versturen&#39;</span>,</span>
<span class="line">  required<span class="c-keyword">:</span><span class="c-string-expression"> &#39;verplicht&#39;</span>,</span>
<span class="line"><span class="c-function">  add</span><span class="c-keyword">:</span> (label) <span class="c-keyword">=&gt;</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>label<span class="c-keyword">}</span><span class="c-string-expression"> toevoegen\`</span>,</span>
<span class="line">};</span></code></pre></div><p>Texts with a number or a name are functions, so that a language can put the words in its own order. <code>problem</code> and <code>misfit</code> describe problems of values.</p><h2 id="texts-of-agents" tabindex="-1">Texts of agents <a class="header-anchor" href="#texts-of-agents" aria-label="Permalink to &quot;Texts of agents&quot;">​</a></h2><p>Titles and descriptions of schemas, names of skills and prompts of questions are shown as the agent has written them. An agent for people of several languages is one agent for each of them: the same handlers, with schemas that have translated titles.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/languages.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const languages = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  languages as default
};
