import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"serve-people.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/serve-people.ts"},"relativePath":"files/apps/examples/src/serve-people.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/serve-people.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="serve-peoplets" tabindex="-1">serve-people.ts <a class="header-anchor" href="#serve-peoplets" aria-label="Permalink to &quot;serve-people.ts&quot;">​</a></h1><p><code>apps/examples/src/serve-people.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// One server for all people who meet an agent: callers have the page of forms, approvers their inbox,</span></span>
<span class="line"><span class="c-comment">// operators the console, and visitors without an account a form of their own.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createConsoleAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/console&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPublicFormsAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/embed&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createFormsRouter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/forms&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createPeopleAdapter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/people&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createApiKeyAuthentication, createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> trip</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;claim-trip&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Claim a trip&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Pays a trip once somebody approves.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    trip<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { city<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;city&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input, task }) {</span>
<span class="line"><span class="c-keyword">    const</span> { <span class="c-constant">approved</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.ask</span>(<span class="c-string-expression">\`Pay the trip to </span><span class="c-keyword">\${</span><span class="c-constant">input</span>.city<span class="c-keyword">}</span><span class="c-string-expression">?\`</span>, {</span>
<span class="line">      schema<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { approved<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;boolean&#39;</span> } } },</span>
<span class="line">      to<span class="c-keyword">:</span><span class="c-string-expression"> &#39;role:approver&#39;</span>,</span>
<span class="line">      about<span class="c-keyword">:</span> input,</span>
<span class="line">      fourEyes<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">    });</span>
<span class="line"><span class="c-keyword">    return</span> approved <span class="c-keyword">===</span><span class="c-constant"> true</span><span class="c-keyword"> ?</span><span class="c-string-expression"> &#39;paid&#39;</span><span class="c-keyword"> :</span><span class="c-string-expression"> &#39;declined&#39;</span>;</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> suggest</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;suggest&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Suggest something&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Takes suggestions of visitors.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;office&#39;</span>],</span>
<span class="line">  publish<span class="c-keyword">:</span> { form<span class="c-keyword">:</span><span class="c-constant"> true</span> },</span>
<span class="line">  input<span class="c-keyword">:</span> { idea<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { text<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } } } },</span>
<span class="line"><span class="c-function">  run</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-string-expression"> &#39;Thank you.&#39;</span>,</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> agent</span><span class="c-keyword"> =</span><span class="c-function"> defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Office&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [trip, suggest] });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(agent, {</span>
<span class="line">  adapters<span class="c-keyword">:</span> [<span class="c-function">createPeopleAdapter</span>(),<span class="c-function"> createConsoleAdapter</span>(),<span class="c-function"> createPublicFormsAdapter</span>()],</span>
<span class="line">  authenticate<span class="c-keyword">:</span><span class="c-function"> createApiKeyAuthentication</span>({</span>
<span class="line">    keys<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-string-expression">      &#39;the-key-of-ada&#39;</span><span class="c-keyword">:</span> { id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ada&#39;</span> },</span>
<span class="line"><span class="c-string-expression">      &#39;the-key-of-kim&#39;</span><span class="c-keyword">:</span> { id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;kim&#39;</span>, scopes<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;role:approver&#39;</span>] },</span>
<span class="line"><span class="c-string-expression">      &#39;the-key-of-olga&#39;</span><span class="c-keyword">:</span> { id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;olga&#39;</span>, scopes<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;operate&#39;</span>] },</span>
<span class="line">    },</span>
<span class="line">  }),</span>
<span class="line">  requireAuthentication<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">let</span> url <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> forms</span><span class="c-keyword"> =</span><span class="c-function"> createFormsRouter</span>({ mode<span class="c-keyword">:</span><span class="c-string-expression"> &#39;one&#39;</span>,<span class="c-function"> agentUrl</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span> url });</span>
<span class="line"><span class="c-constant">server</span><span class="c-function">.</span><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-constant">forms</span>.router);</span>
<span class="line">({ url } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> }));</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">for</span> (<span class="c-keyword">const</span> [<span class="c-constant">path</span>,<span class="c-constant"> text</span>] <span class="c-keyword">of</span> [</span>
<span class="line">  [<span class="c-string-expression">&#39;/&#39;</span>,<span class="c-string-expression"> &#39;&lt;!doctype html&gt;&#39;</span>],<span class="c-comment"> // the page of forms, with the inbox and the history</span></span>
<span class="line">  [<span class="c-string-expression">&#39;/console/&#39;</span>,<span class="c-string-expression"> &#39;&lt;!doctype html&gt;&#39;</span>],</span>
<span class="line">  [<span class="c-string-expression">&#39;/forms/suggest&#39;</span>,<span class="c-string-expression"> &#39;&lt;formwork-form skill=&quot;suggest&quot;&#39;</span>],</span>
<span class="line">] <span class="c-keyword">as</span><span class="c-keyword"> const</span>) {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> page</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span> (<span class="c-keyword">await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}\${</span>path<span class="c-keyword">}</span><span class="c-string-expression">\`</span>))<span class="c-function">.text</span>();</span>
<span class="line"><span class="c-constant">  assert</span><span class="c-function">.ok</span>(<span class="c-constant">page</span><span class="c-function">.toLowerCase</span>()<span class="c-function">.includes</span>(text), path);</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** Asks one of the doors with the key of a person, and returns the status. */</span></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> ask</span>(path<span class="c-keyword">:</span><span class="c-constant"> string</span>, name<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt; {</span>
<span class="line"><span class="c-keyword">  return</span> (<span class="c-keyword">await</span><span class="c-function"> fetch</span>(<span class="c-string-expression">\`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}\${</span>path<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, { headers<span class="c-keyword">:</span> { <span class="c-string-expression">&#39;x-api-key&#39;</span><span class="c-keyword">:</span><span class="c-string-expression"> \`the-key-of-</span><span class="c-keyword">\${</span>name<span class="c-keyword">}</span><span class="c-string-expression">\`</span> } })).status;</span>
<span class="line">}</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-keyword">await</span><span class="c-function"> ask</span>(<span class="c-string-expression">&#39;/people/inbox&#39;</span>,<span class="c-string-expression"> &#39;kim&#39;</span>),<span class="c-constant"> 200</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-keyword">await</span><span class="c-function"> ask</span>(<span class="c-string-expression">&#39;/people/inbox&#39;</span>,<span class="c-string-expression"> &#39;nobody&#39;</span>),<span class="c-constant"> 401</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-keyword">await</span><span class="c-function"> ask</span>(<span class="c-string-expression">&#39;/console/api/tasks&#39;</span>,<span class="c-string-expression"> &#39;olga&#39;</span>),<span class="c-constant"> 200</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-keyword">await</span><span class="c-function"> ask</span>(<span class="c-string-expression">&#39;/console/api/tasks&#39;</span>,<span class="c-string-expression"> &#39;kim&#39;</span>),<span class="c-constant"> 403</span>);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> forms</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">&#39;Ada, Kim, Olga and visitors have their pages.&#39;</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/serve-people.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const servePeople_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  servePeople_ts as default
};
