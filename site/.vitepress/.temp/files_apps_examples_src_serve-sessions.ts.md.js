import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"serve-sessions.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/serve-sessions.ts"},"relativePath":"files/apps/examples/src/serve-sessions.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/serve-sessions.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="serve-sessionsts" tabindex="-1">serve-sessions.ts <a class="header-anchor" href="#serve-sessionsts" aria-label="Permalink to &quot;serve-sessions.ts&quot;">​</a></h1><p><code>apps/examples/src/serve-sessions.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent that also speaks the session API: messages with artifacts, over plain HTTP.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createSessionAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/adapters&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> count</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;count-words&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Count words&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counts the words of a text.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;text&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { page<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { text<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;text&#39;</span>] } },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    words<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { words<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;words&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> answer</span><span class="c-keyword"> =</span><span class="c-constant"> input</span>.text <span class="c-keyword">===</span><span class="c-string-expression"> &#39;&#39;</span><span class="c-keyword"> ?</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">&#39;Which text?&#39;</span>) <span class="c-keyword">:</span><span class="c-constant"> input</span>.text;</span>
<span class="line"><span class="c-keyword">    return</span> { words<span class="c-keyword">:</span><span class="c-constant"> answer</span><span class="c-function">.split</span>(<span class="c-string-expression">/\\s</span><span class="c-keyword">+</span><span class="c-string-expression">/</span><span class="c-keyword">u</span>).<span class="c-constant">length</span> };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(<span class="c-function">defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counter&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [count] }), {</span>
<span class="line">  adapters<span class="c-keyword">:</span> [<span class="c-function">createSessionAdapter</span>({ path<span class="c-keyword">:</span><span class="c-string-expression"> &#39;/v1&#39;</span> })],</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">interface</span><span class="c-function"> Message</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> role<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> content<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> artifacts<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span> { <span class="c-keyword">readonly</span> type<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> data<span class="c-keyword">:</span><span class="c-constant"> unknown</span> }[];</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> call</span>&lt;<span class="c-function">Answer</span>&gt;(method<span class="c-keyword">:</span><span class="c-constant"> string</span>, path<span class="c-keyword">:</span><span class="c-constant"> string</span>, body<span class="c-keyword">?:</span><span class="c-constant"> object</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Answer</span>&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> response</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/v1</span><span class="c-keyword">\${</span>path<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, {</span>
<span class="line">    method,</span>
<span class="line">    headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;Content-Type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span> },</span>
<span class="line"><span class="c-keyword">    ...</span>(body <span class="c-keyword">!==</span><span class="c-constant"> undefined</span><span class="c-keyword"> &amp;&amp;</span> { body<span class="c-keyword">:</span><span class="c-constant"> JSON</span><span class="c-function">.stringify</span>(body) }),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  return</span> (<span class="c-keyword">await</span><span class="c-constant"> response</span><span class="c-function">.json</span>()) <span class="c-keyword">as</span><span class="c-function"> Answer</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> card</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> call</span>&lt;{ capabilities<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-constant"> string</span> }[] }&gt;(<span class="c-string-expression">&#39;GET&#39;</span>,<span class="c-string-expression"> &#39;/card&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">card</span>.capabilities[<span class="c-constant">0</span>]?.type,<span class="c-string-expression"> &#39;count-words&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">session</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> call</span>&lt;{ session<span class="c-keyword">:</span> { id<span class="c-keyword">:</span><span class="c-constant"> string</span> } }&gt;(<span class="c-string-expression">&#39;POST&#39;</span>,<span class="c-string-expression"> &#39;/sessions&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> messages</span><span class="c-keyword"> =</span><span class="c-string-expression"> \`/sessions/</span><span class="c-keyword">\${</span><span class="c-constant">session</span>.id<span class="c-keyword">}</span><span class="c-string-expression">/messages\`</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-function"> page</span><span class="c-keyword"> =</span> (text<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span> ({</span>
<span class="line">  role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;user&#39;</span>,</span>
<span class="line">  content<span class="c-keyword">:</span><span class="c-string-expression"> &#39;How many words?&#39;</span>,</span>
<span class="line">  artifacts<span class="c-keyword">:</span> [{ id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;page_1&#39;</span>, type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json;schema=page&#39;</span>, data<span class="c-keyword">:</span> { text } }],</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> answer</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> call</span>&lt;{ message<span class="c-keyword">:</span><span class="c-function"> Message</span> }&gt;(<span class="c-string-expression">&#39;POST&#39;</span>, messages,<span class="c-function"> page</span>(<span class="c-string-expression">&#39;three little words&#39;</span>));</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">answer</span>.<span class="c-constant">message</span>.role,<span class="c-string-expression"> &#39;agent&#39;</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">answer</span>.<span class="c-constant">message</span>.artifacts?.[<span class="c-constant">0</span>]?.data, { words<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// A question is a message of the agent, and the next message answers it.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> question</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> call</span>&lt;{ message<span class="c-keyword">:</span><span class="c-function"> Message</span> }&gt;(<span class="c-string-expression">&#39;POST&#39;</span>, messages,<span class="c-function"> page</span>(<span class="c-string-expression">&#39;&#39;</span>));</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">question</span>.<span class="c-constant">message</span>.content,<span class="c-string-expression"> &#39;Which text?&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> reply</span><span class="c-keyword"> =</span> { role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;user&#39;</span>, content<span class="c-keyword">:</span><span class="c-string-expression"> &#39;just two&#39;</span>, in_reply_to<span class="c-keyword">:</span><span class="c-constant"> question</span>.<span class="c-constant">message</span>.id };</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> last</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> call</span>&lt;{ message<span class="c-keyword">:</span><span class="c-function"> Message</span> }&gt;(<span class="c-string-expression">&#39;POST&#39;</span>, messages, reply);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">last</span>.<span class="c-constant">message</span>.artifacts?.[<span class="c-constant">0</span>]?.data, { words<span class="c-keyword">:</span><span class="c-constant"> 2</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> listed</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> call</span>&lt;{ messages<span class="c-keyword">:</span><span class="c-function"> Message</span>[] }&gt;(<span class="c-string-expression">&#39;GET&#39;</span>, messages);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">listed</span>.<span class="c-constant">messages</span>.<span class="c-constant">length</span>,<span class="c-constant"> 6</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> ended</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> call</span>&lt;{ session<span class="c-keyword">:</span> { status<span class="c-keyword">:</span><span class="c-constant"> string</span> } }&gt;(<span class="c-string-expression">&#39;DELETE&#39;</span>,<span class="c-string-expression"> \`/sessions/</span><span class="c-keyword">\${</span><span class="c-constant">session</span>.id<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">ended</span>.<span class="c-constant">session</span>.status,<span class="c-string-expression"> &#39;completed&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/serve-sessions.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const serveSessions_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  serveSessions_ts as default
};
