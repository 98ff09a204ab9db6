import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"before.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"apps/examples/src/moving/before.ts"},"relativePath":"files/apps/examples/src/moving/before.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/apps/examples/src/moving/before.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="beforets" tabindex="-1">before.ts <a class="header-anchor" href="#beforets" aria-label="Permalink to &quot;before.ts&quot;">​</a></h1><p><code>apps/examples/src/moving/before.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-comment">// An agent for parcels, made with the official SDK. \`after.ts\` is the same agent with Formwork.</span></span>
<span class="line"><span class="c-keyword">import</span> { once } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:events&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { AddressInfo } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:net&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { AgentCard, Role, TaskState } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@a2a-js/sdk&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> {</span>
<span class="line">  AgentEvent,</span>
<span class="line">  DefaultRequestHandler,</span>
<span class="line">  InMemoryTaskStore,</span>
<span class="line"><span class="c-keyword">  type</span> AgentExecutor,</span>
<span class="line">} <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@a2a-js/sdk/server&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { agentCardHandler, jsonRpcHandler, UserBuilder } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@a2a-js/sdk/server/express&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> express <span class="c-keyword">from</span><span class="c-string-expression"> &#39;express&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> EUROS_PER_KILO</span><span class="c-keyword"> =</span> { home<span class="c-keyword">:</span><span class="c-constant"> 2</span>, europe<span class="c-keyword">:</span><span class="c-constant"> 5</span>, world<span class="c-keyword">:</span><span class="c-constant"> 9</span> } <span class="c-keyword">as</span><span class="c-keyword"> const</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">interface</span><span class="c-function"> Parcel</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> kilos<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> zone<span class="c-keyword">:</span><span class="c-keyword"> keyof</span><span class="c-keyword"> typeof</span><span class="c-constant"> EUROS_PER_KILO</span>;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> findPrice</span>({ kilos, zone }<span class="c-keyword">:</span><span class="c-function"> Parcel</span>)<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> euros<span class="c-keyword">:</span><span class="c-constant"> number</span> } {</span>
<span class="line"><span class="c-keyword">  return</span> { euros<span class="c-keyword">:</span><span class="c-constant"> 3</span><span class="c-keyword"> +</span><span class="c-constant"> Math</span><span class="c-function">.ceil</span>(kilos) <span class="c-keyword">*</span><span class="c-constant"> EUROS_PER_KILO</span>[zone] };</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> executor</span><span class="c-keyword">:</span><span class="c-function"> AgentExecutor</span><span class="c-keyword"> =</span> {</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> execute</span>({ userMessage, taskId, contextId }, bus) {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-function"> say</span><span class="c-keyword"> =</span> (state<span class="c-keyword">:</span><span class="c-function"> TaskState</span>, text<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> content</span><span class="c-keyword"> =</span> { $case<span class="c-keyword">:</span><span class="c-string-expression"> &#39;text&#39;</span><span class="c-keyword"> as</span><span class="c-keyword"> const</span>, value<span class="c-keyword">:</span> text };</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> message</span><span class="c-keyword"> =</span> {</span>
<span class="line">        messageId<span class="c-keyword">:</span><span class="c-constant"> crypto</span><span class="c-function">.randomUUID</span>(),</span>
<span class="line">        role<span class="c-keyword">:</span><span class="c-constant"> Role</span>.<span class="c-constant">ROLE_AGENT</span>,</span>
<span class="line">        taskId,</span>
<span class="line">        contextId,</span>
<span class="line">        parts<span class="c-keyword">:</span> text <span class="c-keyword">===</span><span class="c-string-expression"> &#39;&#39;</span><span class="c-keyword"> ?</span> [] <span class="c-keyword">:</span> [{ content, metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>, filename<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span> }],</span>
<span class="line">        metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">        extensions<span class="c-keyword">:</span> [],</span>
<span class="line">        referenceTaskIds<span class="c-keyword">:</span> [],</span>
<span class="line">      };</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> timestamp</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> Date</span>()<span class="c-function">.toISOString</span>();</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> status</span><span class="c-keyword"> =</span> { state, message<span class="c-keyword">:</span> text <span class="c-keyword">===</span><span class="c-string-expression"> &#39;&#39;</span><span class="c-keyword"> ?</span><span class="c-constant"> undefined</span><span class="c-keyword"> :</span> message, timestamp };</span>
<span class="line"><span class="c-constant">      bus</span><span class="c-function">.publish</span>(<span class="c-constant">AgentEvent</span><span class="c-function">.statusUpdate</span>({ taskId, contextId, status, metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span> }));</span>
<span class="line">    };</span>
<span class="line"><span class="c-constant">    bus</span><span class="c-function">.publish</span>(</span>
<span class="line"><span class="c-constant">      AgentEvent</span><span class="c-function">.task</span>({</span>
<span class="line">        id<span class="c-keyword">:</span> taskId,</span>
<span class="line">        contextId,</span>
<span class="line">        status<span class="c-keyword">:</span> {</span>
<span class="line">          state<span class="c-keyword">:</span><span class="c-constant"> TaskState</span>.<span class="c-constant">TASK_STATE_SUBMITTED</span>,</span>
<span class="line">          message<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">          timestamp<span class="c-keyword">:</span><span class="c-keyword"> new</span><span class="c-function"> Date</span>()<span class="c-function">.toISOString</span>(),</span>
<span class="line">        },</span>
<span class="line">        artifacts<span class="c-keyword">:</span> [],</span>
<span class="line">        history<span class="c-keyword">:</span> [userMessage],</span>
<span class="line">        metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">      }),</span>
<span class="line">    );</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> part</span><span class="c-keyword"> =</span><span class="c-constant"> userMessage</span><span class="c-function">.</span><span class="c-constant">parts</span><span class="c-function">.find</span>(({ content }) <span class="c-keyword">=&gt;</span><span class="c-constant"> content</span>?.$case <span class="c-keyword">===</span><span class="c-string-expression"> &#39;data&#39;</span>);</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> parcel</span><span class="c-keyword"> =</span><span class="c-constant"> part</span>?.<span class="c-constant">content</span>?.value <span class="c-keyword">as</span><span class="c-function"> Parcel</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">    if</span> (<span class="c-keyword">typeof</span><span class="c-constant"> parcel</span>?.kilos <span class="c-keyword">!==</span><span class="c-string-expression"> &#39;number&#39;</span><span class="c-keyword"> ||</span><span class="c-keyword"> !</span>(<span class="c-constant">parcel</span>.zone <span class="c-keyword">in</span><span class="c-constant"> EUROS_PER_KILO</span>)) {</span>
<span class="line"><span class="c-function">      say</span>(<span class="c-constant">TaskState</span>.<span class="c-constant">TASK_STATE_FAILED</span>,<span class="c-string-expression"> &#39;This is no parcel.&#39;</span>);</span>
<span class="line"><span class="c-keyword">      return</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-function">    say</span>(<span class="c-constant">TaskState</span>.<span class="c-constant">TASK_STATE_WORKING</span>,<span class="c-string-expression"> \`Weighing </span><span class="c-keyword">\${</span><span class="c-constant">parcel</span>.kilos<span class="c-keyword">}</span><span class="c-string-expression"> kg\`</span>);</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> content</span><span class="c-keyword"> =</span> { $case<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span><span class="c-keyword"> as</span><span class="c-keyword"> const</span>, value<span class="c-keyword">:</span><span class="c-function"> findPrice</span>(parcel) };</span>
<span class="line"><span class="c-constant">    bus</span><span class="c-function">.publish</span>(</span>
<span class="line"><span class="c-constant">      AgentEvent</span><span class="c-function">.artifactUpdate</span>({</span>
<span class="line">        taskId,</span>
<span class="line">        contextId,</span>
<span class="line">        artifact<span class="c-keyword">:</span> {</span>
<span class="line">          artifactId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;result&#39;</span>,</span>
<span class="line">          name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">          description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>,</span>
<span class="line">          parts<span class="c-keyword">:</span> [{ content, metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>, filename<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>, mediaType<span class="c-keyword">:</span><span class="c-string-expression"> &#39;application/json&#39;</span> }],</span>
<span class="line">          metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">          extensions<span class="c-keyword">:</span> [],</span>
<span class="line">        },</span>
<span class="line">        append<span class="c-keyword">:</span><span class="c-constant"> false</span>,</span>
<span class="line">        lastChunk<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line">        metadata<span class="c-keyword">:</span><span class="c-constant"> undefined</span>,</span>
<span class="line">      }),</span>
<span class="line">    );</span>
<span class="line"><span class="c-function">    say</span>(<span class="c-constant">TaskState</span>.<span class="c-constant">TASK_STATE_COMPLETED</span>,<span class="c-string-expression"> &#39;&#39;</span>);</span>
<span class="line">  },</span>
<span class="line"><span class="c-function">  cancelTask</span><span class="c-keyword">:</span><span class="c-keyword"> async</span> () <span class="c-keyword">=&gt;</span> {},</span>
<span class="line">};</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> app</span><span class="c-keyword"> =</span><span class="c-function"> express</span>();</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> server</span><span class="c-keyword"> =</span><span class="c-constant"> app</span><span class="c-function">.listen</span>(<span class="c-function">Number</span>(<span class="c-constant">process</span>.env[<span class="c-string-expression">&#39;PORT&#39;</span>] <span class="c-keyword">??</span><span class="c-constant"> 4100</span>),<span class="c-string-expression"> &#39;127.0.0.1&#39;</span>);</span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> once</span>(server,<span class="c-string-expression"> &#39;listening&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> url</span><span class="c-keyword"> =</span><span class="c-string-expression"> \`http://127.0.0.1:</span><span class="c-keyword">\${</span>(<span class="c-constant">server</span><span class="c-function">.address</span>() <span class="c-keyword">as</span><span class="c-function"> AddressInfo</span>).port<span class="c-keyword">}</span><span class="c-string-expression">\`</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> card</span><span class="c-keyword"> =</span><span class="c-constant"> AgentCard</span><span class="c-function">.fromJSON</span>({</span>
<span class="line">  name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Parcels&#39;</span>,</span>
<span class="line">  description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Knows what a parcel costs.&#39;</span>,</span>
<span class="line">  version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0.0&#39;</span>,</span>
<span class="line">  supportedInterfaces<span class="c-keyword">:</span> [{ url<span class="c-keyword">:</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/a2a\`</span>, protocolBinding<span class="c-keyword">:</span><span class="c-string-expression"> &#39;JSONRPC&#39;</span>, protocolVersion<span class="c-keyword">:</span><span class="c-string-expression"> &#39;1.0&#39;</span> }],</span>
<span class="line">  capabilities<span class="c-keyword">:</span> { streaming<span class="c-keyword">:</span><span class="c-constant"> true</span> },</span>
<span class="line">  defaultInputModes<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;application/json&#39;</span>],</span>
<span class="line">  defaultOutputModes<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;application/json&#39;</span>],</span>
<span class="line">  skills<span class="c-keyword">:</span> [</span>
<span class="line">    {</span>
<span class="line">      id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;quote&#39;</span>,</span>
<span class="line">      name<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Quote&#39;</span>,</span>
<span class="line">      description<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Takes kilos and a zone (home, europe or world), and answers the price.&#39;</span>,</span>
<span class="line">      tags<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;parcels&#39;</span>],</span>
<span class="line">    },</span>
<span class="line">  ],</span>
<span class="line">});</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> requestHandler</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> DefaultRequestHandler</span>(card,<span class="c-keyword"> new</span><span class="c-function"> InMemoryTaskStore</span>(), executor);</span>
<span class="line"><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-string-expression">&#39;/a2a&#39;</span>,<span class="c-function"> jsonRpcHandler</span>({ requestHandler, userBuilder<span class="c-keyword">:</span><span class="c-constant"> UserBuilder</span>.noAuthentication }));</span>
<span class="line"><span class="c-constant">app</span><span class="c-function">.use</span>(<span class="c-string-expression">&#39;/.well-known/agent-card.json&#39;</span>,<span class="c-function"> agentCardHandler</span>({ agentCardProvider<span class="c-keyword">:</span> requestHandler }));</span>
<span class="line"><span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-string-expression">\`Serving </span><span class="c-keyword">\${</span>url<span class="c-keyword">}</span><span class="c-string-expression">/.well-known/agent-card.json\`</span>);</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/apps/examples/src/moving/before.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const before_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  before_ts as default
};
