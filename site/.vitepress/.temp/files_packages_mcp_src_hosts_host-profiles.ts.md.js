import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"host-profiles.ts","description":"","frontmatter":{"aside":false,"editLink":false},"headers":[],"params":{"path":"packages/mcp/src/hosts/host-profiles.ts"},"relativePath":"files/packages/mcp/src/hosts/host-profiles.ts.md","filePath":"site/files/[path].md"}');
const _sfc_main = { name: "files/packages/mcp/src/hosts/host-profiles.ts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="host-profilests" tabindex="-1">host-profiles.ts <a class="header-anchor" href="#host-profilests" aria-label="Permalink to &quot;host-profiles.ts&quot;">​</a></h1><p><code>packages/mcp/src/hosts/host-profiles.ts</code> in the repository:</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span><span class="c-keyword"> type</span> { HostProfile } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;./host-profile.ts&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/** The pattern of names that have only letters, digits, \`_\` and \`-\`. */</span></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> PLAIN</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;[A-Za-z0-9_-]+&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/**</span></span>
<span class="line"><span class="c-comment"> * The profiles of hosts, from their documentation, issue trackers and users up to November 2026.</span></span>
<span class="line"><span class="c-comment"> * Each fact has its source, or \`unnamed\` if the report is known only from others. No host was run</span></span>
<span class="line"><span class="c-comment"> * for this, and nothing is guessed.</span></span>
<span class="line"><span class="c-comment"> */</span></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> const</span><span class="c-constant"> HOST_PROFILES</span><span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> HostProfile</span>[] <span class="c-keyword">=</span> [</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;claude-code&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Claude Code&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;claude&#39;</span>],</span>
<span class="line"><span class="c-comment">    // \`mcp__&lt;server&gt;__&lt;tool&gt;\`; longer than 128 is left out: wiki of claudetto, 2026-10.</span></span>
<span class="line">    names<span class="c-keyword">:</span> { prefix<span class="c-keyword">:</span><span class="c-string-expression"> &#39;mcp__{server}__&#39;</span>, max<span class="c-keyword">:</span><span class="c-constant"> 128</span>, otherwise<span class="c-keyword">:</span><span class="c-string-expression"> &#39;drops&#39;</span> },</span>
<span class="line"><span class="c-comment">    // Cut with &quot;[truncated]&quot; since 2.1.84: anthropics/claude-code#41593, 2026-03.</span></span>
<span class="line">    maxDescription<span class="c-keyword">:</span><span class="c-constant"> 2048</span>,</span>
<span class="line"><span class="c-comment">    // The same limit: anthropics/claude-code#39106, 2026-03.</span></span>
<span class="line">    maxInstructions<span class="c-keyword">:</span><span class="c-constant"> 2048</span>,</span>
<span class="line"><span class="c-comment">    // Drops such tools without a word: anthropics/claude-code#95504;</span></span>
<span class="line"><span class="c-comment">    // makenotion/notion-mcp-server#341, 2026-08.</span></span>
<span class="line">    rootUnions<span class="c-keyword">:</span><span class="c-string-expression"> &#39;drops&#39;</span>,</span>
<span class="line"><span class="c-comment">    // Dropped by anthropics/claude-code#95504, relied on by kenn-io/kata#365.</span></span>
<span class="line">    mayDropRootIf<span class="c-keyword">:</span><span class="c-constant"> true</span>,</span>
<span class="line"><span class="c-comment">    // 2.1.280: anthropics/claude-code#79944, 2026-09; images: #54737.</span></span>
<span class="line">    results<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span>,</span>
<span class="line"><span class="c-comment">    // Opens with \`server/discover\` since 2.1.317, and falls back to 2025-11-25: presa, 2026-11.</span></span>
<span class="line">    revision<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2026-07-28&#39;</span>,</span>
<span class="line"><span class="c-comment">    // Since 2.1.76, 2026-03. \`claude -p\` cancels questions.</span></span>
<span class="line">    elicitation<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span>,</span>
<span class="line"><span class="c-comment">    // Since 2.1.319 for everybody: announced 2026-10-22.</span></span>
<span class="line">    tasks<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span>,</span>
<span class="line"><span class="c-comment">    // anthropics/claude-code#95149, 2026-09.</span></span>
<span class="line">    pages<span class="c-keyword">:</span><span class="c-string-expression"> &#39;no&#39;</span>,</span>
<span class="line"><span class="c-comment">    // As commands \`/mcp__&lt;server&gt;__&lt;prompt&gt;\`: unnamed, 2026-11.</span></span>
<span class="line">    prompts<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;claude-desktop&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Claude Desktop&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [],</span>
<span class="line"><span class="c-comment">    // A dot breaks the whole chat: ImmichMCP#4, orchard-mcp#14.</span></span>
<span class="line">    names<span class="c-keyword">:</span> { pattern<span class="c-keyword">:</span><span class="c-constant"> PLAIN</span>, max<span class="c-keyword">:</span><span class="c-constant"> 64</span>, otherwise<span class="c-keyword">:</span><span class="c-string-expression"> &#39;breaks&#39;</span> },</span>
<span class="line"><span class="c-comment">    // One to four minutes, which nobody can change: anthropics/claude-code#22542, #65643.</span></span>
<span class="line">    timeout<span class="c-keyword">:</span> { ms<span class="c-keyword">:</span><span class="c-constant"> 60_000</span> },</span>
<span class="line"><span class="c-comment">    // Not in its documentation: matrix of 24 clients, developersdigest, 2026-10.</span></span>
<span class="line">    elicitation<span class="c-keyword">:</span><span class="c-string-expression"> &#39;undocumented&#39;</span>,</span>
<span class="line"><span class="c-comment">    // Often not those of servers that it starts itself: anthropics/claude-code#88881.</span></span>
<span class="line">    pages<span class="c-keyword">:</span><span class="c-string-expression"> &#39;remote&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;claude-ai&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;claude.ai (connectors)&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;claude.ai&#39;</span>,<span class="c-string-expression"> &#39;claude-web&#39;</span>],</span>
<span class="line"><span class="c-comment">    // anthropics/claude-code#78911.</span></span>
<span class="line">    timeout<span class="c-keyword">:</span> { ms<span class="c-keyword">:</span><span class="c-constant"> 300_000</span>, isWithoutProgress<span class="c-keyword">:</span><span class="c-constant"> true</span> },</span>
<span class="line"><span class="c-comment">    // Matrix of the Apps extension, 2026-11.</span></span>
<span class="line">    pages<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;vscode&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;VS Code (Copilot)&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [</span>
<span class="line"><span class="c-string-expression">      &#39;vs-code&#39;</span>,</span>
<span class="line"><span class="c-string-expression">      &#39;visual-studio-code&#39;</span>,</span>
<span class="line"><span class="c-string-expression">      &#39;visual-studio-code---insiders&#39;</span>,</span>
<span class="line"><span class="c-string-expression">      &#39;code&#39;</span>,</span>
<span class="line"><span class="c-string-expression">      &#39;copilot&#39;</span>,</span>
<span class="line"><span class="c-string-expression">      &#39;github-copilot&#39;</span>,</span>
<span class="line">    ],</span>
<span class="line"><span class="c-comment">    // &quot;Cannot have more than 128 tools per request&quot;: microsoft/vscode#258890, 2025-07.</span></span>
<span class="line">    maxTools<span class="c-keyword">:</span><span class="c-constant"> 128</span>,</span>
<span class="line"><span class="c-comment">    // microsoft/vscode#290063.</span></span>
<span class="line">    results<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span>,</span>
<span class="line"><span class="c-comment">    // Matrix of the Apps extension, 2026-11.</span></span>
<span class="line">    pages<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;cursor&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Cursor&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [],</span>
<span class="line"><span class="c-comment">    // Its first request names this revision: presa, 2026-11; README of a2a-to-mcp.</span></span>
<span class="line">    revision<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2025-11-25&#39;</span>,</span>
<span class="line"><span class="c-comment">    // Matrix of the Apps extension, 2026-11.</span></span>
<span class="line">    pages<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;codex&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Codex&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;codex-cli&#39;</span>,<span class="c-string-expression"> &#39;openai-codex&#39;</span>,<span class="c-string-expression"> &#39;codex-mcp-client&#39;</span>],</span>
<span class="line"><span class="c-comment">    // No dots: openai/codex#8174.</span></span>
<span class="line">    names<span class="c-keyword">:</span> { pattern<span class="c-keyword">:</span><span class="c-string-expression"> &#39;[^.]*&#39;</span>, otherwise<span class="c-keyword">:</span><span class="c-string-expression"> &#39;refuses&#39;</span> },</span>
<span class="line"><span class="c-comment">    // The same as the Anthropic API: unnamed, 2026-11.</span></span>
<span class="line">    rootUnions<span class="c-keyword">:</span><span class="c-string-expression"> &#39;refuses&#39;</span>,</span>
<span class="line"><span class="c-comment">    // The same as Claude Code: unnamed, 2026-11.</span></span>
<span class="line">    results<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span>,</span>
<span class="line"><span class="c-comment">    // 0.165 opens with it: presa, 2026-11.</span></span>
<span class="line">    revision<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2025-06-18&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;goose&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Goose&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;block-goose&#39;</span>],</span>
<span class="line"><span class="c-comment">    // Matrix of the Apps extension, 2026-11.</span></span>
<span class="line">    pages<span class="c-keyword">:</span><span class="c-string-expression"> &#39;yes&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;copilot-cli&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Copilot CLI&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;github-copilot-cli&#39;</span>],</span>
<span class="line"><span class="c-comment">    // The same characters as Claude Desktop, up to 128: unnamed, 2026-11.</span></span>
<span class="line">    names<span class="c-keyword">:</span> { pattern<span class="c-keyword">:</span><span class="c-constant"> PLAIN</span>, max<span class="c-keyword">:</span><span class="c-constant"> 128</span>, otherwise<span class="c-keyword">:</span><span class="c-string-expression"> &#39;refuses&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;opencode&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;opencode&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [],</span>
<span class="line"><span class="c-comment">    // The same as Claude Code: unnamed, 2026-11.</span></span>
<span class="line">    results<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;kimi&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Kimi&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;kimi-cli&#39;</span>],</span>
<span class="line"><span class="c-comment">    // The opposite of Claude Code: unnamed, 2026-11. MCP leaves it open (SEP-2200, 2026-05).</span></span>
<span class="line">    results<span class="c-keyword">:</span><span class="c-string-expression"> &#39;content&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;google&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Google connected apps&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;gemini&#39;</span>,<span class="c-string-expression"> &#39;google-connected-apps&#39;</span>],</span>
<span class="line"><span class="c-comment">    // Up to this one: presa, 2026-11; README of a2a-to-mcp.</span></span>
<span class="line">    revision<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2025-11-25&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;anthropic-api&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Anthropic API&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;anthropic&#39;</span>],</span>
<span class="line"><span class="c-comment">    // Unions at the root are an error: opentokenz/mcpx#28, 2026-09.</span></span>
<span class="line">    rootUnions<span class="c-keyword">:</span><span class="c-string-expression"> &#39;refuses&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;openai-api&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;OpenAI API&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;openai&#39;</span>],</span>
<span class="line"><span class="c-comment">    // The same as the Anthropic API: unnamed, 2026-11.</span></span>
<span class="line">    rootUnions<span class="c-keyword">:</span><span class="c-string-expression"> &#39;refuses&#39;</span>,</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;aws-labs&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;What AWS Labs enforces&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;aws&#39;</span>,<span class="c-string-expression"> &#39;awslabs&#39;</span>],</span>
<span class="line"><span class="c-comment">    // Their rule for names of tools: unnamed, 2026-11.</span></span>
<span class="line">    names<span class="c-keyword">:</span> { max<span class="c-keyword">:</span><span class="c-constant"> 64</span>, otherwise<span class="c-keyword">:</span><span class="c-string-expression"> &#39;refuses&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;sdk-v1&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Hosts made with the SDK 1.x&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;older-sdk&#39;</span>,<span class="c-string-expression"> &#39;sdk-1&#39;</span>],</span>
<span class="line"><span class="c-comment">    // Measured with @modelcontextprotocol/sdk 1.32.2.</span></span>
<span class="line">    revision<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2025-11-25&#39;</span>,</span>
<span class="line">    schemas<span class="c-keyword">:</span> {</span>
<span class="line">      noObject<span class="c-keyword">:</span><span class="c-string-expression"> &#39;list&#39;</span>,</span>
<span class="line">      booleanProperty<span class="c-keyword">:</span><span class="c-string-expression"> &#39;list&#39;</span>,</span>
<span class="line">      brokenOutput<span class="c-keyword">:</span><span class="c-string-expression"> &#39;list&#39;</span>,</span>
<span class="line">      prefixItems<span class="c-keyword">:</span><span class="c-string-expression"> &#39;call&#39;</span>,</span>
<span class="line">      unevaluated<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ignored&#39;</span>,</span>
<span class="line">      otherDialect<span class="c-keyword">:</span><span class="c-string-expression"> &#39;ignored&#39;</span>,</span>
<span class="line">    },</span>
<span class="line">  },</span>
<span class="line">  {</span>
<span class="line">    id<span class="c-keyword">:</span><span class="c-string-expression"> &#39;sdk-v2&#39;</span>,</span>
<span class="line">    title<span class="c-keyword">:</span><span class="c-string-expression"> &#39;Hosts made with the SDK 2.x&#39;</span>,</span>
<span class="line">    aliases<span class="c-keyword">:</span> [<span class="c-string-expression">&#39;sdk-2&#39;</span>],</span>
<span class="line"><span class="c-comment">    // Measured with @modelcontextprotocol/client 2.4.0.</span></span>
<span class="line">    revision<span class="c-keyword">:</span><span class="c-string-expression"> &#39;2026-07-28&#39;</span>,</span>
<span class="line">    schemas<span class="c-keyword">:</span> { noObject<span class="c-keyword">:</span><span class="c-string-expression"> &#39;list&#39;</span>, brokenOutput<span class="c-keyword">:</span><span class="c-string-expression"> &#39;call&#39;</span>, otherDialect<span class="c-keyword">:</span><span class="c-string-expression"> &#39;call&#39;</span> },</span>
<span class="line">  },</span>
<span class="line">];</span>
<span class="line"></span>
<span class="line"><span class="c-comment">/**</span></span>
<span class="line"><span class="c-comment"> * Finds the profile of a host by its name or an alias; capitals do not matter.</span></span>
<span class="line"><span class="c-comment"> *</span></span>
<span class="line"><span class="c-comment"> * </span><span class="c-keyword">@example</span></span>
<span class="line"><span class="c-comment"> * \`\`\`ts</span></span>
<span class="line"><span class="c-comment"> * import { findHost } from &#39;@formwork/mcp&#39;;</span></span>
<span class="line"><span class="c-comment"> *</span></span>
<span class="line"><span class="c-comment"> * findHost(&#39;nobody&#39;);</span><span class="c-comment"> // undefined</span></span>
<span class="line"><span class="c-comment"> * \`\`\`</span></span>
<span class="line"><span class="c-comment"> */</span></span>
<span class="line"><span class="c-keyword">export</span><span class="c-keyword"> function</span><span class="c-function"> findHost</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> HostProfile</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span> {</span>
<span class="line"><span class="c-keyword">  const</span><span class="c-constant"> key</span><span class="c-keyword"> =</span><span class="c-constant"> name</span><span class="c-function">.trim</span>()<span class="c-function">.toLowerCase</span>()<span class="c-function">.replaceAll</span>(<span class="c-string-expression">/[ _]</span><span class="c-keyword">+</span><span class="c-string-expression">/</span><span class="c-keyword">gu</span>,<span class="c-string-expression"> &#39;-&#39;</span>);</span>
<span class="line"><span class="c-keyword">  return</span><span class="c-constant"> HOST_PROFILES</span><span class="c-function">.find</span>(({ id, aliases }) <span class="c-keyword">=&gt;</span> id <span class="c-keyword">===</span> key <span class="c-keyword">||</span><span class="c-constant"> aliases</span><span class="c-function">.includes</span>(key));</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("site/files/packages/mcp/src/hosts/host-profiles.ts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const hostProfiles_ts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  hostProfiles_ts as default
};
