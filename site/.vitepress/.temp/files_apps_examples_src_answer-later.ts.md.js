import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"answer-later.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/answer-later.ts"},"relativePath":"files/apps/examples/src/answer-later.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/answer-later.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="answer-laterts" tabindex="-1">answer-later.ts <a class="header-anchor" href="#answer-laterts" aria-label="Permalink to &quot;answer-later.ts&quot;">​</a></h1><p><code>apps/examples/src/answer-later.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent used as plain data and events: somebody who knows only the id of a task answers its</span></span>
<span class="line"><span class="c-comment">// question.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect, toAgentSource,<span class="c-keyword"> type</span> SourceEvent } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> greet</span><span class="c-keyword"> =</span> defineSkill({</span>
<span class="line"><span class="c-function">  id: &#39;greet&#39;,</span></span>
<span class="line"><span class="c-function">  name: &#39;Greet&#39;,</span></span>
<span class="line"><span class="c-function">  description: &#39;Greets, once it knows whom.&#39;,</span></span>
<span class="line"><span class="c-function">  tags: [</span><span class="c-string-expression">&#39;people&#39;</span><span class="c-function">],</span></span>
<span class="line"><span class="c-function">  input: { tone: { type: &#39;object&#39;, properties: { tone: { enum: [</span><span class="c-string-expression">&#39;warm&#39;</span>,<span class="c-string-expression"> &#39;cool&#39;</span><span class="c-function">] } } } },</span></span>
<span class="line"><span class="c-function">  output: { greeting: { type: &#39;object&#39;, properties: { text: { type: &#39;string&#39; } } } },</span></span>
<span class="line"><span class="c-function">  async run</span>({ input<span class="c-keyword">:</span> { tone = &#39;warm&#39; }, task }) {</span>
<span class="line">    const { name } = await task.ask(&#39;Whom shall I greet?&#39;, {</span>
<span class="line">      name:<span class="c-string-expression"> &#39;person&#39;</span>,</span>
<span class="line">      schema: { type:<span class="c-string-expression"> &#39;object&#39;</span>, properties: { name: { type:<span class="c-string-expression"> &#39;string&#39;</span> } }, required: [<span class="c-string-expression">&#39;name&#39;</span>] },</span>
<span class="line">    });</span>
<span class="line">    return { text: tone <span class="c-keyword">===</span><span class="c-string-expression"> &#39;warm&#39;</span><span class="c-keyword"> ?</span><span class="c-string-expression"> \`Dear </span><span class="c-keyword">\${</span>name<span class="c-keyword">}</span><span class="c-string-expression">!\`</span><span class="c-keyword"> :</span><span class="c-string-expression"> \`Hello, </span><span class="c-keyword">\${</span>name<span class="c-keyword">}</span><span class="c-string-expression">.\`</span> };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Greeter&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [greet] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Reads a stream to its end and returns the last event, which tells the state of the task. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> readEnd</span>(events<span class="c-keyword">:</span><span class="c-function"> AsyncIterable</span>&lt;<span class="c-function">SourceEvent</span>&gt;)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">SourceEvent</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt; {</span>
<span class="line"><span class="c-keyword">  let</span> last<span class="c-keyword">:</span><span class="c-function"> SourceEvent</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span><span class="c-constant"> event</span><span class="c-keyword"> of</span> events) last <span class="c-keyword">=</span> event;</span>
<span class="line"><span class="c-keyword">  return</span> last;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> source</span><span class="c-keyword"> =</span><span class="c-function"> toAgentSource</span>(<span class="c-keyword">await</span><span class="c-function"> connect</span>(url));</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">skills</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> source</span><span class="c-function">.describe</span>();</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(skills[<span class="c-constant">0</span>]?.inputs[<span class="c-constant">0</span>]?.kind,<span class="c-string-expression"> &#39;usable&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> asked</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readEnd</span>(</span>
<span class="line"><span class="c-constant">  source</span><span class="c-function">.send</span>({</span>
<span class="line">    kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;input&#39;</span>,</span>
<span class="line">    messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(),</span>
<span class="line">    skillId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;greet&#39;</span>,</span>
<span class="line">    schema<span class="c-keyword">:</span><span class="c-string-expression"> &#39;tone&#39;</span>,</span>
<span class="line">    data<span class="c-keyword">:</span> { tone<span class="c-keyword">:</span><span class="c-string-expression"> &#39;warm&#39;</span> },</span>
<span class="line">  }),</span>
<span class="line">);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">asked</span>?.kind,<span class="c-string-expression"> &#39;question&#39;</span>);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">asked</span>.<span class="c-constant">question</span>.prompt);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Days later, another process knows only the id of the task.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> later</span><span class="c-keyword"> =</span><span class="c-function"> toAgentSource</span>(<span class="c-keyword">await</span><span class="c-function"> connect</span>(url));</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> answer</span><span class="c-keyword"> =</span> { kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;answer&#39;</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> asked</span>.taskId, skillId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;greet&#39;</span> } <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> wrong</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readEnd</span>(</span>
<span class="line"><span class="c-constant">  later</span><span class="c-function">.send</span>({ <span class="c-keyword">...</span>answer, messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(), answer<span class="c-keyword">:</span> { name<span class="c-keyword">:</span><span class="c-constant"> 7</span> } }),</span>
<span class="line">);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">wrong</span>?.kind,<span class="c-string-expression"> &#39;failure&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">wrong</span>.problems[<span class="c-constant">0</span>]?.pointer,<span class="c-string-expression"> &#39;/name&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> done</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readEnd</span>(</span>
<span class="line"><span class="c-constant">  later</span><span class="c-function">.send</span>({ <span class="c-keyword">...</span>answer, messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(), answer<span class="c-keyword">:</span> { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Ada&#39;</span> } }),</span>
<span class="line">);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">done</span>?.kind,<span class="c-string-expression"> &#39;result&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">done</span>.data, { text<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Dear Ada!&#39;</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">done</span>.problems, []);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">done</span>.data);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/answer-later.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const answerLater_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  answerLater_ts as default
};
