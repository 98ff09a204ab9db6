import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Temporal as a dispatcher","description":"","frontmatter":{},"headers":[],"relativePath":"docs/temporal.md","filePath":"docs/temporal.md"}');
const _sfc_main = { name: "docs/temporal.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="temporal-as-a-dispatcher" tabindex="-1">Temporal as a dispatcher <a class="header-anchor" href="#temporal-as-a-dispatcher" aria-label="Permalink to &quot;Temporal as a dispatcher&quot;">​</a></h1><p>If you run Temporal, it can bring waiting tasks to the processes of an agent, as <a href="/docs/dispatchers.html">a dispatcher</a>. This page is a sketch of such a dispatcher. It is compiled with each version of Formwork, but not tested against a Temporal server: run <a href="/docs/reference/runtime.html#describeDispatcher" class="name"><code>describeDispatcher</code></a> of <code>@formwork/runtime/testing</code> on it before you rely on it.</p><p>Each job is a short workflow with one activity. The activity makes the runner of its process claim the task, and ends as soon as it has. The task itself does not become a workflow: its log, its steps and its questions are in the engine, where callers read them, and the lease in the engine decides who runs it. Temporal adds the features of a queue: delivery to a process that has room, timers, retries of delivery, and its own view of the waiting tasks.</p><table tabindex="0"><thead><tr><th>concept here</th><th>in Temporal</th></tr></thead><tbody><tr><td><code>enqueue</code>, <code>delayMs</code></td><td><code>workflow.start</code> with <code>startDelay</code></td></tr><tr><td>a job</td><td>a workflow, whose id is that of the task and a random part</td></tr><tr><td><code>consume</code>, <code>concurrency</code></td><td>a <code>Worker</code> with <code>maxConcurrentActivityTaskExecutions</code></td></tr><tr><td>delivery again after a crash</td><td>the retry of an activity whose <code>startToCloseTimeout</code> is over</td></tr><tr><td>the epoch of a lease</td><td>nothing: two attempts of an activity can run at once, and only one may write</td></tr></tbody></table><p>The workflow, in a file of its own (<code>deliver.ts</code>):</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { DispatchJob } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { proxyActivities } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@temporalio/workflow&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** The activities of a worker. */</span></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> interface</span><span class="c-function"> Activities</span> {</span>
<span class="line"><span class="c-function">  run</span>(job<span class="c-keyword">:</span><span class="c-function"> DispatchJob</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">run</span> } <span class="c-keyword">=</span><span class="c-function"> proxyActivities</span>&lt;<span class="c-function">Activities</span>&gt;({ startToCloseTimeout<span class="c-keyword">:</span><span class="c-string-expression"> &#39;10 minutes&#39;</span> });</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> async</span><span class="c-keyword"> function</span><span class="c-function"> deliver</span>(job<span class="c-keyword">:</span><span class="c-function"> DispatchJob</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt; {</span>
<span class="line"><span class="c-keyword">  await</span><span class="c-function"> run</span>(job);</span>
<span class="line">}</span></code></pre></div><p>The dispatcher:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { Dispatcher } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { Client, Connection } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@temporalio/client&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { NativeConnection, Worker } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@temporalio/worker&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { randomUUID } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;node:crypto&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> taskQueue</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;formwork&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> async</span><span class="c-keyword"> function</span><span class="c-function"> createTemporalDispatcher</span>(address<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Dispatcher</span>&gt; {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> connection</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> Connection</span><span class="c-function">.connect</span>({ address });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> client</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> Client</span>({ connection });</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> ends</span><span class="c-keyword"> =</span><span class="c-keyword"> new</span><span class="c-function"> Set</span>&lt;() <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;&gt;();</span>
<span class="line"><span class="c-keyword">  return</span> {</span>
<span class="line"><span class="c-keyword">    async</span><span class="c-function"> enqueue</span>({ delayMs <span class="c-keyword">=</span><span class="c-constant"> 0</span>,<span class="c-keyword"> ...</span>job }) {</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> client</span><span class="c-function">.</span><span class="c-constant">connection</span><span class="c-function">.withDeadline</span>(<span class="c-constant">Date</span><span class="c-function">.now</span>() <span class="c-keyword">+</span><span class="c-constant"> 5_000</span>, () <span class="c-keyword">=&gt;</span></span>
<span class="line"><span class="c-constant">        client</span><span class="c-function">.</span><span class="c-constant">workflow</span><span class="c-function">.start</span>(<span class="c-string-expression">&#39;deliver&#39;</span>, {</span>
<span class="line">          taskQueue,</span>
<span class="line">          workflowId<span class="c-keyword">:</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span><span class="c-constant">job</span>.taskId<span class="c-keyword">}</span><span class="c-string-expression">/</span><span class="c-keyword">\${</span><span class="c-function">randomUUID</span>()<span class="c-keyword">}</span><span class="c-string-expression">\`</span>,</span>
<span class="line">          args<span class="c-keyword">:</span> [job],</span>
<span class="line">          startDelay<span class="c-keyword">:</span> delayMs,</span>
<span class="line">        }),</span>
<span class="line">      );</span>
<span class="line">    },</span>
<span class="line"><span class="c-keyword">    async</span><span class="c-function"> consume</span>(run, { concurrency, logger }) {</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> native</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> NativeConnection</span><span class="c-function">.connect</span>({ address });</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> worker</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-constant"> Worker</span><span class="c-function">.create</span>({</span>
<span class="line">        connection<span class="c-keyword">:</span> native,</span>
<span class="line">        taskQueue,</span>
<span class="line">        workflowsPath<span class="c-keyword">:</span><span class="c-keyword"> new</span><span class="c-function"> URL</span>(<span class="c-string-expression">&#39;deliver.js&#39;</span>,<span class="c-keyword"> import</span>.<span class="c-constant">meta</span>.url).pathname,</span>
<span class="line">        activities<span class="c-keyword">:</span> { run },</span>
<span class="line">        maxConcurrentActivityTaskExecutions<span class="c-keyword">:</span> concurrency,</span>
<span class="line">      });</span>
<span class="line"><span class="c-keyword">      const</span><span class="c-constant"> running</span><span class="c-keyword"> =</span><span class="c-constant"> worker</span><span class="c-function">.run</span>()<span class="c-function">.catch</span>((error<span class="c-keyword">:</span><span class="c-constant"> unknown</span>) <span class="c-keyword">=&gt;</span> {</span>
<span class="line"><span class="c-constant">        logger</span><span class="c-function">.error</span>(<span class="c-string-expression">&#39;The queue has a fault&#39;</span>, { error<span class="c-keyword">:</span><span class="c-function"> String</span>(error) });</span>
<span class="line">      });</span>
<span class="line"><span class="c-keyword">      async</span><span class="c-keyword"> function</span><span class="c-function"> end</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt; {</span>
<span class="line"><span class="c-keyword">        if</span> (<span class="c-keyword">!</span><span class="c-constant">ends</span><span class="c-function">.delete</span>(end)) <span class="c-keyword">return</span>;</span>
<span class="line"><span class="c-constant">        worker</span><span class="c-function">.shutdown</span>();</span>
<span class="line"><span class="c-keyword">        await</span> running;</span>
<span class="line"><span class="c-keyword">        await</span><span class="c-constant"> native</span><span class="c-function">.close</span>();</span>
<span class="line">      }</span>
<span class="line"><span class="c-constant">      ends</span><span class="c-function">.add</span>(end);</span>
<span class="line"><span class="c-keyword">      return</span> end;</span>
<span class="line">    },</span>
<span class="line"><span class="c-keyword">    async</span><span class="c-function"> close</span>() {</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> Promise</span><span class="c-function">.all</span>([<span class="c-keyword">...</span>ends]<span class="c-function">.map</span>((end) <span class="c-keyword">=&gt;</span><span class="c-function"> end</span>()));</span>
<span class="line"><span class="c-keyword">      await</span><span class="c-constant"> connection</span><span class="c-function">.close</span>();</span>
<span class="line">    },</span>
<span class="line">  };</span>
<span class="line">}</span></code></pre></div><p>Then <code>createServer(agent, { engine, runner: { dispatcher: await createTemporalDispatcher(&#39;temporal.internal:7233&#39;) } })</code>, with an <a href="/docs/replicas.html">engine that all processes share</a>.</p><p>To make an agent&#39;s task a step of a larger workflow of yours, call the agent from an activity instead, with <a href="/docs/call-an-agent.html">the client</a>: with the same <code>messageId</code>, a repeated activity finds the same task.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/temporal.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const temporal = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  temporal as default
};
