import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"retry-and-authorize.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/retry-and-authorize.ts"},"relativePath":"files/apps/examples/src/retry-and-authorize.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/retry-and-authorize.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="retry-and-authorizets" tabindex="-1">retry-and-authorize.ts <a class="header-anchor" href="#retry-and-authorizets" aria-label="Permalink to &quot;retry-and-authorize.ts&quot;">​</a></h1><p><code>apps/examples/src/retry-and-authorize.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// A skill that runs again when its mail service is busy, and that waits until a person gives it</span></span>
<span class="line"><span class="c-comment">// access.</span></span>
<span class="line"><span class="c-keyword">import</span> assert <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:assert/strict&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { Role, TaskState,<span class="c-keyword"> type</span> Message,<span class="c-keyword"> type</span> Part } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@a2a-js/sdk&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { ClientFactory } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@a2a-js/sdk/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { defineAgent, defineSkill, TransientError } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/core&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> letIn</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> Set</span>&lt;<span class="c-constant">string</span>&gt;();</span>
<span class="line"><span class="c-keyword">let</span> lookedUp <span class="c-keyword">=</span><span class="c-constant"> 0</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> inbox</span><span class="c-keyword"> =</span><span class="c-function"> defineSkill</span>({</span>
<span class="line">  id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;inbox&#39;</span>,</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Inbox&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Counts the messages in a mailbox, once its owner has agreed.&#39;</span>,</span>
<span class="line">  tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;mail&#39;</span>],</span>
<span class="line">  input<span class="c-keyword">:</span> {</span>
<span class="line">    mailbox<span class="c-keyword">:</span> {</span>
<span class="line">      type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>,</span>
<span class="line">      properties<span class="c-keyword">:</span> { address<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;string&#39;</span> } },</span>
<span class="line">      required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;address&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  output<span class="c-keyword">:</span> {</span>
<span class="line">    count<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;object&#39;</span>, properties<span class="c-keyword">:</span> { count<span class="c-keyword">:</span> { type<span class="c-keyword">:</span><span class="c-string-expression"> &#39;integer&#39;</span> } }, required<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;count&#39;</span>] },</span>
<span class="line">  },</span>
<span class="line">  timeoutMs<span class="c-keyword">:</span><span class="c-constant"> 5_000</span>,</span>
<span class="line">  retry<span class="c-keyword">:</span> { maxAttempts<span class="c-keyword">:</span><span class="c-constant"> 3</span>, delayMs<span class="c-keyword">:</span><span class="c-constant"> 10</span> },</span>
<span class="line">  concurrency<span class="c-keyword">:</span><span class="c-constant"> 2</span>,</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> run</span>({ input: { address }, task }) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> id</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> task</span><span class="c-function">.step</span>(<span class="c-string-expression">&#39;look up&#39;</span>, () <span class="c-keyword">=&gt;</span> {</span>
<span class="line">      lookedUp <span class="c-keyword">+=</span><span class="c-constant"> 1</span>;</span>
<span class="line"><span class="c-keyword">      return</span><span class="c-string-expression"> \`box-</span><span class="c-keyword">\${</span>address<span class="c-keyword">}</span><span class="c-string-expression">\`</span>;</span>
<span class="line">    });</span>
<span class="line"><span class="c-keyword">    for</span> (<span class="c-keyword">let</span> look <span class="c-keyword">=</span><span class="c-constant"> 1</span>; <span class="c-keyword">!</span>(<span class="c-keyword">await</span><span class="c-constant"> task</span><span class="c-function">.step</span>(<span class="c-string-expression">\`look-</span><span class="c-keyword">\${</span>look<span class="c-keyword">}</span><span class="c-string-expression">\`</span>, () <span class="c-keyword">=&gt;</span><span class="c-constant"> letIn</span><span class="c-function">.has</span>(id))); look <span class="c-keyword">+=</span><span class="c-constant"> 1</span>) {</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> task</span><span class="c-function">.authorize</span>(<span class="c-string-expression">&#39;Let me count your messages.&#39;</span>, {</span>
<span class="line">        url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://mail.example.com/grant&#39;</span>,</span>
<span class="line">      });</span>
<span class="line">    }</span>
<span class="line"><span class="c-comment">    // The first attempt after the answer finds the service busy.</span></span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-constant">task</span>.attempt <span class="c-keyword">===</span><span class="c-constant"> 1</span>) <span class="c-keyword">throw</span><span class="c-keyword"> new</span><span class="c-function"> TransientError</span>(<span class="c-string-expression">&#39;The mail service is busy&#39;</span>);</span>
<span class="line"><span class="c-keyword">    return</span> { count<span class="c-keyword">:</span><span class="c-constant"> 3</span> };</span>
<span class="line">  },</span>
<span class="line">});</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-function"> createServer</span>(<span class="c-function">defineAgent</span>({ name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Mail&#39;</span>, version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>, skills<span class="c-keyword">:</span> [inbox] }));</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">url</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-constant"> server</span><span class="c-function">.listen</span>({ port<span class="c-keyword">:</span><span class="c-constant"> 0</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> client</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-keyword"> new</span><span class="c-function"> ClientFactory</span>()<span class="c-function">.createFromUrl</span>(url);</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> createMessage</span>(content<span class="c-keyword">:</span><span class="c-function"> Part</span>[<span class="c-string-expression">&#39;content&#39;</span>], taskId <span class="c-keyword">=</span><span class="c-string-expression"> &#39;&#39;</span>)<span class="c-keyword">:</span><span class="c-function"> Message</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> schema</span><span class="c-keyword"> =</span> taskId <span class="c-keyword">===</span><span class="c-string-expression"> &#39;&#39;</span><span class="c-keyword"> ?</span> { mimeType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json;schema=mailbox&#39;</span> } <span class="c-keyword">:</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  return</span> {</span>
<span class="line">    messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(),</span>
<span class="line">    contextId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">    taskId,</span>
<span class="line">    role<span class="c-keyword">:</span><span class="c-constant"> Role</span>.<span class="c-constant">ROLE_USER</span>,</span>
<span class="line">    parts<span class="c-keyword">:</span> [{ content, metadata<span class="c-keyword">:</span> schema, filename<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span> }],</span>
<span class="line">    metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">    extensions<span class="c-keyword">:</span> [],</span>
<span class="line">    referenceTaskIds<span class="c-keyword">:</span> [],</span>
<span class="line">  };</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">async</span><span class="c-keyword"> function</span><span class="c-function"> send</span>(message<span class="c-keyword">:</span><span class="c-function"> Message</span>) {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> params</span><span class="c-keyword"> =</span> { tenant<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>, message, configuration<span class="c-keyword">:</span><span class="c-constant"> undefined</span>, metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span> };</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> answer</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> client</span><span class="c-function">.sendMessage</span>(params);</span>
<span class="line"><span class="c-function">  assert</span>(<span class="c-string-expression">&#39;status&#39;</span><span class="c-keyword"> in</span> answer);</span>
<span class="line"><span class="c-keyword">  return</span> answer;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> asked</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> send</span>(<span class="c-function">createMessage</span>({ $case<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span>, value<span class="c-keyword">:</span> { address<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ada@example.com&#39;</span> } }));</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">asked</span>.<span class="c-constant">status</span>?.state,<span class="c-constant"> TaskState</span>.<span class="c-constant">TASK_STATE_AUTH_REQUIRED</span>);</span>
<span class="line"><span class="c-keyword">const</span> [<span class="c-constant">said</span>] <span class="c-keyword">=</span><span class="c-constant"> asked</span>.<span class="c-constant">status</span>.<span class="c-constant">message</span>?.parts <span class="c-keyword">??</span> [];</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-constant">said</span>?.<span class="c-constant">content</span>?.value);</span>
<span class="line"></span>
<span class="line"><span class="c-constant">letIn</span><span class="c-function">.add</span>(<span class="c-string-expression">&#39;box-ada@example.com&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> done</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> send</span>(<span class="c-function">createMessage</span>({ $case<span class="c-keyword">:</span><span class="c-string-expression"> &#39;text&#39;</span>, value<span class="c-keyword">:</span><span class="c-string-expression"> &#39;You may.&#39;</span> },<span class="c-constant"> asked</span>.id));</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(<span class="c-constant">done</span>.<span class="c-constant">status</span>?.state,<span class="c-constant"> TaskState</span>.<span class="c-constant">TASK_STATE_COMPLETED</span>);</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.deepEqual</span>(<span class="c-constant">done</span>.artifacts[<span class="c-constant">0</span>]?.parts[<span class="c-constant">0</span>]?.<span class="c-constant">content</span>?.value, { count<span class="c-keyword">:</span><span class="c-constant"> 3</span> });</span>
<span class="line"><span class="c-constant">assert</span><span class="c-function">.equal</span>(lookedUp,<span class="c-constant"> 1</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> server</span><span class="c-function">.close</span>();</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/retry-and-authorize.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const retryAndAuthorize_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  retryAndAuthorize_ts as default
};
