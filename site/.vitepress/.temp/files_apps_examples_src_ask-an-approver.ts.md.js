import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"ask-an-approver.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/ask-an-approver.ts"},"relativePath":"files/apps/examples/src/ask-an-approver.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/ask-an-approver.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="ask-an-approverts" tabindex="-1">ask-an-approver.ts <a class="header-anchor" href="#ask-an-approverts" aria-label="Permalink to &quot;ask-an-approver.ts&quot;">​</a></h1><p><code>apps/examples/src/ask-an-approver.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A purchase that waits for an approver: the task asks a question with a form, the program of the</span></span>
<span class="line"><span class="c-comment">// buyer ends, and days later another program answers. Spending waits for somebody else than its</span></span>
<span class="line"><span class="c-comment">// caller, whom the agent knows by a role.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { randomUUID } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:crypto&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { mkdtempSync, rmSync } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:fs&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { tmpdir } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:os&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { join } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:path&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { connect } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill, readAnswerer, RejectedError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPeopleAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/people&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPeopleClient } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/people/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createSqliteEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createApiKeyAuthentication, createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> decision</span><span class="c-keyword"> =</span> {</span>
<span class="line">  type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">  properties<span class="c-keyword">:</span> {</span>
<span class="line">    approved<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;boolean&#39;</span> },</span>
<span class="line">    reason<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span>, description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;What the buyer reads&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;approved&#39;</span>],</span>
<span class="line">} <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">let</span> orders <span class="c-keyword">=</span><span class="c-constant"> 0</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> buy</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;buy&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Buy&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Orders an article; above 500 EUR somebody has to approve.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    purchase<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { article<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> }, euros<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 0</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;article&#39;</span>,<span class="c-string-expression"> &#39;euros&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    order<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { number<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;number&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { article, euros }, task }) {</span>
<span class="line"><span class="c-keyword">    if</span> (euros <span class="c-keyword">&gt;</span><span class="c-constant"> 500</span>) {</span>
<span class="line"><span class="c-keyword">      const</span> { <span class="c-constant">approved</span>,<span class="c-constant"> reason</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;no reason given&#39;</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(</span>
<span class="line"><span class="c-string-expression">        \`May we buy </span><span class="c-keyword">\${</span>article<span class="c-keyword">}</span><span class="c-string-expression"> for </span><span class="c-keyword">\${</span>euros<span class="c-keyword">}</span><span class="c-string-expression"> EUR?\`</span>,</span>
<span class="line">        { name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;decision&#39;</span>, schema<span class="c-keyword">:</span> decision },</span>
<span class="line">      );</span>
<span class="line"><span class="c-keyword">      if</span> (<span class="c-keyword">!</span>approved) <span class="c-keyword">throw</span><span class="c-keyword"> new</span><span class="c-function"> RejectedError</span>(<span class="c-string-expression">\`Not approved: </span><span class="c-keyword">\${</span>reason<span class="c-keyword">}</span><span class="c-string-expression">\`</span>);</span>
<span class="line">    }</span>
<span class="line"><span class="c-comment">    // The handler runs again from the top after the answer, but a finished step never does.</span></span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> number</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.step</span>(<span class="c-string-expression">&#39;order&#39;</span>, () <span class="c-keyword">=&gt;</span> (orders <span class="c-keyword">+=</span><span class="c-constant"> 1</span>));</span>
<span class="line"><span class="c-keyword">    return</span> { number };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> spend</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;spend&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Spend&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Spends money that somebody else has approved.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    expense<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { euros<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;number&#39;</span>, minimum<span class="c-keyword">:</span><span class="c-constant"> 0</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;euros&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    const</span> { <span class="c-constant">approved</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">\`May we spend </span><span class="c-keyword">\${</span><span class="c-constant">input</span>.euros<span class="c-keyword">}</span><span class="c-string-expression"> EUR?\`</span>, {</span>
<span class="line">      name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;decision&#39;</span>,</span>
<span class="line">      schema<span class="c-keyword">:</span> decision,</span>
<span class="line">      to<span class="c-keyword">:</span><span class="c-string-expression"> &#39;role:approver&#39;</span>,</span>
<span class="line">      about<span class="c-keyword">:</span> input,</span>
<span class="line">      fourEyes<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">    });</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> answerer</span><span class="c-keyword"> =</span><span class="c-constant"> task</span><span class="c-function">.</span><span class="c-constant">history</span><span class="c-function">.map</span>(readAnswerer)<span class="c-function">.findLast</span>((found) <span class="c-keyword">=&gt;</span> found <span class="c-keyword">!==</span><span class="c-constant"> undefined</span>);</span>
<span class="line"><span class="c-keyword">    return</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span><span class="c-constant">answerer</span>?.id<span class="c-keyword">}</span><span class="c-keyword"> \${</span>approved <span class="c-keyword">?</span><span class="c-string-expression"> &#39;approved&#39;</span><span class="c-keyword"> :</span><span class="c-string-expression"> &#39;refused&#39;</span><span class="c-keyword">}</span><span class="c-keyword"> \${</span><span class="c-constant">input</span>.euros<span class="c-keyword">}</span><span class="c-string-expression"> EUR\`</span>;</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Purchasing&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [buy, spend] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> authenticate</span><span class="c-keyword"> =</span><span class="c-function"> createApiKeyAuthentication</span>({</span>
<span class="line">  keys<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">    &#39;the-key-of-ada&#39;</span><span class="c-keyword">:</span> { id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ada&#39;</span> },</span>
<span class="line"><span class="c-string-expression">    &#39;the-key-of-kim&#39;</span><span class="c-keyword">:</span> { id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;kim&#39;</span>, scopes<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;role:approver&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> folder</span><span class="c-keyword"> =</span><span class="c-function"> mkdtempSync</span>(<span class="c-function">join</span>(<span class="c-function">tmpdir</span>(),<span class="c-string-expression"> &#39;formwork-&#39;</span>));</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Serves the agent with its tasks in a file, calls \`use\`, and stops. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> serve</span>(<span class="c-function">use</span><span class="c-keyword">:</span> (url<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-function"> createSqliteEngine</span>({ file<span class="c-keyword">:</span><span class="c-function"> join</span>(folder,<span class="c-string-expression"> &#39;tasks.sqlite&#39;</span>) });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> adapters</span><span class="c-keyword"> =</span> [<span class="c-function">createPeopleAdapter</span>()];</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, { engine, authenticate, adapters });</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-function"> use</span>(url);</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-constant"> engine</span><span class="c-function">.close</span>();</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// The buyer&#39;s program gets a question instead of a result. It passes the id of the task on, such as</span></span>
<span class="line"><span class="c-comment">// in a mail to the approver.</span></span>
<span class="line"><span class="c-keyword">let</span> taskId <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> serve</span>(<span class="c-keyword">async</span> (url) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> skill</span><span class="c-keyword"> =</span> (<span class="c-keyword">await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url))<span class="c-function">.skill</span>(<span class="c-string-expression">&#39;buy&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(<span class="c-keyword">await</span><span class="c-constant"> skill</span><span class="c-function">.call</span>({ article<span class="c-keyword">:</span><span class="c-string-expression"> &#39;a pen&#39;</span>, euros<span class="c-keyword">:</span><span class="c-constant"> 2</span> }), { number<span class="c-keyword">:</span><span class="c-constant"> 1</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> outcome</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> skill</span><span class="c-function">.run</span>({ article<span class="c-keyword">:</span><span class="c-string-expression"> &#39;a laptop&#39;</span>, euros<span class="c-keyword">:</span><span class="c-constant"> 1800</span> });</span>
<span class="line"><span class="c-function">  assert</span>(<span class="c-constant">outcome</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;input-required&#39;</span>);</span>
<span class="line">  ({ taskId } <span class="c-keyword">=</span> outcome);</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-comment">// Days later, in another process, the approver&#39;s program has nothing but the id.</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> serve</span>(<span class="c-keyword">async</span> (url) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> skill</span><span class="c-keyword"> =</span> (<span class="c-keyword">await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url))<span class="c-function">.skill</span>(<span class="c-string-expression">&#39;buy&#39;</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> outcome</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> skill</span><span class="c-function">.task</span>(taskId)<span class="c-function">.wait</span>();</span>
<span class="line"><span class="c-function">  assert</span>(<span class="c-constant">outcome</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;input-required&#39;</span><span class="c-keyword"> &amp;&amp;</span><span class="c-constant"> outcome</span>.<span class="c-constant">question</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;form&#39;</span>);</span>
<span class="line"><span class="c-keyword">  const</span> { <span class="c-constant">question</span> } <span class="c-keyword">=</span> outcome;</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">question</span>.prompt,<span class="c-string-expression"> &#39;May we buy a laptop for 1800 EUR?&#39;</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  // An answer that does not fit the form is never sent.</span></span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">question</span><span class="c-function">.check</span>({ approved<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span> })[<span class="c-constant">0</span>]?.pointer,<span class="c-string-expression"> &#39;/approved&#39;</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> end</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> question</span><span class="c-function">.answer</span>({ approved<span class="c-keyword">:</span><span class="c-constant"> true</span> });</span>
<span class="line"><span class="c-function">  assert</span>(<span class="c-constant">end</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;completed&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">end</span>.data, { number<span class="c-keyword">:</span><span class="c-constant"> 2</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  // A refusal ends the task with the approver&#39;s words.</span></span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> refused</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> skill</span><span class="c-function">.run</span>({ article<span class="c-keyword">:</span><span class="c-string-expression"> &#39;a boat&#39;</span>, euros<span class="c-keyword">:</span><span class="c-constant"> 90_000</span> });</span>
<span class="line"><span class="c-function">  assert</span>(<span class="c-constant">refused</span>.state <span class="c-keyword">===</span><span class="c-string-expression"> &#39;input-required&#39;</span><span class="c-keyword"> &amp;&amp;</span><span class="c-constant"> refused</span>.<span class="c-constant">question</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;form&#39;</span>);</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> rejected</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> refused</span><span class="c-function">.</span><span class="c-constant">question</span><span class="c-function">.answer</span>({ approved<span class="c-keyword">:</span><span class="c-constant"> false</span>, reason<span class="c-keyword">:</span><span class="c-string-expression"> &#39;We have one.&#39;</span> });</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">rejected</span>.state,<span class="c-string-expression"> &#39;rejected&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(<span class="c-constant">rejected</span>.text,<span class="c-string-expression"> &#39;Not approved: We have one.&#39;</span>);</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.equal</span>(orders,<span class="c-constant"> 2</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  // Ada&#39;s call waits until an approver has answered, and tells what happens meanwhile.</span></span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> asAda</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> connect</span>&lt;<span class="c-keyword">typeof</span> agent&gt;(url, { headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;x-api-key&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;the-key-of-ada&#39;</span> } });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> headers</span><span class="c-keyword"> =</span> { <span class="c-string-expression">&#39;content-type&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span>,<span class="c-string-expression"> &#39;x-api-key&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> &#39;the-key-of-kim&#39;</span> };</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> kim</span><span class="c-keyword"> =</span><span class="c-function"> createPeopleClient</span>({</span>
<span class="line"><span class="c-function">    send</span><span class="c-keyword">:</span> (path, init) <span class="c-keyword">=&gt;</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/people</span><span class="c-keyword">\${</span>path<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, { <span class="c-keyword">...</span>init, headers }),</span>
<span class="line">  });</span>
<span class="line"><span class="c-keyword">  for</span><span class="c-keyword"> await</span> (<span class="c-keyword">const</span><span class="c-constant"> event</span><span class="c-keyword"> of</span><span class="c-constant"> asAda</span><span class="c-function">.skill</span>(<span class="c-string-expression">&#39;spend&#39;</span>)<span class="c-function">.stream</span>({ euros<span class="c-keyword">:</span><span class="c-constant"> 900</span> })) {</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">event</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;question&#39;</span>) {</span>
<span class="line"><span class="c-constant">      assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">event</span>.<span class="c-constant">question</span>.<span class="c-constant">assignment</span>?.to, [<span class="c-string-expression">&#39;role:approver&#39;</span>]);</span>
<span class="line"><span class="c-comment">      // Kim finds the question in the inbox of the page; here a program answers instead.</span></span>
<span class="line"><span class="c-keyword">      const</span> [<span class="c-constant">waiting</span>] <span class="c-keyword">=</span> (<span class="c-keyword">await</span><span class="c-constant"> kim</span><span class="c-function">.listInbox</span>()).questions;</span>
<span class="line"><span class="c-constant">      assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">waiting</span>?.about, { euros<span class="c-keyword">:</span><span class="c-constant"> 900</span> });</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> answer</span><span class="c-keyword"> =</span> { question<span class="c-keyword">:</span><span class="c-constant"> 0</span>, data<span class="c-keyword">:</span> { approved<span class="c-keyword">:</span><span class="c-constant"> true</span> }, messageId<span class="c-keyword">:</span><span class="c-function"> randomUUID</span>() };</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> kim</span><span class="c-function">.answer</span>(<span class="c-constant">event</span>.taskId, answer);</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">event</span>.kind <span class="c-keyword">===</span><span class="c-string-expression"> &#39;result&#39;</span>) <span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">event</span>.text,<span class="c-string-expression"> &#39;kim approved 900 EUR&#39;</span>);</span>
<span class="line">  }</span>
<span class="line">});</span>
<span class="line"><span class="c-function">rmSync</span>(folder, { recursive<span class="c-keyword">:</span><span class="c-constant"> true</span> });</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">&#39;Bought a pen and a laptop.&#39;</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/ask-an-approver.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const askAnApprover_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  askAnApprover_ts as default
};
