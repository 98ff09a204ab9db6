import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"call-other-agents.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/call-other-agents.ts"},"relativePath":"files/apps/examples/src/call-other-agents.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/call-other-agents.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="call-other-agentsts" tabindex="-1">call-other-agents.ts <a class="header-anchor" href="#call-other-agentsts" aria-label="Permalink to &quot;call-other-agents.ts&quot;">​</a></h1><p><code>apps/examples/src/call-other-agents.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent that calls two other agents at the same time. When its caller cancels, they are canceled</span></span>
<span class="line"><span class="c-comment">// too.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { setTimeout <span class="c-keyword">as</span> sleep } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:timers/promises&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> city</span><span class="c-keyword"> =</span> {</span>
<span class="line">  type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">  properties<span class="c-keyword">:</span> { city<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } },</span>
<span class="line">  required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;city&#39;</span>],</span>
<span class="line">} <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> number</span><span class="c-keyword"> =</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span> } <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** The lookups that were canceled, by the name of the city. */</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> canceled</span><span class="c-keyword">:</span><span class="c-constant"> string</span>[] <span class="c-keyword">=</span> [];</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Looks something up for a city, which takes a second in Slowville. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> lookUp</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>, signal<span class="c-keyword">:</span><span class="c-function"> AbortSignal</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt; {</span>
<span class="line"><span class="c-keyword">  try</span> {</span>
<span class="line"><span class="c-keyword">    if</span> (name <span class="c-keyword">===</span><span class="c-string-expression"> &#39;Slowville&#39;</span>) <span class="c-keyword">await</span><span class="c-function"> sleep</span>(<span class="c-constant">1_000</span>,<span class="c-constant"> undefined</span>, { signal });</span>
<span class="line"><span class="c-keyword">    return</span><span class="c-constant"> name</span>.<span class="c-constant">length</span>;</span>
<span class="line">  } <span class="c-keyword">catch</span> (error) {</span>
<span class="line"><span class="c-constant">    canceled</span><span class="c-function">.push</span>(name);</span>
<span class="line"><span class="c-keyword">    throw</span> error;</span>
<span class="line">  }</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> forecast</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;forecast&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Forecast&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tells how warm it will be.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;weather&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { city },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    forecast<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { celsius<span class="c-keyword">:</span> number }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;celsius&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span><span class="c-keyword"> async</span> ({ input, task }) <span class="c-keyword">=&gt;</span> ({ celsius<span class="c-keyword">:</span><span class="c-keyword"> await</span><span class="c-function"> lookUp</span>(<span class="c-constant">input</span>.city,<span class="c-constant"> task</span>.signal) }),</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> price</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;price&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Price of a room&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Tells what a room costs.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;hotel&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { city },</span>
<span class="line">  output<span class="c-keyword">:</span> { price<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { euros<span class="c-keyword">:</span> number }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;euros&#39;</span>] } },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span><span class="c-keyword"> async</span> ({ input, task }) <span class="c-keyword">=&gt;</span> ({ euros<span class="c-keyword">:</span><span class="c-constant"> 20</span><span class="c-keyword"> *</span> (<span class="c-keyword">await</span><span class="c-function"> lookUp</span>(<span class="c-constant">input</span>.city,<span class="c-constant"> task</span>.signal)) }),</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> weatherAgent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Weather&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [forecast] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> hotelAgent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Hotels&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [price] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> others</span><span class="c-keyword"> =</span> [<span class="c-function">createServer</span>(weatherAgent),<span class="c-function"> createServer</span>(hotelAgent)] <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"><span class="c-keyword">const</span> [<span class="c-constant">weatherAt</span>,<span class="c-constant"> hotelsAt</span>] <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> Promise</span><span class="c-function">.all</span>(<span class="c-constant">others</span><span class="c-function">.map</span>((one) <span class="c-keyword">=&gt;</span><span class="c-constant"> one</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> })));</span>
<span class="line"><span class="c-function">assert</span>(weatherAt <span class="c-keyword">!==</span><span class="c-constant"> undefined</span><span class="c-keyword"> &amp;&amp;</span> hotelsAt <span class="c-keyword">!==</span><span class="c-constant"> undefined</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> weather</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> weatherAgent&gt;(<span class="c-constant">weatherAt</span>.url);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> hotels</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> hotelAgent&gt;(<span class="c-constant">hotelsAt</span>.url);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> plan</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;plan&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Plan&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Plans a day in a city.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;travel&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> { city },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    plan<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { celsius<span class="c-keyword">:</span> number, euros<span class="c-keyword">:</span> number },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;celsius&#39;</span>,<span class="c-string-expression"> &#39;euros&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-comment">    // If this task is canceled or times out, the calls end, and the other agents are asked to stop.</span></span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> options</span><span class="c-keyword"> =</span> { signal<span class="c-keyword">:</span><span class="c-constant"> task</span>.signal, onAbort<span class="c-keyword">:</span><span class="c-string-expression"> &#39;cancel&#39;</span> } <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"><span class="c-comment">    // What an agent has answered is stored, so that it is not asked again after a crash.</span></span>
<span class="line"><span class="c-keyword">    const</span> [{ <span class="c-constant">celsius</span> }, { <span class="c-constant">euros</span> }] <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> Promise</span><span class="c-function">.all</span>([</span>
<span class="line"><span class="c-constant">      task</span><span class="c-function">.step</span>(<span class="c-string-expression">&#39;weather&#39;</span>, () <span class="c-keyword">=&gt;</span><span class="c-constant"> weather</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;forecast&#39;</span>)<span class="c-function">.call</span>(input, options)),</span>
<span class="line"><span class="c-constant">      task</span><span class="c-function">.step</span>(<span class="c-string-expression">&#39;hotel&#39;</span>, () <span class="c-keyword">=&gt;</span><span class="c-constant"> hotels</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;price&#39;</span>)<span class="c-function">.call</span>(input, options)),</span>
<span class="line">    ]);</span>
<span class="line"><span class="c-keyword">    return</span> { celsius, euros };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Planner&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [plan] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent);</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> skill</span><span class="c-keyword"> =</span> (<span class="c-keyword">await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url))<span class="c-function">.skill</span>(<span class="c-string-expression">&#39;plan&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-keyword">await</span><span class="c-constant"> skill</span><span class="c-function">.call</span>({ city<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Oslo&#39;</span> }), { celsius<span class="c-keyword">:</span><span class="c-constant"> 4</span>, euros<span class="c-keyword">:</span><span class="c-constant"> 80</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The caller leaves after a moment, and says that the work should stop.</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> wait</span><span class="c-keyword"> =</span><span class="c-constant"> skill</span><span class="c-function">.call</span>({ city<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Slowville&#39;</span> }, { deadlineMs<span class="c-keyword">:</span><span class="c-constant"> 100</span>, onAbort<span class="c-keyword">:</span><span class="c-string-expression"> &#39;cancel&#39;</span> });</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> assert</span><span class="c-function">.rejects</span>(wait, { code<span class="c-keyword">:</span><span class="c-string-expression"> &#39;DEADLINE_EXCEEDED&#39;</span> });</span>
<span class="line"><span class="c-keyword">while</span> (<span class="c-constant">canceled</span>.<span class="c-constant">length</span><span class="c-keyword"> &lt;</span><span class="c-constant"> 2</span>) <span class="c-keyword">await</span><span class="c-function"> sleep</span>(<span class="c-constant">10</span>);</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">&#39;Both of the other agents have stopped.&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> Promise</span><span class="c-function">.all</span>(<span class="c-constant">others</span><span class="c-function">.map</span>((one) <span class="c-keyword">=&gt;</span><span class="c-constant"> one</span><span class="c-function">.close</span>()));</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/call-other-agents.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const callOtherAgents_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  callOtherAgents_ts as default
};
