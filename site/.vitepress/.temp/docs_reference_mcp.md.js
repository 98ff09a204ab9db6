import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/mcp","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/mcp.md","filePath":"docs/reference/mcp.md"}');
const _sfc_main = { name: "docs/reference/mcp.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkmcp" tabindex="-1">@formwork/mcp <a class="header-anchor" href="#formworkmcp" aria-label="Permalink to &quot;@formwork/mcp&quot;">​</a></h1><p>Skills of A2A agents as tools of the Model Context Protocol: typed, with questions, progress and long tasks.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><h3 id="acceptChanges" tabindex="-1">acceptChanges <a class="header-anchor" href="#acceptChanges" aria-label="Permalink to &quot;acceptChanges {#acceptChanges}&quot;">​</a></h3><p>Returns a lock in which some changes are accepted. Accepting a tool also accepts the schemas of its skill, and accepting the last change of an agent&#39;s tools also accepts its card. If an agent has moved, only what is accepted at the new address remains.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> acceptChanges</span>(</span>
<span class="line">  locked<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>,</span>
<span class="line">  { offered, changes }<span class="c-keyword">:</span><span class="c-function"> AcceptOptions</span>,</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>;</span></code></pre></div><p><strong>param</strong> locked What was accepted so far; <code>undefined</code> if nothing was.</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { acceptChanges, compareBridgeLock,<span class="c-keyword"> type</span> BridgeLock } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> acceptAll</span>(locked<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>, offered<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>)<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span> {</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-function"> acceptChanges</span>(locked, { offered, changes<span class="c-keyword">:</span><span class="c-function"> compareBridgeLock</span>(locked, offered) });</span>
<span class="line">}</span></code></pre></div><h3 id="checkHost" tabindex="-1">checkHost <a class="header-anchor" href="#checkHost" aria-label="Permalink to &quot;checkHost {#checkHost}&quot;">​</a></h3><p>Finds the tools and texts that a host would drop, cut or change.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> checkHost</span>(</span>
<span class="line">  host<span class="c-keyword">:</span><span class="c-function"> HostProfile</span>,</span>
<span class="line">  { tools, instructions, budgetMs, serverName <span class="c-keyword">=</span><span class="c-string-expression"> &#39;agents&#39;</span> }<span class="c-keyword">:</span><span class="c-function"> HostOffer</span>,</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> HostFinding</span>[];</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { checkHost, findHost } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> host</span><span class="c-keyword"> =</span><span class="c-function"> findHost</span>(<span class="c-string-expression">&#39;claude&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> findings</span><span class="c-keyword"> =</span> host <span class="c-keyword">&amp;&amp;</span><span class="c-function"> checkHost</span>(host, { tools<span class="c-keyword">:</span> [], instructions<span class="c-keyword">:</span><span class="c-string-expression"> &#39;&#39;</span>, budgetMs<span class="c-keyword">:</span><span class="c-constant"> 45_000</span> });</span></code></pre></div><h3 id="compareBridgeLock" tabindex="-1">compareBridgeLock <a class="header-anchor" href="#compareBridgeLock" aria-label="Permalink to &quot;compareBridgeLock {#compareBridgeLock}&quot;">​</a></h3><p>Compares a lock with the current offer, and lists the changes in the order of aliases, then of names. Agents that are only in the lock count as removed, so agents that should not be compared have to be left out of both.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> compareBridgeLock</span>(</span>
<span class="line">  locked<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>,</span>
<span class="line">  offered<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>,</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> LockChange</span>[];</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { compareBridgeLock,<span class="c-keyword"> type</span> BridgeLock } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">function</span><span class="c-function"> isUpToDate</span>(locked<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>, offered<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>)<span class="c-keyword">:</span><span class="c-constant"> boolean</span> {</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-function"> compareBridgeLock</span>(locked, offered).<span class="c-constant">length</span><span class="c-keyword"> ===</span><span class="c-constant"> 0</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="createBridge" tabindex="-1">createBridge <a class="header-anchor" href="#createBridge" aria-label="Permalink to &quot;createBridge {#createBridge}&quot;">​</a></h3><p>Makes a bridge. It looks for agents when hosts ask for their tools or call them.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createBridge</span>(options<span class="c-keyword">:</span><span class="c-function"> BridgeOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Bridge</span>;</span></code></pre></div><p><strong>Throws</strong> BridgeError for aliases that cannot be used; RangeError or TypeError for other options.</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBridge, serveBridgeStdio } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({ agents<span class="c-keyword">:</span> [{ alias<span class="c-keyword">:</span><span class="c-string-expression"> &#39;shop&#39;</span>, url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://shop.example.com&#39;</span> }] });</span>
<span class="line"><span class="c-function">serveBridgeStdio</span>(bridge);</span></code></pre></div><h3 id="createMcpAgent" tabindex="-1">createMcpAgent <a class="header-anchor" href="#createMcpAgent" aria-label="Permalink to &quot;createMcpAgent {#createMcpAgent}&quot;">​</a></h3><p>Makes an agent from an MCP server of any revision up to 2026-07-28. Each tool becomes a skill, and its input and output schemas become named schemas. A tool that cannot become a skill is left out.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createMcpAgent</span>(</span>
<span class="line">  source<span class="c-keyword">:</span><span class="c-function"> McpSource</span>,</span>
<span class="line">  options<span class="c-keyword">:</span><span class="c-function"> McpAgentOptions</span><span class="c-keyword"> =</span> {},</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">McpAgent</span>&gt;;</span></code></pre></div><p><strong>Throws</strong> McpServerError if the server cannot be reached, or has no tool that can be used; RangeError or TypeError for options.</p><h3 id="createMcpRouter" tabindex="-1">createMcpRouter <a class="header-anchor" href="#createMcpRouter" aria-label="Permalink to &quot;createMcpRouter {#createMcpRouter}&quot;">​</a></h3><p>Makes the routes that serve a bridge over streamable HTTP: without sessions for hosts of 2026-07-28, with sessions for older ones. The headers <code>Host</code> and <code>Origin</code> are checked first, which the SDK does not do.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createMcpRouter</span>(</span>
<span class="line">  bridge<span class="c-keyword">:</span><span class="c-function"> Bridge</span>,</span>
<span class="line">  {</span>
<span class="line">    allowedHosts,</span>
<span class="line">    allowedOrigins,</span>
<span class="line">    authenticate,</span>
<span class="line">    identify,</span>
<span class="line">    allowAnonymous <span class="c-keyword">=</span><span class="c-constant"> false</span>,</span>
<span class="line">    maxSessions <span class="c-keyword">=</span><span class="c-constant"> 1000</span>,</span>
<span class="line">    sessionIdleMs <span class="c-keyword">=</span><span class="c-constant"> HOUR_MS</span>,</span>
<span class="line">    maxBodyBytes <span class="c-keyword">=</span><span class="c-constant"> 4_194_304</span>,</span>
<span class="line">  }<span class="c-keyword">:</span><span class="c-function"> McpRouterOptions</span><span class="c-keyword"> =</span> {},</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> McpRouter</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError or TypeError for options that cannot be used, also when everybody could use the credentials of the bridge</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBridge, createMcpRouter } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> express <span class="c-keyword">from</span><span class="c-string-expression"> &#39;express&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({ agents<span class="c-keyword">:</span> [{ alias<span class="c-keyword">:</span><span class="c-string-expression"> &#39;shop&#39;</span>, url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://shop.example.com&#39;</span> }] });</span>
<span class="line"><span class="c-function">express</span>()<span class="c-function">.use</span>(<span class="c-string-expression">&#39;/mcp&#39;</span>,<span class="c-function"> createMcpRouter</span>(bridge).router)<span class="c-function">.listen</span>(<span class="c-constant">4180</span>,<span class="c-string-expression"> &#39;127.0.0.1&#39;</span>);</span></code></pre></div><h3 id="findHost" tabindex="-1">findHost <a class="header-anchor" href="#findHost" aria-label="Permalink to &quot;findHost {#findHost}&quot;">​</a></h3><p>Finds the profile of a host by its name or an alias; capitals do not matter.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> findHost</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> HostProfile</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { findHost } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-function">findHost</span>(<span class="c-string-expression">&#39;nobody&#39;</span>); <span class="c-comment">// undefined</span></span></code></pre></div><h3 id="getCaller" tabindex="-1">getCaller <a class="header-anchor" href="#getCaller" aria-label="Permalink to &quot;getCaller {#getCaller}&quot;">​</a></h3><p>Returns the caller of the MCP request that is being answered; <code>undefined</code> outside of one. For the <code>connect.headers</code> of an agent that is called on behalf of each caller.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> getCaller</span>()<span class="c-keyword">:</span><span class="c-function"> McpCaller</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBridge, getCaller } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { AgentServer } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/server&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">declare</span><span class="c-keyword"> const</span><span class="c-constant"> server</span><span class="c-keyword">:</span><span class="c-function"> AgentServer</span>;</span>
<span class="line"><span class="c-keyword">const</span><span class="c-function"> headers</span><span class="c-keyword"> =</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> server</span><span class="c-function">.createCallerHeaders</span>(<span class="c-function">getCaller</span>());</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({</span>
<span class="line">  agents<span class="c-keyword">:</span> [{ alias<span class="c-keyword">:</span><span class="c-string-expression"> &#39;own&#39;</span>, server, connect<span class="c-keyword">:</span> { headers } }],</span>
<span class="line">});</span></code></pre></div><h3 id="listUnknown" tabindex="-1">listUnknown <a class="header-anchor" href="#listUnknown" aria-label="Permalink to &quot;listUnknown {#listUnknown}&quot;">​</a></h3><p>Lists what is not known of a host: a fact that is missing in its profile does not mean that the host can do it. Whether hosts show resources or progress is known of none.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> listUnknown</span>(host<span class="c-keyword">:</span><span class="c-function"> HostProfile</span>)<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { HOST_PROFILES, listUnknown } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">for</span> (<span class="c-keyword">const</span><span class="c-constant"> host</span><span class="c-keyword"> of</span><span class="c-constant"> HOST_PROFILES</span>) <span class="c-constant">console</span><span class="c-function">.log</span>(<span class="c-function">listUnknown</span>(host));</span></code></pre></div><h3 id="parseBridgeLock" tabindex="-1">parseBridgeLock <a class="header-anchor" href="#parseBridgeLock" aria-label="Permalink to &quot;parseBridgeLock {#parseBridgeLock}&quot;">​</a></h3><p>Reads a lock from the text of a <code>bridge.lock</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> parseBridgeLock</span>(text<span class="c-keyword">:</span><span class="c-constant"> string</span>, source <span class="c-keyword">=</span><span class="c-string-expression"> &#39;the text&#39;</span>)<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>;</span></code></pre></div><p><strong>param</strong> source The name of the text in errors, such as the path of its file.</p><p><strong>Throws</strong> LockError for a text that is cut off, has a newer version, or does not match its fingerprints.</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { parseBridgeLock } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">agents</span> } <span class="c-keyword">=</span><span class="c-function"> parseBridgeLock</span>(<span class="c-string-expression">&#39;{&quot;bridgeLock&quot;:1,&quot;bridge&quot;:{},&quot;agents&quot;:{}}&#39;</span>);</span></code></pre></div><h3 id="readBridgeLock" tabindex="-1">readBridgeLock <a class="header-anchor" href="#readBridgeLock" aria-label="Permalink to &quot;readBridgeLock {#readBridgeLock}&quot;">​</a></h3><p>Reads the lock from a file.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> readBridgeLock</span>(file<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">BridgeLock</span>&gt;;</span></code></pre></div><p><strong>Throws</strong> LockError if the file is missing or cannot be used.</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBridge, readBridgeLock } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> lock</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readBridgeLock</span>(<span class="c-string-expression">&#39;bridge.lock&#39;</span>);</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({ agents<span class="c-keyword">:</span> [], lock });</span></code></pre></div><h3 id="readHandleKey" tabindex="-1">readHandleKey <a class="header-anchor" href="#readHandleKey" aria-label="Permalink to &quot;readHandleKey {#readHandleKey}&quot;">​</a></h3><p>Returns the key that encrypts handles: that of the text, else that of the file, else a new one that lasts as long as the process.</p><p>A key file that other users could read is replaced; handles made with the old key are then invalid.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> readHandleKey</span>({ text, file }<span class="c-keyword">:</span><span class="c-function"> HandleKeyOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Uint8Array</span>&gt;;</span></code></pre></div><p><strong>Throws</strong> BridgeError for a text that is not a key, or a file that others can read and that cannot be replaced.</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBridge, readHandleKey } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> handleKey</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> readHandleKey</span>({ file<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data/handle.key&#39;</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({ agents<span class="c-keyword">:</span> [], handleKey });</span></code></pre></div><h3 id="serveBridgeStdio" tabindex="-1">serveBridgeStdio <a class="header-anchor" href="#serveBridgeStdio" aria-label="Permalink to &quot;serveBridgeStdio {#serveBridgeStdio}&quot;">​</a></h3><p>Serves a bridge to one host over the standard input and output of this process.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> serveBridgeStdio</span>(bridge<span class="c-keyword">:</span><span class="c-function"> Bridge</span>, options<span class="c-keyword">:</span><span class="c-function"> StdioOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> StdioServerHandle</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBridge, serveBridgeStdio } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({ agents<span class="c-keyword">:</span> [{ alias<span class="c-keyword">:</span><span class="c-string-expression"> &#39;shop&#39;</span>, url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://shop.example.com&#39;</span> }] });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> handle</span><span class="c-keyword"> =</span><span class="c-function"> serveBridgeStdio</span>(bridge, { <span class="c-function">onError</span><span class="c-keyword">:</span> (error) <span class="c-keyword">=&gt;</span><span class="c-constant"> console</span><span class="c-function">.error</span>(<span class="c-constant">error</span>.message) });</span>
<span class="line"><span class="c-constant">process</span><span class="c-function">.once</span>(<span class="c-string-expression">&#39;SIGTERM&#39;</span>, () <span class="c-keyword">=&gt;</span><span class="c-keyword"> void</span><span class="c-constant"> handle</span><span class="c-function">.close</span>());</span></code></pre></div><h3 id="toBridgeLock" tabindex="-1">toBridgeLock <a class="header-anchor" href="#toBridgeLock" aria-label="Permalink to &quot;toBridgeLock {#toBridgeLock}&quot;">​</a></h3><p>Reads what the agents of a bridge offer now, whether or not it has been accepted, for a new lock.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> toBridgeLock</span>(bridge<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> agents<span class="c-keyword">:</span><span class="c-function"> AgentSet</span> })<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">OfferedLock</span>&gt;;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBridge, toBridgeLock, writeBridgeLock } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> bridge</span><span class="c-keyword"> =</span><span class="c-function"> createBridge</span>({ agents<span class="c-keyword">:</span> [{ alias<span class="c-keyword">:</span><span class="c-string-expression"> &#39;shop&#39;</span>, url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;https://shop.example.com&#39;</span> }] });</span>
<span class="line"><span class="c-keyword">const</span> { <span class="c-constant">lock</span>,<span class="c-constant"> unreachable</span> } <span class="c-keyword">=</span><span class="c-keyword"> await</span><span class="c-function"> toBridgeLock</span>(bridge);</span>
<span class="line"><span class="c-keyword">if</span> (<span class="c-constant">unreachable</span>.<span class="c-constant">length</span><span class="c-keyword"> ===</span><span class="c-constant"> 0</span>) <span class="c-keyword">await</span><span class="c-function"> writeBridgeLock</span>(<span class="c-string-expression">&#39;bridge.lock&#39;</span>, lock);</span></code></pre></div><h3 id="toMcpToolName" tabindex="-1">toMcpToolName <a class="header-anchor" href="#toMcpToolName" aria-label="Permalink to &quot;toMcpToolName {#toMcpToolName}&quot;">​</a></h3><p>Returns the name of the MCP tool behind a skill: the one in the skill&#39;s tags, else the skill&#39;s id.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> toMcpToolName</span>({ id, tags }<span class="c-keyword">:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">AnySkill</span>,<span class="c-string-expression"> &#39;id&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;tags&#39;</span>&gt;)<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span></code></pre></div><h3 id="writeBridgeLock" tabindex="-1">writeBridgeLock <a class="header-anchor" href="#writeBridgeLock" aria-label="Permalink to &quot;writeBridgeLock {#writeBridgeLock}&quot;">​</a></h3><p>Writes a lock to a file, which afterwards has either the new content or, after a failure, the old one. Keys are sorted, so that equal locks give equal texts.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> writeBridgeLock</span>(file<span class="c-keyword">:</span><span class="c-constant"> string</span>, lock<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span></code></pre></div><p><strong>Throws</strong> LockError if it cannot be written.</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { readBridgeLock, writeBridgeLock } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/mcp&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> writeBridgeLock</span>(<span class="c-string-expression">&#39;copy.lock&#39;</span>,<span class="c-keyword"> await</span><span class="c-function"> readBridgeLock</span>(<span class="c-string-expression">&#39;bridge.lock&#39;</span>));</span></code></pre></div><h2 id="classes" tabindex="-1">Classes <a class="header-anchor" href="#classes" aria-label="Permalink to &quot;Classes&quot;">​</a></h2><h3 id="BridgeError" tabindex="-1">BridgeError <a class="header-anchor" href="#BridgeError" aria-label="Permalink to &quot;BridgeError {#BridgeError}&quot;">​</a></h3><p>Thrown for settings of a bridge that cannot be used.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> BridgeError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="LockError" tabindex="-1">LockError <a class="header-anchor" href="#LockError" aria-label="Permalink to &quot;LockError {#LockError}&quot;">​</a></h3><p>Thrown for a <code>bridge.lock</code> that cannot be used.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> LockError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  readonly</span> reason<span class="c-keyword">:</span><span class="c-function"> LockErrorOptions</span>[<span class="c-string-expression">&#39;reason&#39;</span>];</span>
<span class="line"><span class="c-keyword">  constructor</span>(message<span class="c-keyword">:</span><span class="c-constant"> string</span>, { reason,<span class="c-keyword"> ...</span>options }<span class="c-keyword">:</span><span class="c-function"> LockErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="McpServerError" tabindex="-1">McpServerError <a class="header-anchor" href="#McpServerError" aria-label="Permalink to &quot;McpServerError {#McpServerError}&quot;">​</a></h3><p>Thrown when an MCP server cannot be reached, or has no tool that can become a skill.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> McpServerError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h2 id="values" tabindex="-1">Values <a class="header-anchor" href="#values" aria-label="Permalink to &quot;Values&quot;">​</a></h2><h3 id="HOST_PROFILES" tabindex="-1">HOST_PROFILES <a class="header-anchor" href="#HOST_PROFILES" aria-label="Permalink to &quot;HOST_PROFILES {#HOST_PROFILES}&quot;">​</a></h3><p>The profiles of hosts, from their documentation, issue trackers and users up to November 2026. Each fact has its source, or <code>unnamed</code> if the report is known only from others. No host was run for this, and nothing is guessed.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">const</span><span class="c-constant"> HOST_PROFILES</span><span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> HostProfile</span>[];</span></code></pre></div><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><h3 id="AcceptOptions" tabindex="-1">AcceptOptions <a class="header-anchor" href="#AcceptOptions" aria-label="Permalink to &quot;AcceptOptions {#AcceptOptions}&quot;">​</a></h3><p>Options of <a href="#acceptChanges" class="name"><code>acceptChanges</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AcceptOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The lock with everything that is offered now: </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> OfferedLock.lock}</span><span class="c-comment"> of \`toBridgeLock\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> offered<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>;</span>
<span class="line"><span class="c-comment">  /** The changes that are accepted, among those of \`compareBridgeLock(locked, offered)\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> changes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> LockChange</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="AgentSettings" tabindex="-1">AgentSettings <a class="header-anchor" href="#AgentSettings" aria-label="Permalink to &quot;AgentSettings {#AgentSettings}&quot;">​</a></h3><p>The settings of an agent whose skills become tools of a bridge.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AgentSettings</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The prefix in the names of the agent&#39;s tools: at most 20 letters, digits and \`-\`, different</span></span>
<span class="line"><span class="c-comment">   * from that of every other agent, and not \`a2a\`. The operator chooses it, so that no card can</span></span>
<span class="line"><span class="c-comment">   * take the name of another agent.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> alias<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * False leaves the prefix out of the tools&#39; names, for a bridge with a single agent. With</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> server}</span><span class="c-comment">, texts then introduce the agent by its own name, not by its alias. Default true.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prefix<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The agent&#39;s address, or a function that returns it whenever it is needed; not needed with</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> server}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span> (() <span class="c-keyword">=&gt;</span><span class="c-constant"> string</span>);</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The server of this process that serves the agent, from \`createServer\` or \`createAgentRouter\`.</span></span>
<span class="line"><span class="c-comment">   * Its tools are those of the public card, which is read from the server itself: a list of tools</span></span>
<span class="line"><span class="c-comment">   * waits until the server has started and for nothing else. Only calls are requests, also if the</span></span>
<span class="line"><span class="c-comment">   * public URL works only from outside this machine. Default: the agent is found at </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> url}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> server<span class="c-keyword">?:</span><span class="c-function"> OwnServer</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The network addresses that the agent may be called at. \`any\`: the operator has named the agent</span></span>
<span class="line"><span class="c-comment">   * and trusts its origin and its \`trustedOrigins\`, wherever they lead. \`public\`: nobody vouches</span></span>
<span class="line"><span class="c-comment">   * for the agent, such as one from somebody else&#39;s list; it is called only over https, and only at</span></span>
<span class="line"><span class="c-comment">   * addresses of the public internet. Default \`any\`.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * In both cases the agent is called at no other origin.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> addresses<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;any&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;public&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The options of the connection to the agent, such as headers with credentials, and limits. A</span></span>
<span class="line"><span class="c-comment">   * \`fetch\` of yours gets only requests that are allowed, and has to check network addresses</span></span>
<span class="line"><span class="c-comment">   * itself.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> connect<span class="c-keyword">?:</span><span class="c-function"> Omit</span>&lt;<span class="c-function">ConnectOptions</span>,<span class="c-string-expression"> &#39;signal&#39;</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Ids of the skills that become tools; \`*\` stands for any characters. Default: all. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allow<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** Ids of skills that do not become tools even if \`allow\` names them. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> deny<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The highest number of the agent&#39;s skills that become tools, in the order of its card; the</span></span>
<span class="line"><span class="c-comment">   * operator is told of the rest. Default 200, at most 10,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxSkills<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** False leaves out the tool that sends text to the agent. Default true. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> ask<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Facts about the effects of the agent&#39;s tools that you vouch for. Default: the worst case,</span></span>
<span class="line"><span class="c-comment">   * whatever the card claims.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> hints<span class="c-keyword">?:</span><span class="c-function"> ToolHints</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True lets the agent use the models of hosts that offer sampling, for skills whose text is read</span></span>
<span class="line"><span class="c-comment">   * by \`hostModel\` of \`@formwork/model\`. Set it only for agents that you trust: they choose what the</span></span>
<span class="line"><span class="c-comment">   * model is asked. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> lendModel<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The hosts that a person may be sent to in order to sign in or consent, such as</span></span>
<span class="line"><span class="c-comment">   * \`login.example.com\`. Default: none, and the address is only shown to the model.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> authorizationHosts<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The kind of result that the agent&#39;s tools promise. \`natural\`: a tool whose skill promises</span></span>
<span class="line"><span class="c-comment">   * exactly one schema promises that schema. \`envelope\`: every tool promises the envelope, which</span></span>
<span class="line"><span class="c-comment">   * can also hold questions and unfinished calls. Default \`natural\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> results<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;natural&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;envelope&#39;</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Bridge" tabindex="-1">Bridge <a class="header-anchor" href="#Bridge" aria-label="Permalink to &quot;Bridge {#Bridge}&quot;">​</a></h3><p>A bridge that offers the skills of A2A agents to MCP hosts as tools.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Bridge</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Makes an MCP server for one request or connection; to be passed to \`serveStdio\` or</span></span>
<span class="line"><span class="c-comment">   * \`createMcpHandler\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> factory<span class="c-keyword">:</span><span class="c-function"> McpServerFactory</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> agents<span class="c-keyword">:</span><span class="c-function"> AgentSet</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Reports security events to the listener of the bridge, if it has one; the bridge&#39;s HTTP router</span></span>
<span class="line"><span class="c-comment">   * uses it as well.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> audit<span class="c-keyword">:</span><span class="c-function"> BridgeAudit</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The log of the bridge, from which secrets are removed; the bridge&#39;s HTTP router uses it as</span></span>
<span class="line"><span class="c-comment">   * well.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">:</span><span class="c-function"> BridgeLogger</span>;</span>
<span class="line"><span class="c-comment">  /** The ids of the sessions of the bridge&#39;s HTTP router, for hosts up to 2025-11-25. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> sessionIds<span class="c-keyword">:</span><span class="c-function"> SessionIds</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True if the bridge calls agents with headers of its own, so that everybody who reaches the</span></span>
<span class="line"><span class="c-comment">   * bridge uses these credentials.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> hasCredentials<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** Replaces the lock, such as by one that accepts more; hosts are told what changes. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> setLock</span><span class="c-keyword">:</span> (lock<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line"><span class="c-comment">  /** Calls a listener whenever the tools change; returns a function that stops it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> onChange</span><span class="c-keyword">:</span> (<span class="c-function">listener</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>) <span class="c-keyword">=&gt;</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line"><span class="c-comment">  /** Looks for all agents now, however fresh their cards are. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> refresh</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Stops looking for changes, and waits up to two seconds for calls that are still running. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> close</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="BridgeAuditEvent" tabindex="-1">BridgeAuditEvent <a class="header-anchor" href="#BridgeAuditEvent" aria-label="Permalink to &quot;BridgeAuditEvent {#BridgeAuditEvent}&quot;">​</a></h3><p>A security event of a bridge, as the option <code>audit</code> is called with it. Kinds that a server has too have the same fields there. It contains no credentials, handles, arguments or results. New versions may add kinds: ignore unknown ones.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> BridgeAuditEvent</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-comment">  /** The caller of a request over HTTP could not be identified. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span><span class="c-function"> HeldRequest</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;credentials-refused&#39;</span> })</span>
<span class="line"><span class="c-comment">  /** A request came under a host name that is not the bridge&#39;s, or from a page of another site. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span><span class="c-function"> RefusedRequest</span>)</span>
<span class="line"><span class="c-comment">  /** A host gave a handle that is made up, changed, expired, or somebody else&#39;s. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditFacts</span><span class="c-keyword"> &amp;</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;handle-refused&#39;</span>;</span>
<span class="line"><span class="c-comment">      /** The principal of the caller; \`undefined\` for an anonymous one. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> principal<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> reason<span class="c-keyword">:</span><span class="c-string-expression"> &#39;unknown&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;expired&#39;</span>;</span>
<span class="line">    })</span>
<span class="line"><span class="c-comment">  /** The texts of an agent that models read have changed. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditAgent</span><span class="c-keyword"> &amp;</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;agent-changed&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> version<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> previousVersion<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The names of tools that the lock withholds now. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> withheld<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">    })</span>
<span class="line"><span class="c-comment">  /** The signature of an agent&#39;s card is not to be trusted any more, as \`connect\` says. */</span></span>
<span class="line"><span class="c-keyword">  |</span> (<span class="c-function">AuditAgent</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;card-refused&#39;</span>; <span class="c-keyword">readonly</span> problem<span class="c-keyword">:</span><span class="c-constant"> string</span> });</span></code></pre></div><h3 id="BridgeAuditListener" tabindex="-1">BridgeAuditListener <a class="header-anchor" href="#BridgeAuditListener" aria-label="Permalink to &quot;BridgeAuditListener {#BridgeAuditListener}&quot;">​</a></h3><p>The function that takes the audit events of a bridge. If it throws, or what it returns rejects, the error is logged and no host notices.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> BridgeAuditListener</span><span class="c-keyword"> =</span> (event<span class="c-keyword">:</span><span class="c-function"> BridgeAuditEvent</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span></code></pre></div><h3 id="BridgeIdentity" tabindex="-1">BridgeIdentity <a class="header-anchor" href="#BridgeIdentity" aria-label="Permalink to &quot;BridgeIdentity {#BridgeIdentity}&quot;">​</a></h3><p>The identity that a bridge shows to hosts and models: a name, a version and a description.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BridgeIdentity</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The purpose of the agent, in one or two sentences. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="BridgeLock" tabindex="-1">BridgeLock <a class="header-anchor" href="#BridgeLock" aria-label="Permalink to &quot;BridgeLock {#BridgeLock}&quot;">​</a></h3><p>The lock of a bridge: the texts that the operator has accepted for models, which is the content of <code>bridge.lock</code>. It is made by <a href="#toBridgeLock" class="name"><code>toBridgeLock</code></a> and <a href="#acceptChanges" class="name"><code>acceptChanges</code></a>, or read from a file, and never changed in place.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BridgeLock</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> bridgeLock<span class="c-keyword">:</span><span class="c-keyword"> typeof</span><span class="c-constant"> LOCK_VERSION</span>;</span>
<span class="line"><span class="c-comment">  /** The texts of the bridge itself: the instructions of the server, and the task tool. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> bridge<span class="c-keyword">:</span> {</span>
<span class="line"><span class="c-keyword">    readonly</span> instructions<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">    readonly</span> tools<span class="c-keyword">:</span><span class="c-function"> LockedTools</span>;</span>
<span class="line">  };</span>
<span class="line"><span class="c-comment">  /** The accepted texts of agents, by the aliases of the agents. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> agents<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-function"> LockedAgent</span>&gt;&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="BridgeLogger" tabindex="-1">BridgeLogger <a class="header-anchor" href="#BridgeLogger" aria-label="Permalink to &quot;BridgeLogger {#BridgeLogger}&quot;">​</a></h3><p>The logger to which a bridge reports what its operator should know. It must not write to stdout, which carries MCP when the transport is stdio.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BridgeLogger</span><span class="c-keyword"> extends</span><span class="c-function"> Pick</span>&lt;<span class="c-function">TaskLogger</span>,<span class="c-string-expression"> &#39;info&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;warn&#39;</span>&gt; {}</span></code></pre></div><h3 id="BridgeOptions" tabindex="-1">BridgeOptions <a class="header-anchor" href="#BridgeOptions" aria-label="Permalink to &quot;BridgeOptions {#BridgeOptions}&quot;">​</a></h3><p>Options of <a href="#createBridge" class="name"><code>createBridge</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BridgeOptions</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> agents<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> AgentSettings</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * A function that returns further agents, such as those of a registry. It is called when tools</span></span>
<span class="line"><span class="c-comment">   * are listed for the first time, and again after every \`freshMs\`; hosts are told when tools come</span></span>
<span class="line"><span class="c-comment">   * and go. Nobody vouches for the addresses of these agents, so they SHOULD have \`addresses:</span></span>
<span class="line"><span class="c-comment">   * &#39;public&#39;\`. An agent is left out if its alias is in use or not allowed. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> listAgents</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> AgentSettings</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The key that encrypts the handles of tasks: 32 bytes, from \`readHandleKey\`. Bridges with the</span></span>
<span class="line"><span class="c-comment">   * same key continue each other&#39;s tasks, and the sessions of hosts up to 2025-11-25. Default: a new</span></span>
<span class="line"><span class="c-comment">   * key, so that no handle and no session outlives the process.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> handleKey<span class="c-keyword">?:</span><span class="c-function"> Uint8Array</span>;</span>
<span class="line"><span class="c-comment">  /** The time for which a handle of a task is valid, in milliseconds. Default: seven days. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> handleTtlMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time that a call waits for its result before it answers with a handle, in</span></span>
<span class="line"><span class="c-comment">   * milliseconds. Hosts give up after about a minute. Default 45,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> budgetMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time that a call waits before it becomes a task of MCP, for hosts that support</span></span>
<span class="line"><span class="c-comment">   * tasks, in milliseconds. Default 2,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> taskAfterMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The size of the largest data in a result, in bytes of its JSON text. Larger data is read at an</span></span>
<span class="line"><span class="c-comment">   * address instead. From 1,000 to 2,000,000, because results contain the data twice, as text and</span></span>
<span class="line"><span class="c-comment">   * as data, and hosts refuse messages of 10 MiB. Default 1,000,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxResultBytes<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The fate of a task when the person declines to answer its question: \`cancel\` ends it, \`keep\`</span></span>
<span class="line"><span class="c-comment">   * lets it wait. Default \`cancel\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> onDecline<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;cancel&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;keep&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time for which an agent&#39;s card counts as fresh before it is asked for again, in</span></span>
<span class="line"><span class="c-comment">   * milliseconds. Default 60,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> freshMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The longest time that finding an agent may take, in milliseconds. Default 10,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cardTimeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time that a list of tools waits for agents that were never found, in milliseconds.</span></span>
<span class="line"><span class="c-comment">   * Their tools are listed once they are found. Default 1,500, or \`cardTimeoutMs\` for the first list</span></span>
<span class="line"><span class="c-comment">   * if it would otherwise be empty.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> listTimeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * A folder for the last good card of each agent, without credentials. With it, a bridge that</span></span>
<span class="line"><span class="c-comment">   * starts while an agent is away lists the agent&#39;s tools, and calls of them say that it cannot be</span></span>
<span class="line"><span class="c-comment">   * reached. Default: cards are kept in memory only.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cardFolder<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Looks up the addresses of a host name. Default: the system&#39;s lookup. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> lookup<span class="c-keyword">?:</span><span class="c-function"> LookupAll</span>;</span>
<span class="line"><span class="c-comment">  /** False turns off the page that hosts show for tools (MCP Apps). Default true. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> app<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The lock: the texts of agents that models may read, from \`readBridgeLock\`. A tool that is new</span></span>
<span class="line"><span class="c-comment">   * or has changed is withheld with its prompt, and so are changed cards and schemas; your own</span></span>
<span class="line"><span class="c-comment">   * resources and prompts are never withheld. Default: everything is served.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> lock<span class="c-keyword">?:</span><span class="c-function"> BridgeLock</span>;</span>
<span class="line"><span class="c-comment">  /** Your own resources, listed beside those of the agents. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> resources<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> OwnResource</span>[];</span>
<span class="line"><span class="c-comment">  /** Your own prompts, listed beside those of the tools. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prompts<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> OwnPrompt</span>[];</span>
<span class="line"><span class="c-comment">  /** The name that the bridge gives itself towards hosts. Default \`formwork\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the name, version and description of an agent of yours, which the bridge then gives as</span></span>
<span class="line"><span class="c-comment">   * its own to hosts and models. It is called for each host that connects. Default: nothing of any</span></span>
<span class="line"><span class="c-comment">   * card is used for this.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> identity</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> BridgeIdentity</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Called with security events: refused callers, host names, pages and handles, agents that</span></span>
<span class="line"><span class="c-comment">   * changed, and cards whose signature is not trusted. Default: nothing is called.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> audit<span class="c-keyword">?:</span><span class="c-function"> BridgeAuditListener</span>;</span>
<span class="line"><span class="c-comment">  /** The logger for what the operator should know. Default: nothing is logged. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">?:</span><span class="c-function"> BridgeLogger</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CheckedTool" tabindex="-1">CheckedTool <a class="header-anchor" href="#CheckedTool" aria-label="Permalink to &quot;CheckedTool {#CheckedTool}&quot;">​</a></h3><p>A tool in the form in which a host gets it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CheckedTool</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> inputSchema<span class="c-keyword">:</span><span class="c-function"> JsonSchema</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> outputSchema<span class="c-keyword">:</span><span class="c-function"> JsonSchema</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="HandleKeyOptions" tabindex="-1">HandleKeyOptions <a class="header-anchor" href="#HandleKeyOptions" aria-label="Permalink to &quot;HandleKeyOptions {#HandleKeyOptions}&quot;">​</a></h3><p>Options of <a href="#readHandleKey" class="name"><code>readHandleKey</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> HandleKeyOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The key as 64 hexadecimal digits or in base64. It takes precedence over the file. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /** The path of the file with the key; a missing file is made, with mode 0600. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> file<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="HostFinding" tabindex="-1">HostFinding <a class="header-anchor" href="#HostFinding" aria-label="Permalink to &quot;HostFinding {#HostFinding}&quot;">​</a></h3><p>A finding about a host: something that it does not pass on unchanged.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> HostFinding</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The effect on models and people: \`lost\` if they do not get something, \`changed\` if they get it</span></span>
<span class="line"><span class="c-comment">   * in another form.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> effect<span class="c-keyword">:</span><span class="c-string-expression"> &#39;lost&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;changed&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The fact in the host&#39;s profile that the finding is based on. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> rule<span class="c-keyword">:</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;names&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;count&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;descriptions&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;instructions&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;schemas&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;results&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;time&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;tasks&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;questions&#39;</span></span>
<span class="line"><span class="c-keyword">    |</span><span class="c-string-expression"> &#39;pages&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The name of the tool that the finding concerns; \`&#39;&#39;\` if it concerns all tools. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> tool<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> message<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="HostOffer" tabindex="-1">HostOffer <a class="header-anchor" href="#HostOffer" aria-label="Permalink to &quot;HostOffer {#HostOffer}&quot;">​</a></h3><p>The tools and settings of a bridge that a host is checked against.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> HostOffer</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> tools<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> CheckedTool</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> instructions<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The longest time that a call waits for its result, in milliseconds. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> budgetMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The name of the server in the host&#39;s settings. Default \`agents\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> serverName<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="HostProfile" tabindex="-1">HostProfile <a class="header-anchor" href="#HostProfile" aria-label="Permalink to &quot;HostProfile {#HostProfile}&quot;">​</a></h3><p>The known facts about a host, as data that tools can be checked against. A fact that nobody has documented is missing.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> HostProfile</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the host, as in \`formwork mcp doctor --host\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> title<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Other names of the host, such as the name it gives itself when it connects. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> aliases<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The host&#39;s rule for the names of tools. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> names<span class="c-keyword">?:</span><span class="c-function"> NameRule</span>;</span>
<span class="line"><span class="c-comment">  /** The highest number of tools that the host accepts, of all servers together. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxTools<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of characters to which the host cuts a tool&#39;s description. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxDescription<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of characters to which the host cuts the server&#39;s instructions. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxInstructions<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The host&#39;s treatment of a tool whose input schema has \`oneOf\`, \`anyOf\` or \`allOf\` at the root.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> rootUnions<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;drops&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;refuses&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True if reports contradict each other on whether the host also drops \`if\` at the root of an</span></span>
<span class="line"><span class="c-comment">   * input schema.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> mayDropRootIf<span class="c-keyword">?:</span><span class="c-constant"> true</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The part of a result that models get if the result has both data and content: \`data\` means that</span></span>
<span class="line"><span class="c-comment">   * text, images and sounds are dropped, \`content\` that the data is.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> results<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;data&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;content&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The shortest time after which the host is known to give up calls. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> timeout<span class="c-keyword">?:</span> {</span>
<span class="line"><span class="c-keyword">    readonly</span> ms<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">    /** True if each progress notification restarts the time. */</span></span>
<span class="line"><span class="c-keyword">    readonly</span> isWithoutProgress<span class="c-keyword">?:</span><span class="c-constant"> true</span>;</span>
<span class="line">  };</span>
<span class="line"><span class="c-comment">  /** The newest revision of MCP with which the host is known to connect. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> revision<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;2025-06-18&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;2025-11-25&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;2026-07-28&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Whether the host puts a server&#39;s questions to people; \`undocumented\` if its makers do not say</span></span>
<span class="line"><span class="c-comment">   * so.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> elicitation<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;yes&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;undocumented&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** Whether the host supports tasks of MCP, which exist since 2026-07-28. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> tasks<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;yes&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Whether the host shows pages of servers; \`remote\` if often not those of servers on the same</span></span>
<span class="line"><span class="c-comment">   * machine.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pages<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;yes&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;remote&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;no&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** Whether the host shows prompts to people. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prompts<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;yes&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The limits that the host&#39;s SDK sets on schemas. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> schemas<span class="c-keyword">?:</span><span class="c-function"> SchemaRules</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="LockChange" tabindex="-1">LockChange <a class="header-anchor" href="#LockChange" aria-label="Permalink to &quot;LockChange {#LockChange}&quot;">​</a></h3><p>A difference between an accepted text and the text that is offered now.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LockChange</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;added&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;changed&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;removed&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The part of the bridge that has changed; \`agent\` if an agent has another address or is no</span></span>
<span class="line"><span class="c-comment">   * longer in the bridge.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> part<span class="c-keyword">:</span><span class="c-string-expression"> &#39;instructions&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;agent&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;card&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;schema&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;tool&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The alias of the agent; \`&#39;&#39;\` for a text of the bridge itself. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> alias<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The name of the tool or schema; otherwise the alias, or \`instructions\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The accepted text, in lines; \`&#39;&#39;\` if there is none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> before<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The text that is offered now, in lines; \`&#39;&#39;\` if there is none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="LockedAgent" tabindex="-1">LockedAgent <a class="header-anchor" href="#LockedAgent" aria-label="Permalink to &quot;LockedAgent {#LockedAgent}&quot;">​</a></h3><p>The accepted texts of an agent.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LockedAgent</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The address of the agent when its texts were accepted. An agent at another address under the</span></span>
<span class="line"><span class="c-comment">   * same alias is not accepted.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The accepted texts of the card; absent if only some of the agent&#39;s tools were accepted. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> card<span class="c-keyword">?:</span><span class="c-function"> LockedCard</span>;</span>
<span class="line"><span class="c-comment">  /** The fingerprints of the schemas in the card, by their names. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> schemas<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span>&gt;&gt;;</span>
<span class="line"><span class="c-keyword">  readonly</span> tools<span class="c-keyword">:</span><span class="c-function"> LockedTools</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="LockedCard" tabindex="-1">LockedCard <a class="header-anchor" href="#LockedCard" aria-label="Permalink to &quot;LockedCard {#LockedCard}&quot;">​</a></h3><p>The accepted texts of a card, apart from its tools.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LockedCard</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> fingerprint<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="LockedTool" tabindex="-1">LockedTool <a class="header-anchor" href="#LockedTool" aria-label="Permalink to &quot;LockedTool {#LockedTool}&quot;">​</a></h3><p>The texts of one tool that models read.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LockedTool</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * \`sha256:\` and the digest of the tool&#39;s name and all other members, as canonical JSON (RFC</span></span>
<span class="line"><span class="c-comment">   * 8785).</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> fingerprint<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The id of the skill that the tool calls; absent for tools that call no particular skill. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skill<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The name of the input&#39;s schema. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> schema<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> title<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The lines of the description, so that a change of one line shows as one line in a diff. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> annotations<span class="c-keyword">:</span><span class="c-function"> ToolDefinition</span>[<span class="c-string-expression">&#39;annotations&#39;</span>];</span>
<span class="line"><span class="c-keyword">  readonly</span> inputSchema<span class="c-keyword">:</span><span class="c-function"> JsonSchema</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> outputSchema<span class="c-keyword">:</span><span class="c-function"> JsonSchema</span>;</span>
<span class="line"><span class="c-comment">  /** The prompt of the tool, for people. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prompt<span class="c-keyword">?:</span><span class="c-function"> Omit</span>&lt;<span class="c-function">ListedPrompt</span>,<span class="c-string-expression"> &#39;name&#39;</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="LockErrorOptions" tabindex="-1">LockErrorOptions <a class="header-anchor" href="#LockErrorOptions" aria-label="Permalink to &quot;LockErrorOptions {#LockErrorOptions}&quot;">​</a></h3><p>Options of <a href="#LockError" class="name"><code>LockError</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LockErrorOptions</span><span class="c-keyword"> extends</span><span class="c-function"> ErrorOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The kind of problem: the file is \`missing\`, its content is \`invalid\`, or reading or writing it</span></span>
<span class="line"><span class="c-comment">   * is \`refused\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> reason<span class="c-keyword">:</span><span class="c-string-expression"> &#39;missing&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;invalid&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;refused&#39;</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="McpAgent" tabindex="-1">McpAgent <a class="header-anchor" href="#McpAgent" aria-label="Permalink to &quot;McpAgent {#McpAgent}&quot;">​</a></h3><p>An agent whose skills are the tools of an MCP server.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> McpAgent</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The agent with the current tools, for \`createServer\` and everything else that takes an agent.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> agent<span class="c-keyword">:</span><span class="c-function"> Agent</span>;</span>
<span class="line"><span class="c-comment">  /** The tools that did not become skills, with the reasons. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> refused<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> RefusedTool</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Calls a listener with a new agent whenever the tools change, for \`replaceAgent\` of a server;</span></span>
<span class="line"><span class="c-comment">   * returns a function that stops this. If no usable tool is left, the agent stays as it was.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> onAgentChanged</span><span class="c-keyword">:</span> (<span class="c-function">listener</span><span class="c-keyword">:</span> (agent<span class="c-keyword">:</span><span class="c-function"> Agent</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>) <span class="c-keyword">=&gt;</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line"><span class="c-comment">  /** Closes the connection to the server, and ends its program. Stop serving the agent before. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> close</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="McpAgentOptions" tabindex="-1">McpAgentOptions <a class="header-anchor" href="#McpAgentOptions" aria-label="Permalink to &quot;McpAgentOptions {#McpAgentOptions}&quot;">​</a></h3><p>Options of <a href="#createMcpAgent" class="name"><code>createMcpAgent</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> McpAgentOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The name of the agent in its card. Default: the server&#39;s own. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The description of the agent in its card. Default: the server&#39;s instructions, else its</span></span>
<span class="line"><span class="c-comment">   * description.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The version of the agent in its card. Default: the server&#39;s version, else \`0.0.0\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Names of the tools that become skills; \`*\` stands for any characters. Default: all. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allow<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** Names of tools that do not become skills even if \`allow\` names them. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> deny<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time that the server may take to start and to list its tools, in milliseconds.</span></span>
<span class="line"><span class="c-comment">   * Default 60,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> startTimeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time that a call may take, without its questions, in milliseconds. Default: no</span></span>
<span class="line"><span class="c-comment">   * limit.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> callTimeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time after which a question of a call that stays open at the server is withdrawn if nobody</span></span>
<span class="line"><span class="c-comment">   * has answered, in milliseconds. Servers of 2026-07-28 keep no call open. Default 600,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> questionTimeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The logger for what the operator should know. Default: nothing is logged. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">?:</span><span class="c-function"> BridgeLogger</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="McpCaller" tabindex="-1">McpCaller <a class="header-anchor" href="#McpCaller" aria-label="Permalink to &quot;McpCaller {#McpCaller}&quot;">​</a></h3><p>The caller of an MCP request over HTTP, as <code>identify</code> of the router has found it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> McpCaller</span> {</span>
<span class="line"><span class="c-comment">  /** The stable id of the principal; \`undefined\` for an anonymous caller. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-comment">  /** The scopes that the caller&#39;s credentials grant. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> scopes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="McpHttpSource" tabindex="-1">McpHttpSource <a class="header-anchor" href="#McpHttpSource" aria-label="Permalink to &quot;McpHttpSource {#McpHttpSource}&quot;">​</a></h3><p>An MCP server that is reached over streamable HTTP.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> McpHttpSource</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Headers that are sent with every request, such as \`authorization\`. Redirects are not followed.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> headers<span class="c-keyword">?:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span>&gt;&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="McpProcessSource" tabindex="-1">McpProcessSource <a class="header-anchor" href="#McpProcessSource" aria-label="Permalink to &quot;McpProcessSource {#McpProcessSource}&quot;">​</a></h3><p>A program that serves MCP over its standard input and output.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> McpProcessSource</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> command<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The arguments of the program. Default: none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> args<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Environment variables for the program. It also gets the few that a program needs to start, such</span></span>
<span class="line"><span class="c-comment">   * as \`PATH\` and \`HOME\`, and nothing else from this process. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> env<span class="c-keyword">?:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> string</span>&gt;&gt;;</span>
<span class="line"><span class="c-comment">  /** The working folder of the program. Default: the current one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cwd<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="McpRouter" tabindex="-1">McpRouter <a class="header-anchor" href="#McpRouter" aria-label="Permalink to &quot;McpRouter {#McpRouter}&quot;">​</a></h3><p>The HTTP routes of a bridge.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> McpRouter</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The router for Express, to be mounted with \`use\`, such as at \`/mcp\`. It passes on requests for</span></span>
<span class="line"><span class="c-comment">   * other paths.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> router<span class="c-keyword">:</span><span class="c-function"> RequestHandler</span>;</span>
<span class="line"><span class="c-comment">  /** Ends all sessions and streams. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> close</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="McpRouterOptions" tabindex="-1">McpRouterOptions <a class="header-anchor" href="#McpRouterOptions" aria-label="Permalink to &quot;McpRouterOptions {#McpRouterOptions}&quot;">​</a></h3><p>Options of <a href="#createMcpRouter" class="name"><code>createMcpRouter</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> McpRouterOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Further host names, without ports, under which the server may be called. Names of this machine</span></span>
<span class="line"><span class="c-comment">   * and plain addresses are always allowed, and all others refused, so that no page of a foreign</span></span>
<span class="line"><span class="c-comment">   * site reaches the server by a name of its own.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowedHosts<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The host names of the sites whose pages may call the server. Default: those of this machine.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowedOrigins<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Identifies the caller of a request: returns the id of a principal, or \`undefined\` to refuse</span></span>
<span class="line"><span class="c-comment">   * with 401. Tasks and sessions belong to the principal alone. Default: all callers are the same.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> authenticate</span><span class="c-keyword">?:</span> (</span>
<span class="line">    request<span class="c-keyword">:</span><span class="c-function"> IncomingMessage</span>,</span>
<span class="line">  ) <span class="c-keyword">=&gt;</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span><span class="c-keyword"> |</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Identifies the caller of a request before its body is read, in place of </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> authenticate}</span><span class="c-comment">:</span></span>
<span class="line"><span class="c-comment">   * the \`identify\` of \`createServer\` or \`createAgentRouter\`. The router then has the credentials,</span></span>
<span class="line"><span class="c-comment">   * the scopes, the limits and the audit of the agent&#39;s other endpoints. An error that it throws is</span></span>
<span class="line"><span class="c-comment">   * the answer: 401 with its \`challenge\`, or 429 and 503 with its \`retryAfterMs\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> identify</span><span class="c-keyword">?:</span> (request<span class="c-keyword">:</span><span class="c-function"> IncomingMessage</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-function">McpCaller</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True allows anybody who reaches the router to call agents with the bridge&#39;s own credentials.</span></span>
<span class="line"><span class="c-comment">   * Default false: a bridge with credentials then needs </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> authenticate}</span><span class="c-comment">, and agents with</span></span>
<span class="line"><span class="c-comment">   * credentials that are listed later are left out.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowAnonymous<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The highest number of sessions, which hosts up to 2025-11-25 need. Default 1,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxSessions<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time after which an idle session is forgotten, in milliseconds. Default: one hour. If its</span></span>
<span class="line"><span class="c-comment">   * host comes again, it goes on, for as long as handles are valid.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> sessionIdleMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The size of the largest request body, in bytes. Default 4 MiB. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxBodyBytes<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="McpSource" tabindex="-1">McpSource <a class="header-anchor" href="#McpSource" aria-label="Permalink to &quot;McpSource {#McpSource}&quot;">​</a></h3><p>The MCP server whose tools become skills: a program or an address.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> McpSource</span><span class="c-keyword"> =</span><span class="c-function"> McpProcessSource</span><span class="c-keyword"> |</span><span class="c-function"> McpHttpSource</span>;</span></code></pre></div><h3 id="NameRule" tabindex="-1">NameRule <a class="header-anchor" href="#NameRule" aria-label="Permalink to &quot;NameRule {#NameRule}&quot;">​</a></h3><p>The rule of a host for the names of tools.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> NameRule</span> {</span>
<span class="line"><span class="c-comment">  /** A regular expression that the whole name has to match. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pattern<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The text that the host puts before the name; \`{server}\` stands for the server&#39;s name in the</span></span>
<span class="line"><span class="c-comment">   * host&#39;s settings.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prefix<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The highest number of characters of the name with its prefix. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> max<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The effect of a name that breaks the rule: the host \`drops\` the tool, or it \`breaks\` the whole</span></span>
<span class="line"><span class="c-comment">   * conversation, or the host \`refuses\` the tool in a way that nobody has described.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> otherwise<span class="c-keyword">:</span><span class="c-string-expression"> &#39;drops&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;breaks&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;refuses&#39;</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="OfferedLock" tabindex="-1">OfferedLock <a class="header-anchor" href="#OfferedLock" aria-label="Permalink to &quot;OfferedLock {#OfferedLock}&quot;">​</a></h3><p>The offer of a bridge&#39;s agents at this moment, in the form of a lock.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OfferedLock</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The lock that accepts everything that the agents offer. Agents that cannot be reached are</span></span>
<span class="line"><span class="c-comment">   * missing in it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> lock<span class="c-keyword">:</span><span class="c-function"> BridgeLock</span>;</span>
<span class="line"><span class="c-comment">  /** The agents that cannot be reached, or refuse the bridge, with the reasons. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> unreachable<span class="c-keyword">:</span><span class="c-keyword"> readonly</span> { <span class="c-keyword">readonly</span> alias<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> reason<span class="c-keyword">:</span><span class="c-constant"> string</span> }[];</span>
<span class="line"><span class="c-comment">  /** Sentences about the skills that do not become tools. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> leftOut<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="OwnCard" tabindex="-1">OwnCard <a class="header-anchor" href="#OwnCard" aria-label="Permalink to &quot;OwnCard {#OwnCard}&quot;">​</a></h3><p>The public card of an agent that this process serves, with the agent&#39;s addresses.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OwnCard</span> {</span>
<span class="line"><span class="c-comment">  /** The card for A2A 1.0 as JSON, exactly as it is served. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The URL that callers use. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The URL at which this process serves the agent, to which calls are sent. Default: calls go to</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> url}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> localUrl<span class="c-keyword">?:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="OwnPrompt" tabindex="-1">OwnPrompt <a class="header-anchor" href="#OwnPrompt" aria-label="Permalink to &quot;OwnPrompt {#OwnPrompt}&quot;">​</a></h3><p>A prompt that the operator of the bridge adds to those of the tools.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OwnPrompt</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> title<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> arguments<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span> {</span>
<span class="line"><span class="c-keyword">    readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">    readonly</span> description<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">    readonly</span> required<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">  }[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The messages of the prompt. \`{name}\` in their texts and addresses stands for the value of the</span></span>
<span class="line"><span class="c-comment">   * argument with this name.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> messages<span class="c-keyword">:</span><span class="c-keyword"> readonly</span> {</span>
<span class="line"><span class="c-keyword">    readonly</span> role<span class="c-keyword">:</span><span class="c-string-expression"> &#39;user&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;assistant&#39;</span>;</span>
<span class="line"><span class="c-keyword">    readonly</span> content<span class="c-keyword">:</span><span class="c-function"> OwnPromptContent</span>;</span>
<span class="line">  }[];</span>
<span class="line">}</span></code></pre></div><h3 id="OwnResource" tabindex="-1">OwnResource <a class="header-anchor" href="#OwnResource" aria-label="Permalink to &quot;OwnResource {#OwnResource}&quot;">​</a></h3><p>A resource that the operator of the bridge adds to those of the agents.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OwnResource</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The address of the resource, or a template of addresses (RFC 6570) such as \`notes://{id}\`. It</span></span>
<span class="line"><span class="c-comment">   * must not begin with \`a2a://\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> uri<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> title<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> description<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> mimeType<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The text of the resource; in that of a template, \`{id}\` stands for the value of the variable.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The bytes of the resource in base64, in place of a text. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> blob<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="OwnServer" tabindex="-1">OwnServer <a class="header-anchor" href="#OwnServer" aria-label="Permalink to &quot;OwnServer {#OwnServer}&quot;">​</a></h3><p>A server of this process, as <a href="/docs/reference/server.html#createServer" class="name"><code>createServer</code></a> and <a href="/docs/reference/server.html#createAgentRouter" class="name"><code>createAgentRouter</code></a> of <code>@formwork/server</code> make.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OwnServer</span> {</span>
<span class="line"><span class="c-comment">  /** Resolves to the card of the agent as it is now, once the server has started. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> readCard</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-function">OwnCard</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="RefusedTool" tabindex="-1">RefusedTool <a class="header-anchor" href="#RefusedTool" aria-label="Permalink to &quot;RefusedTool {#RefusedTool}&quot;">​</a></h3><p>A tool that did not become a skill, with the reasons.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RefusedTool</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> tool<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> reasons<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="SchemaRules" tabindex="-1">SchemaRules <a class="header-anchor" href="#SchemaRules" aria-label="Permalink to &quot;SchemaRules {#SchemaRules}&quot;">​</a></h3><p>The effects of schemas that a host&#39;s SDK does not support: <code>list</code> loses all tools, <code>call</code> loses the call, <code>ignored</code> skips the keyword.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SchemaRules</span> {</span>
<span class="line"><span class="c-comment">  /** The effect of an input schema whose root is not \`type: &quot;object&quot;\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> noObject<span class="c-keyword">:</span><span class="c-string-expression"> &#39;list&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The effect of \`true\` or \`false\` as the schema of a property. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> booleanProperty<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;list&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The effect of an output schema with an invalid pattern, or with a reference to somewhere</span></span>
<span class="line"><span class="c-comment">   * outside it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> brokenOutput<span class="c-keyword">:</span><span class="c-string-expression"> &#39;list&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;call&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The effect of \`prefixItems\` in an output schema that is checked as draft 07, which does not</span></span>
<span class="line"><span class="c-comment">   * have it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prefixItems<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;call&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The effect of \`unevaluatedProperties\` in an output schema. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> unevaluated<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;ignored&#39;</span>;</span>
<span class="line"><span class="c-comment">  /** The effect of a \`$schema\` other than 2020-12, 2019-09, draft 07 and draft 06. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> otherDialect<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ignored&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;call&#39;</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="StdioOptions" tabindex="-1">StdioOptions <a class="header-anchor" href="#StdioOptions" aria-label="Permalink to &quot;StdioOptions {#StdioOptions}&quot;">​</a></h3><p>Options of <a href="#serveBridgeStdio" class="name"><code>serveBridgeStdio</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> StdioOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The transport to serve on. Default: the standard input and output of this process, which</span></span>
<span class="line"><span class="c-comment">   * nothing else may then write to.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> transport<span class="c-keyword">?:</span><span class="c-function"> Transport</span>;</span>
<span class="line"><span class="c-comment">  /** Called with errors that belong to no request. Default: they are ignored. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> onError</span><span class="c-keyword">?:</span> (error<span class="c-keyword">:</span><span class="c-function"> Error</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ToolHints" tabindex="-1">ToolHints <a class="header-anchor" href="#ToolHints" aria-label="Permalink to &quot;ToolHints {#ToolHints}&quot;">​</a></h3><p>Facts about the effects of an agent&#39;s tools that the operator vouches for; the agent&#39;s card only claims them. Default: the worst case.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ToolHints</span> {</span>
<span class="line"><span class="c-comment">  /** True if no call of the agent&#39;s tools changes anything. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> readOnly<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** False if calls only add things and destroy none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> destructive<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** True if repeating the same call changes nothing more. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> idempotent<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/mcp.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const mcp = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  mcp as default
};
