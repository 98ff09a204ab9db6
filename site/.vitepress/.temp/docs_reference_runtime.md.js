import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@formwork/runtime","description":"","frontmatter":{},"headers":[],"relativePath":"docs/reference/runtime.md","filePath":"docs/reference/runtime.md"}');
const _sfc_main = { name: "docs/reference/runtime.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="formworkruntime" tabindex="-1">@formwork/runtime <a class="header-anchor" href="#formworkruntime" aria-label="Permalink to &quot;@formwork/runtime&quot;">​</a></h1><p>The task engine contract, a memory engine, the runner and the A2A request handler.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><h3 id="confirmAuthorization" tabindex="-1">confirmAuthorization <a class="header-anchor" href="#confirmAuthorization" aria-label="Permalink to &quot;confirmAuthorization {#confirmAuthorization}&quot;">​</a></h3><p>Continues a task that waits in <code>task.authorize</code>, without a message of its caller: for programs that learn of the authorization themselves, such as a server to which OAuth redirects (A2A 1.0 section 7.6). <code>task.authorize</code> then returns the empty text. Any runner that uses the same storage may run the task.</p><p>Returns false, and changes nothing, if the task does not wait for authorization: it never did, has ended, or has already been confirmed. The program that calls this function MUST know that the authorization is for this task: put the task&#39;s id into a signed <code>state</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> confirmAuthorization</span>(</span>
<span class="line">  engine<span class="c-keyword">:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">TaskEngine</span>,<span class="c-string-expression"> &#39;get&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;reply&#39;</span>&gt;,</span>
<span class="line">  { taskId, user }<span class="c-keyword">:</span><span class="c-function"> ConfirmAuthorizationOptions</span>,</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { confirmAuthorization, createMemoryEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-function"> createMemoryEngine</span>();</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> isConfirmed</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> confirmAuthorization</span>(engine, { taskId<span class="c-keyword">:</span><span class="c-string-expression"> &#39;t&#39;</span>, user<span class="c-keyword">:</span><span class="c-constant"> undefined</span> });</span></code></pre></div><h3 id="createFileBlobStore" tabindex="-1">createFileBlobStore <a class="header-anchor" href="#createFileBlobStore" aria-label="Permalink to &quot;createFileBlobStore {#createFileBlobStore}&quot;">​</a></h3><p>Keeps each blob in a file of its own, named after its id and readable by its owner only. A blob is written to another name, synced, renamed, and the folder synced: after a crash, or loss of power, it is there whole or not at all.</p><p>Methods reject with what the system says.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createFileBlobStore</span>({ folder }<span class="c-keyword">:</span><span class="c-function"> FileBlobStoreOptions</span>)<span class="c-keyword">:</span><span class="c-function"> BlobStore</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError when the folder&#39;s path is empty</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createFileBlobStore } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createSqliteEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> blobStore</span><span class="c-keyword"> =</span><span class="c-function"> createFileBlobStore</span>({ folder<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data/blobs&#39;</span> });</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-function"> createSqliteEngine</span>({ file<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data/tasks.sqlite&#39;</span>, blobStore });</span></code></pre></div><h3 id="createJanitor" tabindex="-1">createJanitor <a class="header-anchor" href="#createJanitor" aria-label="Permalink to &quot;createJanitor {#createJanitor}&quot;">​</a></h3><p>Starts a janitor, which ends abandoned tasks and deletes finished ones, now and from time to time, in small transactions. Failures are logged, and the next search tries again. Several processes may have a janitor for one engine: each task is ended, and deleted, once. At the start and then each hour it has the engine compare its indexes (<code>TaskEngine.checkIndexes</code>), also without limits, and logs damaged ones as an error.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createJanitor</span>(</span>
<span class="line">  engine<span class="c-keyword">:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">TaskEngine</span>,<span class="c-string-expression"> &#39;prune&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;listWaiting&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;reply&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;now&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;checkIndexes&#39;</span>&gt;,</span>
<span class="line">  { retention, now <span class="c-keyword">=</span><span class="c-constant"> Date</span>.now,<span class="c-keyword"> ...</span>options }<span class="c-keyword">:</span><span class="c-function"> JanitorOptions</span>,</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> Janitor</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError on options out of range</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createJanitor, createMemoryEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> logger</span><span class="c-keyword"> =</span> { info<span class="c-keyword">:</span><span class="c-constant"> console</span>.log, warn<span class="c-keyword">:</span><span class="c-constant"> console</span>.warn, error<span class="c-keyword">:</span><span class="c-constant"> console</span>.error };</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> retention</span><span class="c-keyword"> =</span> { maxAgeMs<span class="c-keyword">:</span><span class="c-constant"> 86_400_000</span> };</span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> janitor</span><span class="c-keyword"> =</span><span class="c-function"> createJanitor</span>(<span class="c-function">createMemoryEngine</span>(), { retention, logger });</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> janitor</span><span class="c-function">.stop</span>();</span></code></pre></div><h3 id="createMemoryEngine" tabindex="-1">createMemoryEngine <a class="header-anchor" href="#createMemoryEngine" aria-label="Permalink to &quot;createMemoryEngine {#createMemoryEngine}&quot;">​</a></h3><p>Makes an engine that keeps all tasks in the memory of this process: for tests, and for agents whose tasks may be lost when the process ends. The engine keeps the objects that it is given, so callers must not change them afterwards.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createMemoryEngine</span>(options<span class="c-keyword">:</span><span class="c-function"> MemoryEngineOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> TaskEngine</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createMemoryEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-function"> createMemoryEngine</span>();</span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> engine</span><span class="c-function">.close</span>();</span></code></pre></div><h3 id="createMemoryRecords" tabindex="-1">createMemoryRecords <a class="header-anchor" href="#createMemoryRecords" aria-label="Permalink to &quot;createMemoryRecords {#createMemoryRecords}&quot;">​</a></h3><p>Makes a store of records in the memory of this process, which no other process sees. Beyond a limit, the oldest records of the owner that has most are deleted.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createMemoryRecords</span>(options<span class="c-keyword">:</span><span class="c-function"> MemoryRecordsOptions</span><span class="c-keyword"> =</span> {})<span class="c-keyword">:</span><span class="c-function"> SharedRecords</span>;</span></code></pre></div><p><strong>Throws</strong> RangeError or TypeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createMemoryRecords } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> records</span><span class="c-keyword"> =</span><span class="c-function"> createMemoryRecords</span>({ limit<span class="c-keyword">:</span><span class="c-constant"> 1_000</span> });</span>
<span class="line"><span class="c-comment">// { isNew: true, value: &#39;seen&#39; }</span></span>
<span class="line"><span class="c-keyword">await</span><span class="c-constant"> records</span><span class="c-function">.add</span>(<span class="c-string-expression">&#39;order-17&#39;</span>, { value<span class="c-keyword">:</span><span class="c-string-expression"> &#39;seen&#39;</span>, ttlMs<span class="c-keyword">:</span><span class="c-constant"> 60_000</span> });</span></code></pre></div><h3 id="deleteTask" tabindex="-1">deleteTask <a class="header-anchor" href="#deleteTask" aria-label="Permalink to &quot;deleteTask {#deleteTask}&quot;">​</a></h3><p>Deletes a task with all its data, whoever owns it and whatever its state is. Returns false if there is no such task. Its streams end, callers who wait for it get an error, and its handler&#39;s signal aborts, in every process that uses the engine.</p><p>For operators: MUST NOT be called on behalf of a caller, because it does not check who owns the task.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> deleteTask</span>(</span>
<span class="line">  taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>,</span>
<span class="line">  { engine, runner }<span class="c-keyword">:</span><span class="c-function"> DeleteTaskOptions</span>,</span>
<span class="line">)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { deleteTask } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { createSqliteEngine } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-function"> createSqliteEngine</span>({ file<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data/tasks.sqlite&#39;</span> });</span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> deleteTask</span>(<span class="c-string-expression">&#39;0198d1f2-0000-7000-8000-000000000000&#39;</span>, { engine });</span></code></pre></div><h3 id="isInterruptedState" tabindex="-1">isInterruptedState <a class="header-anchor" href="#isInterruptedState" aria-label="Permalink to &quot;isInterruptedState {#isInterruptedState}&quot;">​</a></h3><p>Returns true for a state in which a task waits for its caller: nobody runs it and nobody holds a lease.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> isInterruptedState</span>(state<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { isInterruptedState } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-function">isInterruptedState</span>(<span class="c-string-expression">&#39;input-required&#39;</span>); <span class="c-comment">// true</span></span>
<span class="line"><span class="c-function">isInterruptedState</span>(<span class="c-string-expression">&#39;completed&#39;</span>); <span class="c-comment">// false</span></span></code></pre></div><h3 id="isTerminalState" tabindex="-1">isTerminalState <a class="header-anchor" href="#isTerminalState" aria-label="Permalink to &quot;isTerminalState {#isTerminalState}&quot;">​</a></h3><p>Returns true for a state in which a task has ended, so that it cannot change any more.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> isTerminalState</span>(state<span class="c-keyword">:</span><span class="c-function"> TaskStateName</span>)<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { isTerminalState } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-function">isTerminalState</span>(<span class="c-string-expression">&#39;completed&#39;</span>); <span class="c-comment">// true</span></span>
<span class="line"><span class="c-function">isTerminalState</span>(<span class="c-string-expression">&#39;input-required&#39;</span>); <span class="c-comment">// false</span></span></code></pre></div><h2 id="classes" tabindex="-1">Classes <a class="header-anchor" href="#classes" aria-label="Permalink to &quot;Classes&quot;">​</a></h2><h3 id="BlobMissingError" tabindex="-1">BlobMissingError <a class="header-anchor" href="#BlobMissingError" aria-label="Permalink to &quot;BlobMissingError {#BlobMissingError}&quot;">​</a></h3><p>Thrown when an engine reads a task of which a blob is missing: the blob store was emptied, the file was copied without it, or the place of the blobs is wrong. Other tasks are not affected, and this task waits, and can still be canceled and deleted.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> BlobMissingError</span><span class="c-keyword"> extends</span><span class="c-function"> TaskDamagedError</span> {</span>
<span class="line"><span class="c-keyword">  override</span><span class="c-keyword"> readonly</span> code;</span>
<span class="line"><span class="c-keyword">  declare</span><span class="c-keyword"> readonly</span> blobId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, blobId<span class="c-keyword">:</span><span class="c-constant"> string</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="EngineClosedError" tabindex="-1">EngineClosedError <a class="header-anchor" href="#EngineClosedError" aria-label="Permalink to &quot;EngineClosedError {#EngineClosedError}&quot;">​</a></h3><p>Thrown by every method of a task engine that has been closed.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> EngineClosedError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>(options<span class="c-keyword">?:</span><span class="c-function"> ErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="EngineSchemaUnknownError" tabindex="-1">EngineSchemaUnknownError <a class="header-anchor" href="#EngineSchemaUnknownError" aria-label="Permalink to &quot;EngineSchemaUnknownError {#EngineSchemaUnknownError}&quot;">​</a></h3><p>Thrown when an engine is opened over a storage that a newer version of the program has changed, because this version cannot write to that storage safely. The storage was not changed.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> EngineSchemaUnknownError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  readonly</span> migrations<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  constructor</span>(storage<span class="c-keyword">:</span><span class="c-constant"> string</span>, migrations<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[], options<span class="c-keyword">?:</span><span class="c-function"> ErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="EngineStorageError" tabindex="-1">EngineStorageError <a class="header-anchor" href="#EngineStorageError" aria-label="Permalink to &quot;EngineStorageError {#EngineStorageError}&quot;">​</a></h3><p>Thrown when the storage of an engine refuses: the disk is full, cannot be read or written, or stays locked. Unless <code>mayBeStored</code> is true, nothing was written. The engine works again once its storage works.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> EngineStorageError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  readonly</span> storageCode<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> mayBeStored<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> isAway<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> isLasting<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> blobId<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(storageCode<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">?:</span><span class="c-function"> EngineStorageErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="InvalidPageTokenError" tabindex="-1">InvalidPageTokenError <a class="header-anchor" href="#InvalidPageTokenError" aria-label="Permalink to &quot;InvalidPageTokenError {#InvalidPageTokenError}&quot;">​</a></h3><p>Thrown when tasks are listed with a page token that was made for another scope or other filters.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> InvalidPageTokenError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>(pageToken<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">?:</span><span class="c-function"> ErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="LeaseLostError" tabindex="-1">LeaseLostError <a class="header-anchor" href="#LeaseLostError" aria-label="Permalink to &quot;LeaseLostError {#LeaseLostError}&quot;">​</a></h3><p>Thrown when a runner writes to a task that it no longer holds: the task was claimed again, the lease has ended, or the task is terminal. Nothing was written; the runner must stop.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> LeaseLostError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> epoch<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, epoch<span class="c-keyword">:</span><span class="c-constant"> number</span>, options<span class="c-keyword">?:</span><span class="c-function"> ErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="LogFullError" tabindex="-1">LogFullError <a class="header-anchor" href="#LogFullError" aria-label="Permalink to &quot;LogFullError {#LogFullError}&quot;">​</a></h3><p>Thrown when the log of a task is full: only the event that ends the task can still be added.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> LogFullError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>(limit<span class="c-keyword">:</span><span class="c-constant"> number</span>, count<span class="c-keyword">:</span><span class="c-constant"> number</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="MemoError" tabindex="-1">MemoError <a class="header-anchor" href="#MemoError" aria-label="Permalink to &quot;MemoError {#MemoError}&quot;">​</a></h3><p>Thrown when the result of a step or the answer to a question cannot be remembered, or when the remembered one belongs to other code.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> MemoError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="OutputInvalidError" tabindex="-1">OutputInvalidError <a class="header-anchor" href="#OutputInvalidError" aria-label="Permalink to &quot;OutputInvalidError {#OutputInvalidError}&quot;">​</a></h3><p>Thrown when a handler&#39;s result does not fit the output schema that its skill declares. Callers do not see the details.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> OutputInvalidError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  readonly</span> schema<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> problems<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Problem</span>[];</span>
<span class="line"><span class="c-keyword">  get</span><span class="c-function"> fault</span>()<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(schema<span class="c-keyword">:</span><span class="c-constant"> string</span>, problems<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Problem</span>[], options<span class="c-keyword">?:</span><span class="c-function"> ErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="QuotaError" tabindex="-1">QuotaError <a class="header-anchor" href="#QuotaError" aria-label="Permalink to &quot;QuotaError {#QuotaError}&quot;">​</a></h3><p>Thrown when a caller exceeds its quota. Callers get the status <code>RESOURCE_EXHAUSTED</code> of <code>google.rpc.Code</code>, with the time to wait.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> QuotaError</span><span class="c-keyword"> extends</span><span class="c-function"> A2AError</span> {</span>
<span class="line"><span class="c-keyword">  override</span><span class="c-keyword"> readonly</span> reason;</span>
<span class="line"><span class="c-keyword">  readonly</span> retryAfterMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> details<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> ErrorDetail</span>[];</span>
<span class="line"><span class="c-keyword">  constructor</span>(message<span class="c-keyword">:</span><span class="c-constant"> string</span>, { retryAfterMs }<span class="c-keyword">:</span><span class="c-function"> QuotaErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="SkillMissingError" tabindex="-1">SkillMissingError <a class="header-anchor" href="#SkillMissingError" aria-label="Permalink to &quot;SkillMissingError {#SkillMissingError}&quot;">​</a></h3><p>Thrown when a stored task names a skill, or a handler, that this version of the agent does not have.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> SkillMissingError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>(skillId<span class="c-keyword">:</span><span class="c-constant"> string</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="TaskCallError" tabindex="-1">TaskCallError <a class="header-anchor" href="#TaskCallError" aria-label="Permalink to &quot;TaskCallError {#TaskCallError}&quot;">​</a></h3><p>Thrown to a handler that calls a method of its <code>task</code> with a value that is not allowed or cannot be sent.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> TaskCallError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskDamagedError" tabindex="-1">TaskDamagedError <a class="header-anchor" href="#TaskDamagedError" aria-label="Permalink to &quot;TaskDamagedError {#TaskDamagedError}&quot;">​</a></h3><p>Thrown when an engine reads a task whose stored data is damaged: bits have flipped on the disk, or somebody has changed the file. Other tasks are not affected, and the damaged task can still be canceled and deleted.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> TaskDamagedError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code<span class="c-keyword">:</span><span class="c-string-expression"> &#39;TASK_DAMAGED&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;BLOB_MISSING&#39;</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> blobId<span class="c-keyword">:</span><span class="c-constant"> string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  constructor</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">:</span><span class="c-function"> TaskDamagedErrorOptions</span><span class="c-keyword"> =</span> {});</span>
<span class="line">}</span></code></pre></div><h3 id="UnavailableError" tabindex="-1">UnavailableError <a class="header-anchor" href="#UnavailableError" aria-label="Permalink to &quot;UnavailableError {#UnavailableError}&quot;">​</a></h3><p>Thrown when the server is closing and takes no more work, or cannot store tasks for now. Callers get the status <code>UNAVAILABLE</code> of <code>google.rpc.Code</code>: the same request may succeed later, or at another server.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> UnavailableError</span><span class="c-keyword"> extends</span><span class="c-function"> A2AError</span> {</span>
<span class="line"><span class="c-keyword">  override</span><span class="c-keyword"> readonly</span> reason;</span>
<span class="line"><span class="c-keyword">  constructor</span>(options<span class="c-keyword">:</span><span class="c-function"> UnavailableErrorOptions</span><span class="c-keyword"> =</span> {});</span>
<span class="line">}</span></code></pre></div><h2 id="types" tabindex="-1">Types <a class="header-anchor" href="#types" aria-label="Permalink to &quot;Types&quot;">​</a></h2><h3 id="AddedRecord" tabindex="-1">AddedRecord <a class="header-anchor" href="#AddedRecord" aria-label="Permalink to &quot;AddedRecord {#AddedRecord}&quot;">​</a></h3><p>The outcome of adding a record: whether the key was free, and its present text.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AddedRecord</span> {</span>
<span class="line"><span class="c-comment">  /** True if the key had no record before. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isNew<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The text that is stored under the key now: the given one if it is new, else the older one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> value<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="AllTasksPage" tabindex="-1">AllTasksPage <a class="header-anchor" href="#AllTasksPage" aria-label="Permalink to &quot;AllTasksPage {#AllTasksPage}&quot;">​</a></h3><p>One page of a list of the tasks of all scopes, for operators.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AllTasksPage</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> tasks<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> TaskSummary</span>[];</span>
<span class="line"><span class="c-comment">  /** The token for the next page; absent on the last page. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> nextPageToken<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="AllTasksQuery" tabindex="-1">AllTasksQuery <a class="header-anchor" href="#AllTasksQuery" aria-label="Permalink to &quot;AllTasksQuery {#AllTasksQuery}&quot;">​</a></h3><p>Options of <code>TaskEngine.listAll</code>: selects tasks of all scopes, newest status first.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> AllTasksQuery</span><span class="c-keyword"> extends</span><span class="c-function"> Pick</span>&lt;</span>
<span class="line"><span class="c-function">  TaskQuery</span>,</span>
<span class="line"><span class="c-string-expression">  &#39;contextId&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;state&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;pageSize&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;pageToken&#39;</span></span>
<span class="line">&gt; {</span>
<span class="line"><span class="c-comment">  /** Lists only the task with this id. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Lists only tasks of this scope. Default: the tasks of all scopes. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">?:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-comment">  /** Lists only tasks that run this skill. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Lists only tasks whose status changed before this time, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> statusTimestampBefore<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ArchivedPush" tabindex="-1">ArchivedPush <a class="header-anchor" href="#ArchivedPush" aria-label="Permalink to &quot;ArchivedPush {#ArchivedPush}&quot;">​</a></h3><p>An exported push config with its position in the log. It contains secrets, so it must never be logged.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ArchivedPush</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> config<span class="c-keyword">:</span><span class="c-function"> PushConfig</span>;</span>
<span class="line"><span class="c-comment">  /** The position in the task&#39;s log up to which the receiver has been notified. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of attempts that failed since the last successful delivery. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failures<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time of the first failed attempt after the last successful delivery, ISO 8601; absent</span></span>
<span class="line"><span class="c-comment">   * without failures.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failingSince<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time from which the next notification may be sent, ISO 8601; absent if there is nothing to</span></span>
<span class="line"><span class="c-comment">   * send.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> dueAt<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time (ISO 8601) at which the receiver was given up, and the reason; absent unless the</span></span>
<span class="line"><span class="c-comment">   * config is a dead letter.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> death<span class="c-keyword">?:</span> { <span class="c-keyword">readonly</span> diedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> reason<span class="c-keyword">:</span><span class="c-constant"> string</span> };</span>
<span class="line">}</span></code></pre></div><h3 id="ArchivedTask" tabindex="-1">ArchivedTask <a class="header-anchor" href="#ArchivedTask" aria-label="Permalink to &quot;ArchivedTask {#ArchivedTask}&quot;">​</a></h3><p>A whole task as an engine keeps it, except for leases and deliveries under way.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ArchivedTask</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> contextId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time at which the task was created, ISO 8601 in UTC with milliseconds. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> createdAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> message<span class="c-keyword">:</span><span class="c-function"> Message</span>;</span>
<span class="line"><span class="c-comment">  /** The metadata that the task was created with. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> metadata<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;&gt;;</span>
<span class="line"><span class="c-keyword">  readonly</span> invocation<span class="c-keyword">:</span><span class="c-function"> Invocation</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The hash of the task&#39;s scope and idempotency key, made by \`hashKey\`, in hexadecimal; absent if</span></span>
<span class="line"><span class="c-comment">   * the task was created without a key.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> creationKey<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The hash of the idempotency key of each accepted reply, made by \`hashKey\`, in hexadecimal,</span></span>
<span class="line"><span class="c-comment">   * sorted.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> replyKeys<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** All events of the log, from position 1. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> events<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> TaskEvent</span>[];</span>
<span class="line"><span class="c-comment">  /** The push configs of the task in the order in which they were set. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pushes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> ArchivedPush</span>[];</span>
<span class="line"><span class="c-comment">  /** The number of the task&#39;s last lease, which grows with every claim. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> epoch<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of claims of the task since it began, or since its last reply. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> attempts<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** How many of them the handler ended with an error that may pass; absent if there is none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failures<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The task&#39;s place in the order of the tasks that wait for a runner: see \`TaskEngine.claim\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> turn<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> cancelRequested<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time before which a failed attempt is not repeated, ISO 8601; absent if the task need not</span></span>
<span class="line"><span class="c-comment">   * wait.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> restsUntil<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ArchiveEntry" tabindex="-1">ArchiveEntry <a class="header-anchor" href="#ArchiveEntry" aria-label="Permalink to &quot;ArchiveEntry {#ArchiveEntry}&quot;">​</a></h3><p>A task in the list of an archive: its id, and its place in the order of creation.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ArchiveEntry</span> {</span>
<span class="line"><span class="c-comment">  /** The place of the task in the order of creation: a positive integer, not always the next one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> place<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The position of the last event in the task&#39;s log. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="BlobStore" tabindex="-1">BlobStore <a class="header-anchor" href="#BlobStore" aria-label="Permalink to &quot;BlobStore {#BlobStore}&quot;">​</a></h3><p>Keeps bytes that are too big for the rows of an engine, each under an id that the engine makes up.</p><p>Every blob store MUST pass <a href="#describeBlobStore" class="name"><code>describeBlobStore</code></a> (see <code>@formwork/runtime/testing</code>). The engine writes down which ids it is about to use before it puts, so a store need not list what it has: whatever a crash leaves behind is deleted by its id. In all methods:</p><ul><li>an id is 1 to 128 of the characters <code>A-Z a-z 0-9 _ -</code>; any other MUST be refused with a <code>TypeError</code>, and MUST NOT reach beyond the store (<code>..</code>, <code>/</code>);</li><li>a failure of the storage MUST reject; the engine turns it into <a href="#EngineStorageError" class="name"><code>EngineStorageError</code></a>;</li><li>all processes that share the rows MUST share the blobs.</li></ul><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BlobStore</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Keeps the bytes under the id. Once the promise has resolved they MUST be as durable as the rows</span></span>
<span class="line"><span class="c-comment">   * that will refer to them. If it rejects or the process dies, a later </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> get}</span><span class="c-comment"> MUST give all of</span></span>
<span class="line"><span class="c-comment">   * the bytes or none. Putting the same bytes again MUST do no harm. The engine neither puts other</span></span>
<span class="line"><span class="c-comment">   * bytes under an id, nor twice at once. MUST NOT keep or change \`bytes\` afterwards.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  put</span>(id<span class="c-keyword">:</span><span class="c-constant"> string</span>, bytes<span class="c-keyword">:</span><span class="c-function"> Uint8Array</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** Reads a blob; returns \`undefined\` if no blob has this id. */</span></span>
<span class="line"><span class="c-function">  get</span>(id<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Uint8Array</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Deletes the bytes under an id, and whatever an unfinished </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> put}</span><span class="c-comment"> has left there. MUST</span></span>
<span class="line"><span class="c-comment">   * resolve if there is nothing to delete.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  delete</span>(id<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="CancelOptions" tabindex="-1">CancelOptions <a class="header-anchor" href="#CancelOptions" aria-label="Permalink to &quot;CancelOptions {#CancelOptions}&quot;">​</a></h3><p>Options of <code>TaskEngine.cancel</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> CancelOptions</span> {</span>
<span class="line"><span class="c-comment">  /** True ends the task even if it is leased, whose runner then writes nothing. Default false. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> force<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="CancelOutcome" tabindex="-1">CancelOutcome <a class="header-anchor" href="#CancelOutcome" aria-label="Permalink to &quot;CancelOutcome {#CancelOutcome}&quot;">​</a></h3><p>The outcome of <code>TaskEngine.cancel</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> CancelOutcome</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-comment">  /** The task was canceled. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;canceled&#39;</span> }</span>
<span class="line"><span class="c-comment">  /** A runner holds the lease: it was asked to stop, and will write the end of the task. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;requested&#39;</span> }</span>
<span class="line"><span class="c-comment">  /** The task had ended already. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;terminal&#39;</span>; <span class="c-keyword">readonly</span> state<span class="c-keyword">:</span><span class="c-function"> TaskStateName</span> }</span>
<span class="line"><span class="c-comment">  /** The scope has no such task. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;not-found&#39;</span> };</span></code></pre></div><h3 id="ClaimRequest" tabindex="-1">ClaimRequest <a class="header-anchor" href="#ClaimRequest" aria-label="Permalink to &quot;ClaimRequest {#ClaimRequest}&quot;">​</a></h3><p>A request for leases on tasks to run, or on notifications to deliver.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ClaimRequest</span> {</span>
<span class="line"><span class="c-comment">  /** The name of the process that claims. An engine MAY log it; nothing MUST depend on it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> worker<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time that the lease lasts without renewal, in milliseconds. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> ttlMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ConfirmAuthorizationOptions" tabindex="-1">ConfirmAuthorizationOptions <a class="header-anchor" href="#ConfirmAuthorizationOptions" aria-label="Permalink to &quot;ConfirmAuthorizationOptions {#ConfirmAuthorizationOptions}&quot;">​</a></h3><p>Options of <a href="#confirmAuthorization" class="name"><code>confirmAuthorization</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ConfirmAuthorizationOptions</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The user who gave the authorization, as \`task.user\` shows. Default: an anonymous caller. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> user<span class="c-keyword">?:</span><span class="c-function"> Principal</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ConsumeOptions" tabindex="-1">ConsumeOptions <a class="header-anchor" href="#ConsumeOptions" aria-label="Permalink to &quot;ConsumeOptions {#ConsumeOptions}&quot;">​</a></h3><p>Options of <code>Dispatcher.consume</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ConsumeOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of jobs that this process takes at once: those whose \`run\` has not settled.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> concurrency<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">:</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Created" tabindex="-1">Created <a class="header-anchor" href="#Created" aria-label="Permalink to &quot;Created {#Created}&quot;">​</a></h3><p>The outcome of <code>TaskEngine.create</code>: the new task, or the one with the same key.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Created</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** False when the task existed already: the same scope and idempotency key. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> created<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The lease of the task; present if the caller of \`create\` claimed it and the task is new. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> lease<span class="c-keyword">?:</span><span class="c-function"> Lease</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="DeadLetter" tabindex="-1">DeadLetter <a class="header-anchor" href="#DeadLetter" aria-label="Permalink to &quot;DeadLetter {#DeadLetter}&quot;">​</a></h3><p>A push config whose receiver was given up after too many failures. Holds no token and no credentials.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DeadLetter</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> configId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The URL of the receiver; empty if the stored config is damaged. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The position in the task&#39;s log up to which the receiver has been notified. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of attempts to notify the receiver that failed in a row. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failures<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The reason why the last attempt failed. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> reason<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time at which the receiver was given up, ISO 8601 in UTC with milliseconds. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> diedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="DeleteCondition" tabindex="-1">DeleteCondition <a class="header-anchor" href="#DeleteCondition" aria-label="Permalink to &quot;DeleteCondition {#DeleteCondition}&quot;">​</a></h3><p>The condition of <code>SharedRecords.delete</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DeleteCondition</span> {</span>
<span class="line"><span class="c-comment">  /** Deletes only if this is the present text of the key. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> value<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="DeleteTaskOptions" tabindex="-1">DeleteTaskOptions <a class="header-anchor" href="#DeleteTaskOptions" aria-label="Permalink to &quot;DeleteTaskOptions {#DeleteTaskOptions}&quot;">​</a></h3><p>Options of <a href="#deleteTask" class="name"><code>deleteTask</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DeleteTaskOptions</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> engine<span class="c-keyword">:</span><span class="c-function"> TaskEngine</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The runner of this process. If it runs the deleted task, it stops the handler at once. Default:</span></span>
<span class="line"><span class="c-comment">   * no runner.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> runner<span class="c-keyword">?:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">Runner</span>,<span class="c-string-expression"> &#39;notice&#39;</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="Delivery" tabindex="-1">Delivery <a class="header-anchor" href="#Delivery" aria-label="Permalink to &quot;Delivery {#Delivery}&quot;">​</a></h3><p>The right to send the notifications of one push config of a task, until the delivery is settled or a newer one exists.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Delivery</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> contextId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> config<span class="c-keyword">:</span><span class="c-function"> PushConfig</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True if the stored config or the task that owns it is damaged. Then a sender MUST NOT send</span></span>
<span class="line"><span class="c-comment">   * anything, and all fields of the config but its id are placeholders.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isDamaged<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The position in the task&#39;s log up to which the receiver has been notified. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of attempts that failed since the last successful delivery. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failures<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time since the first failed attempt after the last successful delivery, in milliseconds; 0</span></span>
<span class="line"><span class="c-comment">   * without failures.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failingForMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number by which the engine identifies the push config. Two deliveries with the same</span></span>
<span class="line"><span class="c-comment">   * \`number\` and \`epoch\` are the same.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> number<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> epoch<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="DeliverySettlement" tabindex="-1">DeliverySettlement <a class="header-anchor" href="#DeliverySettlement" aria-label="Permalink to &quot;DeliverySettlement {#DeliverySettlement}&quot;">​</a></h3><p>The outcome of a <code>Delivery</code>, which its sender reports to the engine.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> DeliverySettlement</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The receiver was notified of all events up to \`seq\`. The delivery is not over, and its lease</span></span>
<span class="line"><span class="c-comment">   * lasts for \`ttlMs\` milliseconds more.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;delivered&#39;</span>; <span class="c-keyword">readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span>; <span class="c-keyword">readonly</span> ttlMs<span class="c-keyword">:</span><span class="c-constant"> number</span> }</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The receiver was notified of all events up to \`seq\`, and the delivery ends. It is due again</span></span>
<span class="line"><span class="c-comment">   * once the log has later events.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;finished&#39;</span>; <span class="c-keyword">readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span> }</span>
<span class="line"><span class="c-comment">  /** An attempt failed, and the delivery ends. It is due again after \`retryInMs\` milliseconds. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;failed&#39;</span>; <span class="c-keyword">readonly</span> retryInMs<span class="c-keyword">:</span><span class="c-constant"> number</span>; <span class="c-keyword">readonly</span> reason<span class="c-keyword">:</span><span class="c-constant"> string</span> }</span>
<span class="line"><span class="c-comment">  /** The engine gives the receiver up: the config becomes a dead letter. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;dead&#39;</span>; <span class="c-keyword">readonly</span> reason<span class="c-keyword">:</span><span class="c-constant"> string</span> }</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The delivery ends without an attempt. It is due again after \`dueInMs\` milliseconds, by default</span></span>
<span class="line"><span class="c-comment">   * at once.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;released&#39;</span>; <span class="c-keyword">readonly</span> dueInMs<span class="c-keyword">?:</span><span class="c-constant"> number</span> };</span></code></pre></div><h3 id="Dispatcher" tabindex="-1">Dispatcher <a class="header-anchor" href="#Dispatcher" aria-label="Permalink to &quot;Dispatcher {#Dispatcher}&quot;">​</a></h3><p>Brings waiting tasks, through a message queue, to a process that can run more of them. The option <code>dispatcher</code> of a runner takes one; without it, runners search the engine for tasks.</p><p>A job is a hint. Only the task&#39;s lease in the engine decides which process runs it, so a dispatcher MAY deliver a job twice, late, out of order, or not at all: a process that gets the job of a task that is leased, or has ended, does nothing, and runners find a task without a job when they search the engine. Every dispatcher MUST pass <a href="#describeDispatcher" class="name"><code>describeDispatcher</code></a> (see <code>@formwork/runtime/testing</code>).</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Dispatcher</span> {</span>
<span class="line"><span class="c-comment">  /** The address of the queue for the log, without secrets. Default: the log names none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> address<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds a job. Resolves once the queue has it: from then on a crash of this process MUST NOT lose</span></span>
<span class="line"><span class="c-comment">   * it. MUST NOT deliver it before \`delayMs\` has passed, and SHOULD within a second after. MUST take</span></span>
<span class="line"><span class="c-comment">   * any number of jobs of one task. Rejects when the queue cannot be reached; MUST NOT wait for it</span></span>
<span class="line"><span class="c-comment">   * without end.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  enqueue</span>(job<span class="c-keyword">:</span><span class="c-function"> DispatchJob</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Delivers jobs to \`run\`, each to one of the processes that consume from the queue. \`run\` never</span></span>
<span class="line"><span class="c-comment">   * rejects; it resolves when this process has leased the task, or need not, and does not wait for</span></span>
<span class="line"><span class="c-comment">   * the task&#39;s end. A job whose \`run\` has not settled when its process dies SHOULD be delivered</span></span>
<span class="line"><span class="c-comment">   * again. MUST NOT have more than \`concurrency\` jobs under way in this process. Faults of the</span></span>
<span class="line"><span class="c-comment">   * queue go to \`logger\`, and it MUST go on by itself once the queue answers again. Returns a</span></span>
<span class="line"><span class="c-comment">   * function that stops the deliveries, and resolves when no \`run\` is under way.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  consume</span>(</span>
<span class="line"><span class="c-function">    run</span><span class="c-keyword">:</span> (job<span class="c-keyword">:</span><span class="c-function"> DispatchJob</span>) <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;,</span>
<span class="line">    options<span class="c-keyword">:</span><span class="c-function"> ConsumeOptions</span>,</span>
<span class="line">  )<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;() <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;&gt;;</span>
<span class="line"><span class="c-comment">  /** Ends every consumption and frees connections. Queued jobs stay for other processes. */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="DispatchJob" tabindex="-1">DispatchJob <a class="header-anchor" href="#DispatchJob" aria-label="Permalink to &quot;DispatchJob {#DispatchJob}&quot;">​</a></h3><p>A job in a message queue: the hint that a task may be run now, or after a delay.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DispatchJob</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The skill of the task&#39;s invocation; absent when the invocation names none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** How long the job waits before it is delivered, in milliseconds. Default 0. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> delayMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="DueQuestion" tabindex="-1">DueQuestion <a class="header-anchor" href="#DueQuestion" aria-label="Permalink to &quot;DueQuestion {#DueQuestion}&quot;">​</a></h3><p>An open question at which something is to be done now, such as telling people about it.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DueQuestion</span><span class="c-keyword"> extends</span><span class="c-function"> OpenQuestion</span> {</span>
<span class="line"><span class="c-comment">  /** The time at which the question was to wake, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> wokeAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time of the engine&#39;s clock at which the question was claimed, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> claimedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time until which nobody else gets the question from \`claimDueQuestions\`, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> claimedUntil<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="FileBlobStoreOptions" tabindex="-1">FileBlobStoreOptions <a class="header-anchor" href="#FileBlobStoreOptions" aria-label="Permalink to &quot;FileBlobStoreOptions {#FileBlobStoreOptions}&quot;">​</a></h3><p>Options of <a href="#createFileBlobStore" class="name"><code>createFileBlobStore</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> FileBlobStoreOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The path of the folder, on a local disk. The folder is made with the first blob, for its owner</span></span>
<span class="line"><span class="c-comment">   * only, inside a folder that exists. An existing folder keeps its permissions, unless its name</span></span>
<span class="line"><span class="c-comment">   * ends in \`-blobs\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> folder<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="IdempotencyKey" tabindex="-1">IdempotencyKey <a class="header-anchor" href="#IdempotencyKey" aria-label="Permalink to &quot;IdempotencyKey {#IdempotencyKey}&quot;">​</a></h3><p>The key by which an engine recognizes that a request is a repetition, and returns the task that the first one created.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> IdempotencyKey</span><span class="c-keyword"> =</span><span class="c-constant"> string</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> [<span class="c-constant">KEY</span>]<span class="c-keyword">:</span><span class="c-constant"> true</span> };</span></code></pre></div><h3 id="Invocation" tabindex="-1">Invocation <a class="header-anchor" href="#Invocation" aria-label="Permalink to &quot;Invocation {#Invocation}&quot;">​</a></h3><p>The invocation of a task: which skill to run, on which input. It is stored with the task.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> Invocation</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;structured&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> skillId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The name of the input schema that the caller&#39;s data match. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> schema<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The caller&#39;s data, which has passed the input schema. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> data<span class="c-keyword">:</span><span class="c-constant"> unknown</span>;</span>
<span class="line"><span class="c-comment">      /** The media types that the caller can read; empty for any. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> acceptedOutputModes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">      /**</span></span>
<span class="line"><span class="c-comment">       * The trace span that created the task, as a W3C \`traceparent\`; absent if there was no trace.</span></span>
<span class="line"><span class="c-comment">       */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> trace<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;text&#39;</span>;</span>
<span class="line"><span class="c-comment">      /** The id of the skill to run; absent if the agent&#39;s own text handler answers. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> text<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** Present if the caller gets only the answer, as a message, and never the task. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> answer<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;message&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> acceptedOutputModes<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">      readonly</span> trace<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">    };</span></code></pre></div><h3 id="Janitor" tabindex="-1">Janitor <a class="header-anchor" href="#Janitor" aria-label="Permalink to &quot;Janitor {#Janitor}&quot;">​</a></h3><p>The janitor of an engine: it deletes old tasks from time to time, when they exceed a limit of age or number.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Janitor</span> {</span>
<span class="line"><span class="c-comment">  /** Stops the janitor, and resolves once no deletion is under way. */</span></span>
<span class="line"><span class="c-function">  stop</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="JanitorOptions" tabindex="-1">JanitorOptions <a class="header-anchor" href="#JanitorOptions" aria-label="Permalink to &quot;JanitorOptions {#JanitorOptions}&quot;">​</a></h3><p>Options of <a href="#createJanitor" class="name"><code>createJanitor</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> JanitorOptions</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> retention<span class="c-keyword">:</span><span class="c-function"> RetentionOptions</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">:</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the time in milliseconds since 1970, for an engine without a clock of its own. Default</span></span>
<span class="line"><span class="c-comment">   * \`Date.now\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> now</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="KeptRecord" tabindex="-1">KeptRecord <a class="header-anchor" href="#KeptRecord" aria-label="Permalink to &quot;KeptRecord {#KeptRecord}&quot;">​</a></h3><p>A record that is kept, with its key; its <code>ttlMs</code> is what is left of its time.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> KeptRecord</span><span class="c-keyword"> extends</span><span class="c-function"> Omit</span>&lt;<span class="c-function">SharedRecord</span>,<span class="c-string-expression"> &#39;owner&#39;</span>&gt; {</span>
<span class="line"><span class="c-keyword">  readonly</span> key<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="LateMemos" tabindex="-1">LateMemos <a class="header-anchor" href="#LateMemos" aria-label="Permalink to &quot;LateMemos {#LateMemos}&quot;">​</a></h3><p>Keeps the results of steps that end after their run has given its lease back.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> LateMemos</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds the result of a step to the log of a task that has not been claimed since the lease, though</span></span>
<span class="line"><span class="c-comment">   * the lease may have ended because the task waits for its caller or for another attempt. Returns</span></span>
<span class="line"><span class="c-comment">   * false, and writes nothing, once the task was claimed again, has ended or is gone: so the run of</span></span>
<span class="line"><span class="c-comment">   * the next claim finds either every memo in the task, or none that comes later.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * MUST change nothing else: the state with its time, the open question, the place in the queue and</span></span>
<span class="line"><span class="c-comment">   * the count of attempts stay as they are, and a </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> Reply}</span><span class="c-comment"> to the question that was read before</span></span>
<span class="line"><span class="c-comment">   * MUST still be accepted. An engine whose logs have a limit MUST throw \`LogFullError\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  keepMemo</span>(lease<span class="c-keyword">:</span><span class="c-function"> Lease</span>, memo<span class="c-keyword">:</span><span class="c-function"> Memo</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="Lease" tabindex="-1">Lease <a class="header-anchor" href="#Lease" aria-label="Permalink to &quot;Lease {#Lease}&quot;">​</a></h3><p>The right to write to one task, until a higher epoch exists.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Lease</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-comment">  /** The skill of the task&#39;s invocation; absent if the invocation names none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of the lease: it grows by one with every claim of the task, and older leases can</span></span>
<span class="line"><span class="c-comment">   * write nothing.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> epoch<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of the attempt: how often the task was claimed since its count of attempts began:</span></span>
<span class="line"><span class="c-comment">   * with its creation, its last reply, or the attempt that stored its last step. The first is 1.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> attempt<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * How many attempts of this count the handler has ended with an error that may pass, so that the</span></span>
<span class="line"><span class="c-comment">   * task rested; all other attempts before this one lost their leases. Absent if there is none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> failures<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** True if a caller had asked to cancel the task before this claim. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cancelRequested<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ListedRecord" tabindex="-1">ListedRecord <a class="header-anchor" href="#ListedRecord" aria-label="Permalink to &quot;ListedRecord {#ListedRecord}&quot;">​</a></h3><p>A record in a list: its key and its text.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ListedRecord</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> key<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> value<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="MemoryEngineOptions" tabindex="-1">MemoryEngineOptions <a class="header-anchor" href="#MemoryEngineOptions" aria-label="Permalink to &quot;MemoryEngineOptions {#MemoryEngineOptions}&quot;">​</a></h3><p>Options of <a href="#createMemoryEngine" class="name"><code>createMemoryEngine</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> MemoryEngineOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the current time in milliseconds since 1970. Default \`Date.now\`; if the machine&#39;s clock</span></span>
<span class="line"><span class="c-comment">   * is set back, time goes on by the clock of the process. With a function of your own, time stands</span></span>
<span class="line"><span class="c-comment">   * still while it goes backwards.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> now</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of finished tasks to keep; beyond that, the tasks that ended first are</span></span>
<span class="line"><span class="c-comment">   * deleted with their idempotency keys. Default 1,000. At least 1.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxFinishedTasks<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of tasks to keep that wait for their callers; beyond that, the tasks that</span></span>
<span class="line"><span class="c-comment">   * have waited longest are deleted. Default 1,000. At least 1.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxWaitingTasks<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="MemoryRecordsOptions" tabindex="-1">MemoryRecordsOptions <a class="header-anchor" href="#MemoryRecordsOptions" aria-label="Permalink to &quot;MemoryRecordsOptions {#MemoryRecordsOptions}&quot;">​</a></h3><p>Options of <a href="#createMemoryRecords" class="name"><code>createMemoryRecords</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> MemoryRecordsOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The number of records beyond which some are deleted. Default 10,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of bytes of keys and texts beyond which some are deleted, counted as two for each</span></span>
<span class="line"><span class="c-comment">   * UTF-16 unit; a record that takes more is refused with a RangeError. Default 134,217,728.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxBytes<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** Returns the current time in milliseconds since 1970. Default \`Date.now\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> now</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="NewTask" tabindex="-1">NewTask <a class="header-anchor" href="#NewTask" aria-label="Permalink to &quot;NewTask {#NewTask}&quot;">​</a></h3><p>A task that is to be created.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> NewTask</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the task: a UUID, which nobody can guess. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> contextId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The idempotency key: two creations with the same scope and key are the same task. Without a</span></span>
<span class="line"><span class="c-comment">   * key, the task is always new.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> idempotencyKey<span class="c-keyword">?:</span><span class="c-function"> IdempotencyKey</span>;</span>
<span class="line"><span class="c-comment">  /** The caller&#39;s message that starts the task: the first entry of its history. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> message<span class="c-keyword">:</span><span class="c-function"> Message</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> metadata<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;&gt;;</span>
<span class="line"><span class="c-keyword">  readonly</span> invocation<span class="c-keyword">:</span><span class="c-function"> Invocation</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The first push config of the task; its receiver is notified of all events, including the</span></span>
<span class="line"><span class="c-comment">   * creation.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> push<span class="c-keyword">?:</span><span class="c-function"> PushConfig</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="NewTaskClaim" tabindex="-1">NewTaskClaim <a class="header-anchor" href="#NewTaskClaim" aria-label="Permalink to &quot;NewTaskClaim {#NewTaskClaim}&quot;">​</a></h3><p>A request for a lease on a task that is being created.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> NewTaskClaim</span><span class="c-keyword"> extends</span><span class="c-function"> ClaimRequest</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * MAY be called once, before the promise of the creation settles, with the lease that the task</span></span>
<span class="line"><span class="c-comment">   * will have, and with its snapshot except for the times. Events appended under the lease MUST be</span></span>
<span class="line"><span class="c-comment">   * written with the creation or after it; they MUST be rejected with \`LeaseLostError\` if the task</span></span>
<span class="line"><span class="c-comment">   * turns out not to be new, or cannot be written. So a task that ends at once costs one write. An</span></span>
<span class="line"><span class="c-comment">   * engine MUST NOT call \`start\` when it knows that the task is not new. \`start\` MUST NOT throw.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> start</span><span class="c-keyword">?:</span> (lease<span class="c-keyword">:</span><span class="c-function"> Lease</span>, snapshot<span class="c-keyword">:</span><span class="c-function"> TaskSnapshot</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="NewTaskEvent" tabindex="-1">NewTaskEvent <a class="header-anchor" href="#NewTaskEvent" aria-label="Permalink to &quot;NewTaskEvent {#NewTaskEvent}&quot;">​</a></h3><p>An event that a runner adds to the log of a task. The engine adds its sequence number and time.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> NewTaskEvent</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;status&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> state<span class="c-keyword">:</span><span class="c-function"> TaskStateName</span>;</span>
<span class="line"><span class="c-comment">      /**</span></span>
<span class="line"><span class="c-comment">       * The message of the agent that comes with the state: progress, a question, or the reason of</span></span>
<span class="line"><span class="c-comment">       * a failure.</span></span>
<span class="line"><span class="c-comment">       */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> message<span class="c-keyword">?:</span><span class="c-function"> Message</span>;</span>
<span class="line"><span class="c-comment">      /** Who gave the answer with which the task goes on; absent for an answer of its caller. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> answered<span class="c-keyword">?:</span><span class="c-function"> AnswerSignature</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;artifact&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> artifact<span class="c-keyword">:</span><span class="c-function"> Artifact</span>;</span>
<span class="line"><span class="c-comment">      /**</span></span>
<span class="line"><span class="c-comment">       * True adds the parts to the artifact with the same id, sets a name or description that is</span></span>
<span class="line"><span class="c-comment">       * not empty, and merges metadata and extensions. False replaces that artifact. If no artifact</span></span>
<span class="line"><span class="c-comment">       * has this id, it is added.</span></span>
<span class="line"><span class="c-comment">       */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> append<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> lastChunk<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-comment">      /** A message that is added to the history of the task. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;message&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> message<span class="c-keyword">:</span><span class="c-function"> Message</span>;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-comment">      /** Metadata that is merged key by key into that of the task. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;metadata&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> metadata<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;&gt;;</span>
<span class="line">    }</span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-comment">      /**</span></span>
<span class="line"><span class="c-comment">       * The result of a finished step, or the answer to a question, which keeps a later run from</span></span>
<span class="line"><span class="c-comment">       * repeating the step or the question.</span></span>
<span class="line"><span class="c-comment">       */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;memo&#39;</span>;</span>
<span class="line"><span class="c-comment">      /**</span></span>
<span class="line"><span class="c-comment">       * The number of the step or question, in the order in which the handler reaches them, from 0.</span></span>
<span class="line"><span class="c-comment">       */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> position<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">      /**</span></span>
<span class="line"><span class="c-comment">       * The name that the handler gave the step or question. Another name at the same position</span></span>
<span class="line"><span class="c-comment">       * means that the code has changed.</span></span>
<span class="line"><span class="c-comment">       */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> key<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">      /** The remembered result of the step, or the answer, as a JSON value. */</span></span>
<span class="line"><span class="c-keyword">      readonly</span> value<span class="c-keyword">:</span><span class="c-constant"> unknown</span>;</span>
<span class="line">    };</span></code></pre></div><h3 id="OpenQuestion" tabindex="-1">OpenQuestion <a class="header-anchor" href="#OpenQuestion" aria-label="Permalink to &quot;OpenQuestion {#OpenQuestion}&quot;">​</a></h3><p>An open question that was given to people: the task that waits for its answer.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> OpenQuestion</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-comment">  /** The time at which the question was first asked, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> askedAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PruneRequest" tabindex="-1">PruneRequest <a class="header-anchor" href="#PruneRequest" aria-label="Permalink to &quot;PruneRequest {#PruneRequest}&quot;">​</a></h3><p>Selects the finished tasks that <code>TaskEngine.prune</code> deletes: those that match either field.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PruneRequest</span> {</span>
<span class="line"><span class="c-comment">  /** Selects tasks that ended before this time, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> finishedBefore<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The number of finished tasks to keep: the newest of all scopes together. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> keepFinished<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of tasks that one call deletes, so that it does not delay others. Default</span></span>
<span class="line"><span class="c-comment">   * 1,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PushConfig" tabindex="-1">PushConfig <a class="header-anchor" href="#PushConfig" aria-label="Permalink to &quot;PushConfig {#PushConfig}&quot;">​</a></h3><p>The receiver of the notifications of a task (A2A 1.0 section 4.3.1). It contains secrets, so it must never be logged.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PushConfig</span> {</span>
<span class="line"><span class="c-comment">  /** The id of the push config among those of its task. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The URL of the receiver: \`http\` or \`https\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The token by which the receiver knows that a notification is meant for it; notifications are</span></span>
<span class="line"><span class="c-comment">   * also signed with it. Default: none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> token<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The credentials for the receiver, sent as \`Authorization: &lt;scheme&gt; &lt;credentials&gt;\`. Default:</span></span>
<span class="line"><span class="c-comment">   * none.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> authentication<span class="c-keyword">?:</span> { <span class="c-keyword">readonly</span> scheme<span class="c-keyword">:</span><span class="c-constant"> string</span>; <span class="c-keyword">readonly</span> credentials<span class="c-keyword">:</span><span class="c-constant"> string</span> };</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The version of A2A in which the receiver gets notifications: that of the call which set the</span></span>
<span class="line"><span class="c-comment">   * config.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> version<span class="c-keyword">:</span><span class="c-string-expression"> &#39;0.3&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;1.0&#39;</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PushConfigChange" tabindex="-1">PushConfigChange <a class="header-anchor" href="#PushConfigChange" aria-label="Permalink to &quot;PushConfigChange {#PushConfigChange}&quot;">​</a></h3><p>Options of <code>PushStore.setPushConfig</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PushConfigChange</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> config<span class="c-keyword">:</span><span class="c-function"> PushConfig</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of push configs that the task may have, this one included. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxConfigs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PushOptions" tabindex="-1">PushOptions <a class="header-anchor" href="#PushOptions" aria-label="Permalink to &quot;PushOptions {#PushOptions}&quot;">​</a></h3><p>Options for accepting push configs of callers, and for sending notifications.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PushOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True also sends notifications to private and local addresses: for development, or where every</span></span>
<span class="line"><span class="c-comment">   * caller may reach the same addresses as this machine. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowPrivateAddresses<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True accepts push configs of anonymous callers, so that anybody may choose receivers. Default</span></span>
<span class="line"><span class="c-comment">   * false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> allowAnonymous<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of push configs of one task. Default 10. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxConfigs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest time that one attempt to send a notification may take, in milliseconds. Default</span></span>
<span class="line"><span class="c-comment">   * 15,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> timeoutMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time for which a process holds a delivery without renewing its lease, in milliseconds. It</span></span>
<span class="line"><span class="c-comment">   * must be longer than an attempt may take. Default twice \`timeoutMs\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> leaseMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of notifications that are sent at the same time. Default 64. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> concurrency<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of deliveries to one host at once, so that a slow receiver does not delay</span></span>
<span class="line"><span class="c-comment">   * others. Default 16.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> concurrencyPerHost<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of failed attempts of one notification after which its receiver is given up. Default</span></span>
<span class="line"><span class="c-comment">   * 20.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxAttempts<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time for which the attempts to send one notification may fail before its receiver is given</span></span>
<span class="line"><span class="c-comment">   * up, in milliseconds. Default a day.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxAgeMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The upper limit of the wait after the first failed attempt, in milliseconds; it doubles with</span></span>
<span class="line"><span class="c-comment">   * each further one. The wait is random, from 0 up to the limit. Default 1,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> retryBaseMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The longest wait between attempts, in milliseconds, even if a receiver asks for more. Default</span></span>
<span class="line"><span class="c-comment">   * an hour.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> retryCapMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The interval at which the sender searches for deliveries that no hint announced, in</span></span>
<span class="line"><span class="c-comment">   * milliseconds. Default 1,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pollMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="PushStore" tabindex="-1">PushStore <a class="header-anchor" href="#PushStore" aria-label="Permalink to &quot;PushStore {#PushStore}&quot;">​</a></h3><p>Keeps the push configs of tasks, and how far each receiver has been notified. The log of a task is the outbox: a config only stores its position in the log, so no event is stored twice or lost.</p><p>Besides the rules of <a href="#TaskEngine" class="name"><code>TaskEngine</code></a>, for all methods:</p><ul><li>a config MUST become due in the same transaction that adds to the log of its task;</li><li>a task without configs MUST NOT cost anything;</li><li>deleting a task, or pruning it, MUST delete its configs.</li></ul><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> PushStore</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds a config to a task, whose receiver is notified of later events. A config with the same id</span></span>
<span class="line"><span class="c-comment">   * is replaced and keeps its position in the log, even if it was a dead letter: notifications go</span></span>
<span class="line"><span class="c-comment">   * on from there at once, and deliveries of the old config are lost.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  setPushConfig</span>(</span>
<span class="line">    scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>,</span>
<span class="line">    taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>,</span>
<span class="line">    change<span class="c-keyword">:</span><span class="c-function"> PushConfigChange</span>,</span>
<span class="line">  )<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">SetPushConfigOutcome</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the configs of a task in the order in which they were set; \`undefined\` if the scope has</span></span>
<span class="line"><span class="c-comment">   * no such task.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> TaskDamagedError if a stored config is damaged</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listPushConfigs</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> PushConfig</span>[] <span class="c-keyword">|</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Deletes a config and ends its delivery. Returns false only if the scope has no such task; a</span></span>
<span class="line"><span class="c-comment">   * config that does not exist is no fault.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  deletePushConfig</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, configId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Claims up to \`limit\` due deliveries of all scopes, the longest due first. Two claimers MUST</span></span>
<span class="line"><span class="c-comment">   * never get the same delivery. A delivery that is not settled within the time of the request is</span></span>
<span class="line"><span class="c-comment">   * due again. MUST NOT write when nothing is due.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  claimDeliveries</span>(request<span class="c-keyword">:</span><span class="c-function"> ClaimRequest</span>, limit<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> Delivery</span>[]&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Stores the outcome of a delivery. Returns false, with nothing written, if the delivery has</span></span>
<span class="line"><span class="c-comment">   * ended, was claimed again, or its config has changed. A delivery whose time has run out still</span></span>
<span class="line"><span class="c-comment">   * counts until it is claimed again.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  settleDelivery</span>(delivery<span class="c-keyword">:</span><span class="c-function"> Delivery</span>, settlement<span class="c-keyword">:</span><span class="c-function"> DeliverySettlement</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lists up to \`limit\` (default 100) dead letters of all scopes, the newest first, for operators.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listDeadLetters</span>(limit<span class="c-keyword">?:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> DeadLetter</span>[]&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Resumes the notifications of a dead letter from where they stopped, for operators. Returns</span></span>
<span class="line"><span class="c-comment">   * false if there is no such dead letter.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  reviveDeadLetter</span>(letter<span class="c-keyword">:</span><span class="c-function"> Pick</span>&lt;<span class="c-function">DeadLetter</span>,<span class="c-string-expression"> &#39;scope&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;taskId&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;configId&#39;</span>&gt;)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="QuestionPosition" tabindex="-1">QuestionPosition <a class="header-anchor" href="#QuestionPosition" aria-label="Permalink to &quot;QuestionPosition {#QuestionPosition}&quot;">​</a></h3><p>The place of a question in the list of open questions.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> QuestionPosition</span><span class="c-keyword"> =</span><span class="c-function"> Pick</span>&lt;<span class="c-function">OpenQuestion</span>,<span class="c-string-expression"> &#39;taskId&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;askedAt&#39;</span>&gt;;</span></code></pre></div><h3 id="QuestionQuery" tabindex="-1">QuestionQuery <a class="header-anchor" href="#QuestionQuery" aria-label="Permalink to &quot;QuestionQuery {#QuestionQuery}&quot;">​</a></h3><p>Selects open questions that were given to people.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> QuestionQuery</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Selects questions that are given to one of these addresses, such as \`user:kim\` and</span></span>
<span class="line"><span class="c-comment">   * \`role:approver\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> to<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /** The largest number of questions to list, from 1. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** Lists only questions that come after this one, the last of the page before. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">?:</span><span class="c-function"> QuestionPosition</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="QuestionStore" tabindex="-1">QuestionStore <a class="header-anchor" href="#QuestionStore" aria-label="Permalink to &quot;QuestionStore {#QuestionStore}&quot;">​</a></h3><p>Finds the open questions that were given to people. A question is open from the interrupted status whose message gives it to addresses (see <code>findAddressees</code>) until the task&#39;s next status, which MUST close it in the same transaction.</p><p>A status that asks a long question again is written without what stays the same: its metadata, under the URI of follow-up forms, have <code>restates</code>, the place of the status that has the whole question. <code>get</code> and <code>read</code> MUST return it with that question&#39;s message.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> QuestionStore</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lists open questions that are given to any of some addresses, each once; the question that was</span></span>
<span class="line"><span class="c-comment">   * asked first comes first, and of those asked at the same time the one with the lower id of its</span></span>
<span class="line"><span class="c-comment">   * task, in the order of JavaScript&#39;s \`&lt;\`. MUST NOT cost more the more tasks or questions there are, except those</span></span>
<span class="line"><span class="c-comment">   * of the page. The question of \`after\` may be closed or deleted meanwhile.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listQuestions</span>(query<span class="c-keyword">:</span><span class="c-function"> QuestionQuery</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> OpenQuestion</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns up to \`limit\` open questions whose time to wake has come, by the engine&#39;s clock; the</span></span>
<span class="line"><span class="c-comment">   * earliest comes first. They wake again after \`ttlMs\`, unless they are put off or closed, so that</span></span>
<span class="line"><span class="c-comment">   * work which was cut off is done again. Two calls at the same time MUST NOT get the same question.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  claimDueQuestions</span>(limit<span class="c-keyword">:</span><span class="c-constant"> number</span>, ttlMs<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> DueQuestion</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Sets the time at which a claimed question wakes next, ISO 8601; without it, the question sleeps</span></span>
<span class="line"><span class="c-comment">   * until it is asked again. Does nothing if the question was claimed or asked again meanwhile.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  putOffQuestion</span>(question<span class="c-keyword">:</span><span class="c-function"> DueQuestion</span>, wakesAt<span class="c-keyword">?:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="QueuedTask" tabindex="-1">QueuedTask <a class="header-anchor" href="#QueuedTask" aria-label="Permalink to &quot;QueuedTask {#QueuedTask}&quot;">​</a></h3><p>A task that waits for a runner, and how long it has waited.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> QueuedTask</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-comment">  /** The skill of the task&#39;s invocation; absent when the invocation names none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time since the task could be claimed, in milliseconds by the engine&#39;s clock: since its last</span></span>
<span class="line"><span class="c-comment">   * status, or since the end of its rest or of a lease that nobody renewed.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> waitedMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ReadOptions" tabindex="-1">ReadOptions <a class="header-anchor" href="#ReadOptions" aria-label="Permalink to &quot;ReadOptions {#ReadOptions}&quot;">​</a></h3><p>Options of <code>TaskEngine.read</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ReadOptions</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of events to read. Default 500. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RecordQuery" tabindex="-1">RecordQuery <a class="header-anchor" href="#RecordQuery" aria-label="Permalink to &quot;RecordQuery {#RecordQuery}&quot;">​</a></h3><p>Selects the records of <code>SharedRecords.list</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RecordQuery</span> {</span>
<span class="line"><span class="c-comment">  /** Lists only records whose keys begin with this text, which is a key itself. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prefix<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Lists only records whose keys come after this one, such as the last of a page before. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> after<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of records to list, an integer from 1 to 1,000. Default 100. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RecordRoom" tabindex="-1">RecordRoom <a class="header-anchor" href="#RecordRoom" aria-label="Permalink to &quot;RecordRoom {#RecordRoom}&quot;">​</a></h3><p>Room for records of one kind, such as the drafts of a person.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RecordRoom</span> {</span>
<span class="line"><span class="c-comment">  /** Counts the records whose keys begin with this text, which is a key itself. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prefix<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of these records, an integer from 1 to 1,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> most<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="ReleaseOptions" tabindex="-1">ReleaseOptions <a class="header-anchor" href="#ReleaseOptions" aria-label="Permalink to &quot;ReleaseOptions {#ReleaseOptions}&quot;">​</a></h3><p>Options of <code>TaskEngine.release</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> ReleaseOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time before which the tasks MUST NOT be claimed again, in milliseconds; the attempt then</span></span>
<span class="line"><span class="c-comment">   * counts. Default: they can be claimed at once, and the attempt does not count.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> retryAfterMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True for tasks that were claimed as suspects and have not begun: their leases run out at once</span></span>
<span class="line"><span class="c-comment">   * instead of ending, so that the tasks stay suspects. Default false. Not with \`retryAfterMs\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> runOut<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True for tasks that the storage has kept from going on: they rest, but the attempt does not</span></span>
<span class="line"><span class="c-comment">   * count. Default false. Only with \`retryAfterMs\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> uncounted<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Renewed" tabindex="-1">Renewed <a class="header-anchor" href="#Renewed" aria-label="Permalink to &quot;Renewed {#Renewed}&quot;">​</a></h3><p>The outcome of <code>TaskEngine.renew</code>: ids of tasks with lost leases, and of those to cancel.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Renewed</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> lost<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> cancel<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="RepeatedWork" tabindex="-1">RepeatedWork <a class="header-anchor" href="#RepeatedWork" aria-label="Permalink to &quot;RepeatedWork {#RepeatedWork}&quot;">​</a></h3><p>Work that one of the processes does again and again, such as deleting old tasks.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RepeatedWork</span> {</span>
<span class="line"><span class="c-comment">  /** The name of the work; processes that give the same name share the work. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> name<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The interval at which the work is done, in milliseconds; an adapter MAY round it up to a</span></span>
<span class="line"><span class="c-comment">   * second.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> everyMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The function that does the work; it never rejects. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> work</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">:</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Reply" tabindex="-1">Reply <a class="header-anchor" href="#Reply" aria-label="Permalink to &quot;Reply {#Reply}&quot;">​</a></h3><p>The answer of a caller to an interrupted task.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Reply</span> {</span>
<span class="line"><span class="c-comment">  /** The number of the status that asked the question, or of a memo that was kept since. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> expectedSeq<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The idempotency key: two replies to one task with the same key are the same reply. Without a</span></span>
<span class="line"><span class="c-comment">   * key, the reply is always new.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> idempotencyKey<span class="c-keyword">?:</span><span class="c-function"> IdempotencyKey</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The events to write, in this order. The last MUST be a status, and the only one: \`working\` lets</span></span>
<span class="line"><span class="c-comment">   * the task run again, an interrupted state asks another question, a terminal state ends the task.</span></span>
<span class="line"><span class="c-comment">   * \`submitted\` is not allowed: a task that has begun does not go back to it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> events<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> NewTaskEvent</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="ReplyOutcome" tabindex="-1">ReplyOutcome <a class="header-anchor" href="#ReplyOutcome" aria-label="Permalink to &quot;ReplyOutcome {#ReplyOutcome}&quot;">​</a></h3><p>The outcome of <code>TaskEngine.reply</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> ReplyOutcome</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-comment">  /** The reply was written. The lease is present if it was claimed and the task runs again. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;accepted&#39;</span>; <span class="c-keyword">readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span>; <span class="c-keyword">readonly</span> lease<span class="c-keyword">?:</span><span class="c-function"> Lease</span> }</span>
<span class="line"><span class="c-comment">  /** The same reply was accepted before; nothing was written. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;repeated&#39;</span> }</span>
<span class="line"><span class="c-comment">  /** The task no longer waits for an answer to that question; nothing was written. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;stale&#39;</span>; <span class="c-keyword">readonly</span> state<span class="c-keyword">:</span><span class="c-function"> TaskStateName</span> }</span>
<span class="line"><span class="c-comment">  /** The scope has no such task. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;not-found&#39;</span> };</span></code></pre></div><h3 id="Retention" tabindex="-1">Retention <a class="header-anchor" href="#Retention" aria-label="Permalink to &quot;Retention {#Retention}&quot;">​</a></h3><p><a href="#RetentionOptions" class="name"><code>RetentionOptions</code></a> after their defaults were filled in.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Retention</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> maxAgeMs<span class="c-keyword">:</span><span class="c-constant"> number</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> maxCount<span class="c-keyword">:</span><span class="c-constant"> number</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> abandonedAfterMs<span class="c-keyword">:</span><span class="c-constant"> number</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> everyMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scheduler<span class="c-keyword">:</span><span class="c-function"> Scheduler</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RetentionOptions" tabindex="-1">RetentionOptions <a class="header-anchor" href="#RetentionOptions" aria-label="Permalink to &quot;RetentionOptions {#RetentionOptions}&quot;">​</a></h3><p>Limits beyond which tasks are deleted. Without any limit, no task is deleted.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RetentionOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The time that finished tasks are kept after their end, in milliseconds. Default: for ever. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxAgeMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of finished tasks to keep, the newest of all callers together. Default: all. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxCount<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time that a task may wait for an answer, in milliseconds; after that, the janitor fails the</span></span>
<span class="line"><span class="c-comment">   * task. Default: for ever.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> abandonedAfterMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The interval between searches for old tasks, in milliseconds; the first search is at the start.</span></span>
<span class="line"><span class="c-comment">   * Default 60,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> everyMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The scheduler that lets only one of the processes search each time. Default: every process</span></span>
<span class="line"><span class="c-comment">   * searches, which costs a short search each, and still deletes each task once.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> scheduler<span class="c-keyword">?:</span><span class="c-function"> Scheduler</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RunnerOptions" tabindex="-1">RunnerOptions <a class="header-anchor" href="#RunnerOptions" aria-label="Permalink to &quot;RunnerOptions {#RunnerOptions}&quot;">​</a></h3><p>Options of <code>createRunner</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RunnerOptions</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> logger<span class="c-keyword">:</span><span class="c-function"> TaskLogger</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of tasks that run at the same time. Default 256, because handlers mostly</span></span>
<span class="line"><span class="c-comment">   * wait for other services. 0 leaves all tasks to other processes that share the engine&#39;s storage.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> concurrency<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time that a lease lasts without renewal, in milliseconds; the runner renews each lease</span></span>
<span class="line"><span class="c-comment">   * three times in that time. After a process dies, others take its tasks once that time is over. A</span></span>
<span class="line"><span class="c-comment">   * process that could not renew a lease for that time begins no step of the task. Default 12,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> leaseMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The interval at which the runner searches for tasks that no hint announced, in milliseconds.</span></span>
<span class="line"><span class="c-comment">   * Default 1,000; with a dispatcher 10,000, for tasks that no job announced.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pollMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of times that a task may begin and lose its process, or its lease, without</span></span>
<span class="line"><span class="c-comment">   * reaching a question or the end of a new step; then the task fails. From 3, a task that ends its</span></span>
<span class="line"><span class="c-comment">   * process is found, and takes no others with it. Default 5. Attempts that the handler itself ends</span></span>
<span class="line"><span class="c-comment">   * with an error count for the skill&#39;s \`retry\` instead.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxAttempts<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest size of a single entry that a handler stores, other than an artifact, in bytes: a</span></span>
<span class="line"><span class="c-comment">   * step&#39;s result or a question as JSON, or a progress text. Default 1,048,576 (1 MiB).</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> maxEntryBytes<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The name under which this process claims tasks, for engines of your own that log it. Default:</span></span>
<span class="line"><span class="c-comment">   * the process id.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> worker<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The queue that brings waiting tasks, and tasks of processes that died, to a process with a free</span></span>
<span class="line"><span class="c-comment">   * place. Default: runners claim tasks from the engine, which needs no queue. A task that finds a</span></span>
<span class="line"><span class="c-comment">   * free place in the process that accepted it starts there in any case. The caller closes the</span></span>
<span class="line"><span class="c-comment">   * dispatcher, after the runner.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> dispatcher<span class="c-keyword">?:</span><span class="c-function"> Dispatcher</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="Scheduler" tabindex="-1">Scheduler <a class="header-anchor" href="#Scheduler" aria-label="Permalink to &quot;Scheduler {#Scheduler}&quot;">​</a></h3><p>Repeats work, such as deleting old tasks, and lets exactly one of the processes do it each time. The option <code>scheduler</code> of <a href="#RetentionOptions" class="name"><code>RetentionOptions</code></a> takes one; without it, every process does the work.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> Scheduler</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Repeats work every \`everyMs\` from now on, while at least one process asks for it. MUST call the</span></span>
<span class="line"><span class="c-comment">   * \`work\` of one process alone each time. MAY leave out a time at which no process runs. Returns a</span></span>
<span class="line"><span class="c-comment">   * function that ends the repetition in this process, and resolves when its work is not under way.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  repeat</span>(repeated<span class="c-keyword">:</span><span class="c-function"> RepeatedWork</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;() <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="Scope" tabindex="-1">Scope <a class="header-anchor" href="#Scope" aria-label="Permalink to &quot;Scope {#Scope}&quot;">​</a></h3><p>The owner of tasks, derived from the authenticated caller; engines store it as text.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> Scope</span><span class="c-keyword"> =</span><span class="c-constant"> string</span><span class="c-keyword"> &amp;</span> { <span class="c-keyword">readonly</span> [<span class="c-constant">SCOPE</span>]<span class="c-keyword">:</span><span class="c-constant"> true</span> };</span></code></pre></div><h3 id="SetConditions" tabindex="-1">SetConditions <a class="header-anchor" href="#SetConditions" aria-label="Permalink to &quot;SetConditions {#SetConditions}&quot;">​</a></h3><p>The conditions of <code>SharedRecords.set</code>, all of which must hold.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SetConditions</span> {</span>
<span class="line"><span class="c-comment">  /** Stores only if this is the present text of the key. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> replaces<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** True to store only if the key has no record. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isNew<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /** Stores under a key that has no record only while each of these rooms has a place. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> within<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> RecordRoom</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="SetPushConfigOutcome" tabindex="-1">SetPushConfigOutcome <a class="header-anchor" href="#SetPushConfigOutcome" aria-label="Permalink to &quot;SetPushConfigOutcome {#SetPushConfigOutcome}&quot;">​</a></h3><p>The outcome of <code>PushStore.setPushConfig</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> SetPushConfigOutcome</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;set&#39;</span> }</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The task already has the largest number of push configs, and none with this id. Nothing was</span></span>
<span class="line"><span class="c-comment">   * written.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;full&#39;</span> }</span>
<span class="line"><span class="c-comment">  /** The scope has no such task. */</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;not-found&#39;</span> };</span></code></pre></div><h3 id="SharedRecord" tabindex="-1">SharedRecord <a class="header-anchor" href="#SharedRecord" aria-label="Permalink to &quot;SharedRecord {#SharedRecord}&quot;">​</a></h3><p>A text that is kept under a key for a limited time.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SharedRecord</span> {</span>
<span class="line"><span class="c-comment">  /** The text, such as JSON: at most 65,536 UTF-16 units, well-formed, without U+0000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> value<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time for which the text is kept, in milliseconds: an integer from 1 to 34,560,000,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> ttlMs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The party for which the text is kept, such as a person. A store with a limit shares its room</span></span>
<span class="line"><span class="c-comment">   * among parties. Default: what precedes the last \`/\` or \`:\` of the key.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> owner<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="SharedRecords" tabindex="-1">SharedRecords <a class="header-anchor" href="#SharedRecords" aria-label="Permalink to &quot;SharedRecords {#SharedRecords}&quot;">​</a></h3><p>Records that all replicas of an agent share and that matter for a limited time, such as open connections and ids of received messages. A key has 1 to 512 UTF-16 units, well-formed, without U+0000.</p><p>A method MUST resolve only after its change is stored as durably as the store stores anything, and any call that begins afterwards, in any process, MUST see the change. A record MUST exist until its time is over, and MUST NOT exist afterwards; only the clock of the storage decides, so that the clocks of the processes do not matter. A store MUST NOT delete a record before its time, unless it has a <code>limit</code>. Expired records SHOULD be deleted without a request. A method MUST reject with <a href="#EngineStorageError" class="name"><code>EngineStorageError</code></a> while the storage does not answer, and work again once it does.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SharedRecords</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of records beyond which some are deleted: the oldest ones of the owner that has</span></span>
<span class="line"><span class="c-comment">   * most, so that an owner who stores many loses their own. Absent if no record is deleted before</span></span>
<span class="line"><span class="c-comment">   * its time.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds a record unless its key has one. Of all calls for one key at the same time, in all</span></span>
<span class="line"><span class="c-comment">   * processes, exactly one MUST get \`isNew: true\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  add</span>(key<span class="c-keyword">:</span><span class="c-constant"> string</span>, record<span class="c-keyword">:</span><span class="c-function"> SharedRecord</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">AddedRecord</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Returns the text under a key; \`undefined\` if the key has no record. */</span></span>
<span class="line"><span class="c-function">  get</span>(key<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">string</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Stores a record, and replaces the record that its key may have; with conditions, only if they</span></span>
<span class="line"><span class="c-comment">   * hold. Resolves with whether it is stored. Conditions are judged and the record is stored in one</span></span>
<span class="line"><span class="c-comment">   * step: however many calls come at the same time, in all processes, a room MUST NOT have more</span></span>
<span class="line"><span class="c-comment">   * records than it allows because of them, and one text MUST be replaced once.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  set</span>(key<span class="c-keyword">:</span><span class="c-constant"> string</span>, record<span class="c-keyword">:</span><span class="c-function"> SharedRecord</span>, conditions<span class="c-keyword">?:</span><span class="c-function"> SetConditions</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Deletes the record of a key, if there is one; with a condition, only if it holds, in one step.</span></span>
<span class="line"><span class="c-comment">   * Of all calls at the same time, in all processes, exactly one MUST resolve with true for one</span></span>
<span class="line"><span class="c-comment">   * record.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  delete</span>(key<span class="c-keyword">:</span><span class="c-constant"> string</span>, condition<span class="c-keyword">?:</span><span class="c-function"> DeleteCondition</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Lists records by their keys, in the order of Unicode code points. */</span></span>
<span class="line"><span class="c-function">  list</span>(query<span class="c-keyword">:</span><span class="c-function"> RecordQuery</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> ListedRecord</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lists up to 1,000 records of every kind, by their keys, so that another store can take them:</span></span>
<span class="line"><span class="c-comment">   * those that come after \`after\`, the last key of the page before. Absent if the records cannot be</span></span>
<span class="line"><span class="c-comment">   * moved.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listAll</span><span class="c-keyword">?</span>(after<span class="c-keyword">?:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> KeptRecord</span>[]&gt;;</span>
<span class="line"><span class="c-comment">  /** Closes the store with its files and connections. */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="StateCounts" tabindex="-1">StateCounts <a class="header-anchor" href="#StateCounts" aria-label="Permalink to &quot;StateCounts {#StateCounts}&quot;">​</a></h3><p>The number of tasks in each state.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> StateCounts</span><span class="c-keyword"> =</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Partial</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-function">TaskStateName</span>,<span class="c-constant"> number</span>&gt;&gt;&gt;;</span></code></pre></div><h3 id="StorageChecks" tabindex="-1">StorageChecks <a class="header-anchor" href="#StorageChecks" aria-label="Permalink to &quot;StorageChecks {#StorageChecks}&quot;">​</a></h3><p>The checks by which an engine finds out that what it has stored cannot be relied on.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> StorageChecks</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Rejects with \`EngineStorageError\` (\`BLOBS_ELSEWHERE\`) if the blob store has none of some blobs of</span></span>
<span class="line"><span class="c-comment">   * tasks, because its place is wrong. Absent if there is no blob store.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  checkBlobs</span><span class="c-keyword">?</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Compares every index with its table, in short steps, and rejects with \`EngineStorageError\`</span></span>
<span class="line"><span class="c-comment">   * (\`SQLITE_CORRUPT_INDEX\`) that names those that differ, because searches by them give wrong</span></span>
<span class="line"><span class="c-comment">   * answers; then the kept counts with the tasks (\`SQLITE_CORRUPT_COUNTS\`). Resolves early if the engine is closed. Absent if the storage has checks of its own.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  checkIndexes</span><span class="c-keyword">?</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskArchive" tabindex="-1">TaskArchive <a class="header-anchor" href="#TaskArchive" aria-label="Permalink to &quot;TaskArchive {#TaskArchive}&quot;">​</a></h3><p>Moves whole tasks out of one engine and into another, so that the tasks can change to another database. For operators. Every archive MUST pass <a href="#describeTaskArchive" class="name"><code>describeTaskArchive</code></a> (see <code>@formwork/runtime/testing</code>).</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskArchive</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lists at most \`limit\` tasks of all scopes in the order of their creation, from the one after</span></span>
<span class="line"><span class="c-comment">   * the place \`after\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  list</span>(after<span class="c-keyword">:</span><span class="c-constant"> number</span>, limit<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> ArchiveEntry</span>[]&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns a task as of one moment; \`undefined\` if no task has this id. The result MUST equal what</span></span>
<span class="line"><span class="c-comment">   * was written, byte for byte.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> TaskDamagedError if a stored part of the task, or of its push configs, is damaged</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  export</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">ArchivedTask</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds an exported task in one transaction with the same ids, positions and times. The task has</span></span>
<span class="line"><span class="c-comment">   * no lease; a submitted or working task can be claimed after its \`restsUntil\`. Returns false,</span></span>
<span class="line"><span class="c-comment">   * with nothing written, if a task has this id. Later events MUST NOT get an earlier time than the</span></span>
<span class="line"><span class="c-comment">   * imported ones. Tasks that are imported one after the other MUST keep that order.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> TypeError when another task has its creation key</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  import</span>(task<span class="c-keyword">:</span><span class="c-function"> ArchivedTask</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** Returns the number of tasks that a lease protects at the moment. */</span></span>
<span class="line"><span class="c-function">  countLeases</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskDamagedErrorOptions" tabindex="-1">TaskDamagedErrorOptions <a class="header-anchor" href="#TaskDamagedErrorOptions" aria-label="Permalink to &quot;TaskDamagedErrorOptions {#TaskDamagedErrorOptions}&quot;">​</a></h3><p>Options of <a href="#TaskDamagedError" class="name"><code>TaskDamagedError</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskDamagedErrorOptions</span><span class="c-keyword"> extends</span><span class="c-function"> ErrorOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The message of the error. Default: a text that says that the log of the task is damaged. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> message<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The blob that is missing or damaged. Default: the log itself is damaged. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> blobId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskEngine" tabindex="-1">TaskEngine <a class="header-anchor" href="#TaskEngine" aria-label="Permalink to &quot;TaskEngine {#TaskEngine}&quot;">​</a></h3><p>Keeps tasks and their logs. Only stored rows are reliable; hints may be lost.</p><p>Every engine MUST pass <a href="#describeTaskEngine" class="name"><code>describeTaskEngine</code></a> (see <code>@formwork/runtime/testing</code>). In all methods:</p><ul><li>data whose write was acknowledged (the promise resolved) MUST be visible to every later call on any instance over the same storage, and as durable as the engine promises;</li><li>a task of another scope MUST be treated as if it did not exist;</li><li>the log of a task MUST be gapless and totally ordered, starting at 1 with the creation (a <code>status</code> event, state <code>submitted</code>);</li><li>a terminal state MUST be the last event: nothing is appended after it;</li><li>the cost of one event MUST NOT grow with the number of events before it;</li><li>time MUST be the engine&#39;s own clock, never the caller&#39;s.</li><li>a length of time MAY have a part of a millisecond, which counts as one, and be of any size; one that is not a number from 0 MUST be refused with a <code>RangeError</code>.</li></ul><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskEngine</span><span class="c-keyword"> extends</span><span class="c-function"> PushStore</span>,<span class="c-function"> QuestionStore</span>,<span class="c-function"> TaskQueue</span>,<span class="c-function"> LateMemos</span>,<span class="c-function"> StorageChecks</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Makes a task in state \`submitted\`. MUST be idempotent per (scope, idempotencyKey), also under</span></span>
<span class="line"><span class="c-comment">   * races: exactly one caller gets \`created: true\`. With \`claim\`, the same transaction also leases</span></span>
<span class="line"><span class="c-comment">   * a new task. MUST reject an id that another task has.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  create</span>(task<span class="c-keyword">:</span><span class="c-function"> NewTask</span>, claim<span class="c-keyword">?:</span><span class="c-function"> NewTaskClaim</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Created</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** Returns the present snapshot of a task; \`undefined\` if the scope has no such task. */</span></span>
<span class="line"><span class="c-function">  get</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">TaskSnapshot</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns one page of the scope&#39;s tasks in the order of the query, by status time, then by id in</span></span>
<span class="line"><span class="c-comment">   * the order of JavaScript&#39;s \`&lt;\`. A caller that reads page after page MUST NOT see a task twice unless</span></span>
<span class="line"><span class="c-comment">   * its status changed in between. A damaged task MUST be left out, named in \`damaged\`, and counted</span></span>
<span class="line"><span class="c-comment">   * in \`totalSize\`.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> InvalidPageTokenError on a token that the engine did not make, and RangeError on a time</span></span>
<span class="line"><span class="c-comment">   * that cannot be read and on a text that is empty or too long</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  list</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, query<span class="c-keyword">:</span><span class="c-function"> TaskQuery</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">TaskPage</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds events in one transaction and returns the sequence number of the last. MUST throw</span></span>
<span class="line"><span class="c-comment">   * \`LeaseLostError\`, and write nothing, when the lease is not the task&#39;s newest or the task is</span></span>
<span class="line"><span class="c-comment">   * terminal. A lease whose time has run out still counts until a newer one exists. A terminal or</span></span>
<span class="line"><span class="c-comment">   * interrupted state MUST end the lease; when it is not the last of the events, all of them MUST</span></span>
<span class="line"><span class="c-comment">   * be rejected with a \`TypeError\` (see \`checkNewEvents\`). Without events, it writes nothing and</span></span>
<span class="line"><span class="c-comment">   * returns the sequence number of the log&#39;s last event. When a caller has asked to cancel the</span></span>
<span class="line"><span class="c-comment">   * task, an interrupted state MUST be followed, in the same transaction, by \`canceled\`: a task</span></span>
<span class="line"><span class="c-comment">   * must not wait for an answer that its caller will not give. A \`memo\` begins the count of attempts</span></span>
<span class="line"><span class="c-comment">   * anew, with the attempt of this lease as the first, because the task got on. An engine whose logs have a limit</span></span>
<span class="line"><span class="c-comment">   * MUST throw \`LogFullError\`, and still take a terminal state.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  append</span>(lease<span class="c-keyword">:</span><span class="c-function"> Lease</span>, events<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> NewTaskEvent</span>[])<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the events of a task with a sequence number above \`after\`, in order, at most \`limit\`</span></span>
<span class="line"><span class="c-comment">   * (default 500). Returns none when this scope has no such task.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  read</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">:</span><span class="c-function"> ReadOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> TaskEvent</span>[]&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Calls \`hint\` with the id of a task after something about it changed, or with \`&#39;*&#39;\` when any</span></span>
<span class="line"><span class="c-comment">   * task may have changed. Hints MAY be lost, repeated or early: a listener MUST read the task, and</span></span>
<span class="line"><span class="c-comment">   * MUST also read it from time to time without a hint. \`hint\` MUST NOT throw; it MAY use the</span></span>
<span class="line"><span class="c-comment">   * engine, so it MUST NOT be called inside a transaction. A reply that leaves a task to any runner</span></span>
<span class="line"><span class="c-comment">   * MUST also be hinted as \`&#39;*&#39;\`, because runners ignore the ids of tasks. A creation that does so</span></span>
<span class="line"><span class="c-comment">   * MAY be hinted as \`&#39;!&#39;\`, for runners alone, so that a free one starts the task at once. Returns</span></span>
<span class="line"><span class="c-comment">   * a function that ends the watch.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  watch</span>(<span class="c-function">hint</span><span class="c-keyword">:</span> (taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>) <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>)<span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> void</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Leases up to \`limit\` tasks that are submitted or working and have no valid lease. Two calls at</span></span>
<span class="line"><span class="c-comment">   * the same time MUST never get the same epoch of a task.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * Tasks of one scope are leased in the order in which they began to wait, and scopes alternate.</span></span>
<span class="line"><span class="c-comment">   * Each waiting task has a number, its turn: a task that is created, or answered, without a claim</span></span>
<span class="line"><span class="c-comment">   * gets the turn after the last waiting one of its scope, but not below the lowest turn of all</span></span>
<span class="line"><span class="c-comment">   * waiting tasks. The lowest turn is leased first, and of equal turns the task that was created</span></span>
<span class="line"><span class="c-comment">   * first. A task with a claim has turn 0; a task that loses its lease keeps its turn.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  claim</span>(request<span class="c-keyword">:</span><span class="c-function"> WorkRequest</span>, limit<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> Lease</span>[]&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Extends leases to \`ttlMs\` milliseconds from now, also a lease whose time has run out while no</span></span>
<span class="line"><span class="c-comment">   * newer one exists. Returns the tasks whose leases are lost, and those that a caller has asked to</span></span>
<span class="line"><span class="c-comment">   * cancel.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  renew</span>(leases<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Lease</span>[], ttlMs<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Renewed</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Cancels a task at once if nobody runs it; if it is leased, asks its runner to stop. If the task</span></span>
<span class="line"><span class="c-comment">   * completes at the same moment, exactly one of the two MUST count. With \`force\`, the outcome is</span></span>
<span class="line"><span class="c-comment">   * never \`requested\`: the holder of the lease can write nothing any more.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  cancel</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>, options<span class="c-keyword">?:</span><span class="c-function"> CancelOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">CancelOutcome</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Adds a caller&#39;s answer to a task that is interrupted, in one transaction. Of replies to one</span></span>
<span class="line"><span class="c-comment">   * question at the same moment, exactly one MUST be accepted with \`working\`; a reply that was</span></span>
<span class="line"><span class="c-comment">   * accepted before under the same idempotency key MUST be \`repeated\`, also after the task has gone</span></span>
<span class="line"><span class="c-comment">   * on or ended. With \`claim\`, the same transaction also leases a task that runs again. The number</span></span>
<span class="line"><span class="c-comment">   * of attempts begins again at 0, because the task had reached a question. MUST reject events with</span></span>
<span class="line"><span class="c-comment">   * a \`TypeError\` unless they end with their only status, and that is one of </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> Reply.events}</span><span class="c-comment">.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  reply</span>(</span>
<span class="line">    scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>,</span>
<span class="line">    taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>,</span>
<span class="line">    options<span class="c-keyword">:</span> { <span class="c-keyword">readonly</span> reply<span class="c-keyword">:</span><span class="c-function"> Reply</span>; <span class="c-keyword">readonly</span> claim<span class="c-keyword">?:</span><span class="c-function"> ClaimRequest</span> },</span>
<span class="line">  )<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">ReplyOutcome</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Gives leases back, so that the tasks can be claimed at once. Their last attempt does not count:</span></span>
<span class="line"><span class="c-comment">   * the next claim has the same \`attempt\`. Leases that are lost are passed over.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * With \`retryAfterMs\`, the tasks rest: nobody can claim them for that time, and the next claim</span></span>
<span class="line"><span class="c-comment">   * has the next \`attempt\`, and one more of \`failures\`, unless \`uncounted\` is true. Nobody holds a</span></span>
<span class="line"><span class="c-comment">   * lease meanwhile, so \`cancel\` ends them at once. A task that a caller has asked to cancel does not</span></span>
<span class="line"><span class="c-comment">   * rest.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  release</span>(leases<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Lease</span>[], options<span class="c-keyword">?:</span><span class="c-function"> ReleaseOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** Deletes a task with all its data, in any state; false when the scope has no such task. */</span></span>
<span class="line"><span class="c-function">  delete</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the number of bytes that are stored for a scope: the first messages, metadata and logs</span></span>
<span class="line"><span class="c-comment">   * of its tasks, and the files in them. MUST cost the same however many tasks there are, MUST be</span></span>
<span class="line"><span class="c-comment">   * the same after the engine was closed and opened again, and MUST fall by all bytes of a task</span></span>
<span class="line"><span class="c-comment">   * when the task is deleted or pruned. The engine&#39;s own overhead does not count, and small events</span></span>
<span class="line"><span class="c-comment">   * of a running task MAY count only from its next change of state.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  countBytes</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the number of tasks of all scopes in each state; states without tasks MAY be missing.</span></span>
<span class="line"><span class="c-comment">   * For operators, who ask every few seconds.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  countStates</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">StateCounts</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the scope that a task belongs to; \`undefined\` when there is no such task. For</span></span>
<span class="line"><span class="c-comment">   * operators: MUST NOT be called on behalf of a caller, for whom tasks of others do not exist.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  findScope</span>(taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">Scope</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Lists interrupted tasks of all scopes; the task that has waited longest comes first. For</span></span>
<span class="line"><span class="c-comment">   * operators.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> RangeError on a time that cannot be read</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listWaiting</span>(query<span class="c-keyword">:</span><span class="c-function"> WaitingQuery</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-keyword">readonly</span><span class="c-function"> WaitingTask</span>[]&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns one page of the tasks of all scopes, newest status first, then by id. MUST NOT</span></span>
<span class="line"><span class="c-comment">   * read their logs, so that a damaged task is listed with the others. MAY search all tasks. For</span></span>
<span class="line"><span class="c-comment">   * operators.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> InvalidPageTokenError on a token that the engine did not make, and RangeError on a time</span></span>
<span class="line"><span class="c-comment">   * that cannot be read and on a size of the page that is not an integer from 1 to 100</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  listAll</span>(query<span class="c-keyword">:</span><span class="c-function"> AllTasksQuery</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">AllTasksPage</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Ends the rest of a task (see </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> TaskEngine.release}</span><span class="c-comment">), so that it can be claimed at once;</span></span>
<span class="line"><span class="c-comment">   * earlier attempts still count. MUST be hinted as \`&#39;*&#39;\`. Returns false when this scope has no</span></span>
<span class="line"><span class="c-comment">   * such task, or the task does not rest. For operators.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  wake</span>(scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>, taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">boolean</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the time in milliseconds since 1970, by the clock from which tasks get their times.</span></span>
<span class="line"><span class="c-comment">   * Absent if that is the clock of this machine.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  now</span><span class="c-keyword">?</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /** Moves whole tasks out of the engine, or into it. Absent if the engine cannot do that. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> archive<span class="c-keyword">?:</span><span class="c-function"> TaskArchive</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Deletes finished tasks, the oldest first, and returns their number. Unfinished tasks stay. MAY</span></span>
<span class="line"><span class="c-comment">   * stop early, so that others need not wait, but MUST NOT return 0 while a task matches the</span></span>
<span class="line"><span class="c-comment">   * request and \`limit\` allows it.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * </span><span class="c-keyword">@throws</span><span class="c-comment"> RangeError on a time that cannot be read, and on numbers that are not integers from 0</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  prune</span>(request<span class="c-keyword">:</span><span class="c-function"> PruneRequest</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">number</span>&gt;;</span>
<span class="line"></span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Closes the engine&#39;s files and connections. Later calls reject with \`EngineClosedError\` (\`watch\`</span></span>
<span class="line"><span class="c-comment">   * throws it); closing again does nothing.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskEvent" tabindex="-1">TaskEvent <a class="header-anchor" href="#TaskEvent" aria-label="Permalink to &quot;TaskEvent {#TaskEvent}&quot;">​</a></h3><p>One entry of a task&#39;s log: an event with its position and time.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskEvent</span> {</span>
<span class="line"><span class="c-comment">  /** The position in the log of this task: 1, 2, 3, ... without gaps. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The time at which the engine accepted the event, by its own clock: ISO 8601 in UTC with</span></span>
<span class="line"><span class="c-comment">   * milliseconds.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> timestamp<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> event<span class="c-keyword">:</span><span class="c-function"> NewTaskEvent</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskLimits" tabindex="-1">TaskLimits <a class="header-anchor" href="#TaskLimits" aria-label="Permalink to &quot;TaskLimits {#TaskLimits}&quot;">​</a></h3><p>The limits of the tasks, sessions and bytes that each caller may store.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskLimits</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of unfinished tasks of one caller, including those that wait for an answer.</span></span>
<span class="line"><span class="c-comment">   * Default 5,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> unfinishedTasks<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of unfinished tasks of all anonymous callers together. Default 20,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> unfinishedTasksOfStrangers<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of tasks of one caller, or of all anonymous callers, that wait for an</span></span>
<span class="line"><span class="c-comment">   * answer; new tasks can begin once some are answered or canceled. Default 5,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> waitingQuestions<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of bytes that are stored for one caller: messages and files of its tasks and</span></span>
<span class="line"><span class="c-comment">   * sessions, and the agent&#39;s answers. More can be stored once some of its tasks are deleted.</span></span>
<span class="line"><span class="c-comment">   * Default 1,073,741,824.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> storedBytes<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of bytes that are stored for all anonymous callers together. Default</span></span>
<span class="line"><span class="c-comment">   * 2,147,483,648.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> storedBytesOfStrangers<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of sessions of one caller that have not ended. Default 2,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openSessions<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of sessions of all anonymous callers together that have not ended. Default</span></span>
<span class="line"><span class="c-comment">   * 1,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> openSessionsOfStrangers<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of stored sessions of one caller, ended or not. Default 10,000. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> storedSessions<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of stored sessions of all anonymous callers together, ended or not. Default</span></span>
<span class="line"><span class="c-comment">   * 5,000.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> storedSessionsOfStrangers<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskOrder" tabindex="-1">TaskOrder <a class="header-anchor" href="#TaskOrder" aria-label="Permalink to &quot;TaskOrder {#TaskOrder}&quot;">​</a></h3><p>The order of a list by the time of the status; tasks of equal times are ordered by id, the lowest first.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> TaskOrder</span><span class="c-keyword"> =</span><span class="c-string-expression"> &#39;newest-first&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;oldest-first&#39;</span>;</span></code></pre></div><h3 id="TaskPage" tabindex="-1">TaskPage <a class="header-anchor" href="#TaskPage" aria-label="Permalink to &quot;TaskPage {#TaskPage}&quot;">​</a></h3><p>One page of a list of a scope&#39;s tasks.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskPage</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> tasks<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> TaskSnapshot</span>[];</span>
<span class="line"><span class="c-comment">  /** The token for the next page; absent on the last page. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> nextPageToken<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The number of tasks on all pages together. With </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> TaskQuery.text}</span><span class="c-comment">, the number of tasks that</span></span>
<span class="line"><span class="c-comment">   * the other filters select, because only a search of all of them could count the rest.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> totalSize<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The errors of damaged tasks that are left out of this page; absent if no task is damaged. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> damaged<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-function"> TaskDamagedError</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="TaskQuery" tabindex="-1">TaskQuery <a class="header-anchor" href="#TaskQuery" aria-label="Permalink to &quot;TaskQuery {#TaskQuery}&quot;">​</a></h3><p>Selects the tasks to list.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskQuery</span> {</span>
<span class="line"><span class="c-comment">  /** Default: \`newest-first\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> order<span class="c-keyword">?:</span><span class="c-function"> TaskOrder</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> contextId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> state<span class="c-keyword">?:</span><span class="c-function"> TaskStateName</span>;</span>
<span class="line"><span class="c-comment">  /** Selects only tasks whose status changed at or after this time, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> statusTimestampAfter<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Selects only tasks whose status changed before this time, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> statusTimestampBefore<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Selects only tasks that run this skill. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Selects only tasks that have all of these words: 1 to 8, in at most 200 characters. They are</span></span>
<span class="line"><span class="c-comment">   * searched in what the caller sent, in the results, in the title and in the message of the state,</span></span>
<span class="line"><span class="c-comment">   * as parts of words, without regard to letter case. A word that came in two pieces MAY be missed.</span></span>
<span class="line"><span class="c-comment">   *</span></span>
<span class="line"><span class="c-comment">   * A page MAY then end before it is full, with a token for the next one, so that no search takes</span></span>
<span class="line"><span class="c-comment">   * long.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> text<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of tasks on the page, 1 to 100. A page of large tasks MAY end with fewer, and a</span></span>
<span class="line"><span class="c-comment">   * token for the next one.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pageSize<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The token from the previous page, \`nextPageToken\`; absent for the first page. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pageToken<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskQueue" tabindex="-1">TaskQueue <a class="header-anchor" href="#TaskQueue" aria-label="Permalink to &quot;TaskQueue {#TaskQueue}&quot;">​</a></h3><p>The part of an engine that knows which tasks wait for a runner.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskQueue</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the task of all scopes that has waited longest for a runner; \`undefined\` when none</span></span>
<span class="line"><span class="c-comment">   * waits. MAY look only at the </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> MAX_QUEUED}</span><span class="c-comment"> tasks that are claimed next, so that a long queue</span></span>
<span class="line"><span class="c-comment">   * costs no more. For operators, who ask every few seconds.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  findLongestQueued</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">QueuedTask</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="TaskSnapshot" tabindex="-1">TaskSnapshot <a class="header-anchor" href="#TaskSnapshot" aria-label="Permalink to &quot;TaskSnapshot {#TaskSnapshot}&quot;">​</a></h3><p>A task&#39;s state as of one position in its log. Callers must not change the object.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskSnapshot</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The scope that the task belongs to: its owner. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> contextId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The position of the last event that the snapshot contains. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> state<span class="c-keyword">:</span><span class="c-function"> TaskStateName</span>;</span>
<span class="line"><span class="c-comment">  /** The position of the last status in the log; memos may have been added since. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> statusSeq<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The position of the status that asked the present question as a whole; absent if that is</span></span>
<span class="line"><span class="c-comment">   * \`statusSeq\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> askedSeq<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> statusMessage<span class="c-keyword">?:</span><span class="c-function"> Message</span>;</span>
<span class="line"><span class="c-comment">  /** The time at which the state or its message last changed, ISO 8601 in UTC with milliseconds. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> statusTimestamp<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> createdAt<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> artifacts<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Artifact</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> history<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-function"> Message</span>[];</span>
<span class="line"><span class="c-keyword">  readonly</span> metadata<span class="c-keyword">:</span><span class="c-function"> Readonly</span>&lt;<span class="c-function">Record</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> unknown</span>&gt;&gt;;</span>
<span class="line"><span class="c-keyword">  readonly</span> invocation<span class="c-keyword">:</span><span class="c-function"> Invocation</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The remembered results of steps and questions, by their positions; a position without one is</span></span>
<span class="line"><span class="c-comment">   * empty. Absent if nothing is remembered.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> memos<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span> (<span class="c-function">Memo</span><span class="c-keyword"> |</span><span class="c-constant"> undefined</span>)[];</span>
<span class="line">}</span></code></pre></div><h3 id="TaskStateName" tabindex="-1">TaskStateName <a class="header-anchor" href="#TaskStateName" aria-label="Permalink to &quot;TaskStateName {#TaskStateName}&quot;">​</a></h3><p>The states of a task as the engine stores them; A2A 1.0 section 4.1.3 in lower case.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> TaskStateName</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;submitted&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;working&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;input-required&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;auth-required&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;completed&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;failed&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;canceled&#39;</span></span>
<span class="line"><span class="c-keyword">  |</span><span class="c-string-expression"> &#39;rejected&#39;</span>;</span></code></pre></div><h3 id="TaskSummary" tabindex="-1">TaskSummary <a class="header-anchor" href="#TaskSummary" aria-label="Permalink to &quot;TaskSummary {#TaskSummary}&quot;">​</a></h3><p>A task as operators see it in a list: its state and times, without anything its caller said.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> TaskSummary</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> contextId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The skill of the task&#39;s invocation; absent when the invocation names none. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skillId<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> state<span class="c-keyword">:</span><span class="c-function"> TaskStateName</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> statusTimestamp<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The position of the last event in the task&#39;s log. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** How often the task was claimed since it began, or since its last reply. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> attempts<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The time at which the runner&#39;s lease ends, ISO 8601; absent if no runner has one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> leasedUntil<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The time before which a failed attempt is not repeated, ISO 8601; absent without one. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> restsUntil<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** True when a caller has asked to cancel the task, so that its runner must stop. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> cancelRequested<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="WaitingQuery" tabindex="-1">WaitingQuery <a class="header-anchor" href="#WaitingQuery" aria-label="Permalink to &quot;WaitingQuery {#WaitingQuery}&quot;">​</a></h3><p>Options of <code>TaskEngine.listWaiting</code>: selects tasks that wait for their callers.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> WaitingQuery</span> {</span>
<span class="line"><span class="c-comment">  /** Selects only tasks whose status changed before this time, ISO 8601. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> before<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The largest number of waiting tasks to list. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> limit<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="WaitingTask" tabindex="-1">WaitingTask <a class="header-anchor" href="#WaitingTask" aria-label="Permalink to &quot;WaitingTask {#WaitingTask}&quot;">​</a></h3><p>A task that waits for its caller.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> WaitingTask</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> taskId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> scope<span class="c-keyword">:</span><span class="c-function"> Scope</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> contextId<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The number of the last event: \`expectedSeq\` of a </span><span class="c-function">{</span><span class="c-keyword">@link</span><span class="c-function"> Reply}</span><span class="c-comment">. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> seq<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="WorkRequest" tabindex="-1">WorkRequest <a class="header-anchor" href="#WorkRequest" aria-label="Permalink to &quot;WorkRequest {#WorkRequest}&quot;">​</a></h3><p>A request for leases on tasks to run.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> WorkRequest</span><span class="c-keyword"> extends</span><span class="c-function"> ClaimRequest</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The largest number of tasks to claim of each skill, by skill id. Further tasks of these skills</span></span>
<span class="line"><span class="c-comment">   * keep waiting, and do not block other tasks. Default: no limits.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> skillLimits<span class="c-keyword">?:</span><span class="c-function"> ReadonlyMap</span>&lt;<span class="c-constant">string</span>,<span class="c-constant"> number</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The ids of the only tasks to claim; those that cannot be claimed are passed over. \`skillLimits\`</span></span>
<span class="line"><span class="c-comment">   * MUST NOT be given with it. Default: any task.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> taskIds<span class="c-keyword">?:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Suspects are tasks whose last lease ran out, and that have lost two leases or more since their</span></span>
<span class="line"><span class="c-comment">   * count of attempts began: they may end the process that runs them. \`none\` passes over them;</span></span>
<span class="line"><span class="c-comment">   * \`only\` claims nothing else, those with the most attempts first. Default: any task.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> suspects<span class="c-keyword">?:</span><span class="c-string-expression"> &#39;none&#39;</span><span class="c-keyword"> |</span><span class="c-string-expression"> &#39;only&#39;</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The id of the claim: a text that no other claim has, such as a UUID. Default: the claim cannot</span></span>
<span class="line"><span class="c-comment">   * be repeated.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> id<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True repeats the claim with this \`id\`, whose answer was lost: it MUST return exactly the leases</span></span>
<span class="line"><span class="c-comment">   * which that claim gave and which still count, whatever else the request says, each with the same</span></span>
<span class="line"><span class="c-comment">   * epoch and attempt, for \`ttlMs\` from now. Default false.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> isRepeat<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h2 id="formworkruntimebullmq" tabindex="-1">@formwork/runtime/bullmq <a class="header-anchor" href="#formworkruntimebullmq" aria-label="Permalink to &quot;@formwork/runtime/bullmq&quot;">​</a></h2><h3 id="BullMqDispatcher" tabindex="-1">BullMqDispatcher <a class="header-anchor" href="#BullMqDispatcher" aria-label="Permalink to &quot;BullMqDispatcher {#BullMqDispatcher}&quot;">​</a></h3><p>A queue of tasks and a scheduler of timed work, both on BullMQ.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BullMqDispatcher</span><span class="c-keyword"> extends</span><span class="c-function"> Dispatcher</span>,<span class="c-function"> Scheduler</span> {}</span></code></pre></div><h3 id="BullMqDispatcherOptions" tabindex="-1">BullMqDispatcherOptions <a class="header-anchor" href="#BullMqDispatcherOptions" aria-label="Permalink to &quot;BullMqDispatcherOptions {#BullMqDispatcherOptions}&quot;">​</a></h3><p>Options of <a href="#createBullMqDispatcher" class="name"><code>createBullMqDispatcher</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BullMqDispatcherOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The address of a Redis or Valkey server: \`redis://user:password</span><span class="c-keyword">@host</span><span class="c-comment">:6379/0\`, or \`rediss://\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The beginning of all keys on the server; different agents need different ones. Default</span></span>
<span class="line"><span class="c-comment">   * \`formwork\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> prefix<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="createBullMqDispatcher" tabindex="-1">createBullMqDispatcher <a class="header-anchor" href="#createBullMqDispatcher" aria-label="Permalink to &quot;createBullMqDispatcher {#createBullMqDispatcher}&quot;">​</a></h3><p>Makes a dispatcher on BullMQ, an optional peer dependency with <code>ioredis</code>: jobs are on a Redis or Valkey server. If that server loses jobs in a crash, runners find the tasks when they search the engine.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createBullMqDispatcher</span>(options<span class="c-keyword">:</span><span class="c-function"> BullMqDispatcherOptions</span>)<span class="c-keyword">:</span><span class="c-function"> BullMqDispatcher</span>;</span></code></pre></div><p><strong>Throws</strong> TypeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createBullMqDispatcher } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/bullmq&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> dispatcher</span><span class="c-keyword"> =</span><span class="c-function"> createBullMqDispatcher</span>({ url<span class="c-keyword">:</span><span class="c-string-expression"> &#39;redis://queue.internal:6379&#39;</span> });</span></code></pre></div><h2 id="formworkruntimesqlite" tabindex="-1">@formwork/runtime/sqlite <a class="header-anchor" href="#formworkruntimesqlite" aria-label="Permalink to &quot;@formwork/runtime/sqlite&quot;">​</a></h2><h3 id="backUpSqlite" tabindex="-1">backUpSqlite <a class="header-anchor" href="#backUpSqlite" aria-label="Permalink to &quot;backUpSqlite {#backUpSqlite}&quot;">​</a></h3><p>Copies the database of an SQLite engine as of one moment, with its blobs and the shared records beside it, while programs go on writing to them. When the promise resolves, the copy has been checked and is on the disk; until then there is no file of its name, and what is done so far lies in a folder beside it, whose name ends in <code>.part</code>. A backup removes what killed ones have left there. To restore a copy, put the files and the folder in the place of the engine&#39;s, while nobody uses them. SQLite blocks the event loop while it copies, so call it in a process of its own.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> backUpSqlite</span>({</span>
<span class="line">  file,</span>
<span class="line">  to,</span>
<span class="line">  blobStore <span class="c-keyword">=</span><span class="c-function"> createFileBlobStore</span>({ folder<span class="c-keyword">:</span><span class="c-string-expression"> \`</span><span class="c-keyword">\${</span>file<span class="c-keyword">}</span><span class="c-string-expression">-blobs\`</span> }),</span>
<span class="line">  recordsFile,</span>
<span class="line">}<span class="c-keyword">:</span><span class="c-function"> SqliteBackupOptions</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">SqliteBackup</span>&gt;;</span></code></pre></div><p><strong>Throws</strong> TypeError when there is a file at <code>to</code> or where the copy is made, or another backup is making a copy of this name, EngineStorageError when SQLite, the disk or the folder of the copy refuses</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { backUpSqlite } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">await</span><span class="c-function"> backUpSqlite</span>({ file<span class="c-keyword">:</span><span class="c-string-expression"> &#39;data/tasks.sqlite&#39;</span>, to<span class="c-keyword">:</span><span class="c-string-expression"> &#39;backup/tasks.sqlite&#39;</span> });</span></code></pre></div><h3 id="createSqliteEngine" tabindex="-1">createSqliteEngine <a class="header-anchor" href="#createSqliteEngine" aria-label="Permalink to &quot;createSqliteEngine {#createSqliteEngine}&quot;">​</a></h3><p>Makes an engine that keeps tasks in an SQLite file: acknowledged writes survive the end of the process and the loss of power. Any number of engines, in any processes of one machine, may use one file; it must not be on a network drive. Every method rejects with <a href="#EngineStorageError" class="name"><code>EngineStorageError</code></a> when the disk is full or broken; the engine works again once the disk does.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createSqliteEngine</span>(options<span class="c-keyword">:</span><span class="c-function"> SqliteEngineOptions</span>)<span class="c-keyword">:</span><span class="c-function"> TaskEngine</span>;</span></code></pre></div><p><strong>Throws</strong> EngineStorageError when the file cannot be opened, and <a href="#EngineSchemaUnknownError" class="name"><code>EngineSchemaUnknownError</code></a> when a newer program has changed its tables</p><h3 id="createSqliteRecords" tabindex="-1">createSqliteRecords <a class="header-anchor" href="#createSqliteRecords" aria-label="Permalink to &quot;createSqliteRecords {#createSqliteRecords}&quot;">​</a></h3><p>Makes a store of records in an SQLite file, which the processes of one machine share. A record is on the disk before it is acknowledged.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> createSqliteRecords</span>(options<span class="c-keyword">:</span><span class="c-function"> SqliteRecordsOptions</span>)<span class="c-keyword">:</span><span class="c-function"> SharedRecords</span>;</span></code></pre></div><p><strong>Throws</strong> EngineStorageError when the file cannot be used, and TypeError that names the option at fault</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createSqliteRecords } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/sqlite&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> records</span><span class="c-keyword"> =</span><span class="c-function"> createSqliteRecords</span>({ file<span class="c-keyword">:</span><span class="c-string-expression"> &#39;.formwork/records.sqlite&#39;</span> });</span></code></pre></div><h3 id="SqliteBackup" tabindex="-1">SqliteBackup <a class="header-anchor" href="#SqliteBackup" aria-label="Permalink to &quot;SqliteBackup {#SqliteBackup}&quot;">​</a></h3><p>The outcome of <a href="#backUpSqlite" class="name"><code>backUpSqlite</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SqliteBackup</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> tasks<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-keyword">  readonly</span> blobs<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /** The number of shared records whose time is not over. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> records<span class="c-keyword">:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The ids of blobs that were missing or damaged in the engine&#39;s store whenever they were read. The</span></span>
<span class="line"><span class="c-comment">   * copies of their tasks cannot be read.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> missingBlobs<span class="c-keyword">:</span><span class="c-keyword"> readonly</span><span class="c-constant"> string</span>[];</span>
<span class="line">}</span></code></pre></div><h3 id="SqliteBackupOptions" tabindex="-1">SqliteBackupOptions <a class="header-anchor" href="#SqliteBackupOptions" aria-label="Permalink to &quot;SqliteBackupOptions {#SqliteBackupOptions}&quot;">​</a></h3><p>Options of <a href="#backUpSqlite" class="name"><code>backUpSqlite</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SqliteBackupOptions</span> {</span>
<span class="line"><span class="c-comment">  /** The path of the engine&#39;s database file, which programs may be using meanwhile. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> file<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The path of the copy, where no file may exist. Its blobs are copied to a folder beside it. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> to<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** The blob store of the engine. Default: the folder of blobs beside the file. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> blobStore<span class="c-keyword">?:</span><span class="c-function"> BlobStore</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The path of the shared records (\`createSqliteRecords\`), which are copied to \`to\` with</span></span>
<span class="line"><span class="c-comment">   * \`-records\` behind it. Default: \`file\` with the same behind it, if there is such a file.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> recordsFile<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="SqliteEngineOptions" tabindex="-1">SqliteEngineOptions <a class="header-anchor" href="#SqliteEngineOptions" aria-label="Permalink to &quot;SqliteEngineOptions {#SqliteEngineOptions}&quot;">​</a></h3><p>Options of <a href="#createSqliteEngine" class="name"><code>createSqliteEngine</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SqliteEngineOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The path of the database file, or \`:memory:\`. The file is created if there is none; its folder</span></span>
<span class="line"><span class="c-comment">   * must exist.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> file<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True refuses a missing file, and a file that no engine has made. Default false: a missing file</span></span>
<span class="line"><span class="c-comment">   * is made, and gets the tables.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> mustExist<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The interval in milliseconds at which the engine looks for writes of other processes while</span></span>
<span class="line"><span class="c-comment">   * \`watch\` has listeners. Default 20. At least 1.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> pollMs<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Returns the current time in milliseconds since 1970. Default \`Date.now\`; if the machine&#39;s clock</span></span>
<span class="line"><span class="c-comment">   * is set back, time goes on by the clock of the process. With a function of your own, time stands</span></span>
<span class="line"><span class="c-comment">   * still while it goes backwards.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> now</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> number</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The store for texts that are too long for rows; all engines on one file need the same store.</span></span>
<span class="line"><span class="c-comment">   * Default: a folder beside the file, with \`-blobs\` added to its name; none for \`:memory:\`, where</span></span>
<span class="line"><span class="c-comment">   * rows hold all texts.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> blobStore<span class="c-keyword">?:</span><span class="c-function"> BlobStore</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The length in characters, as JSON, from which an artifact or a piece of one, a message, or the</span></span>
<span class="line"><span class="c-comment">   * result of a step goes to the blob store. Default 262,144. \`Infinity\` keeps all in the file.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> blobsAbove<span class="c-keyword">?:</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="SqliteRecordsOptions" tabindex="-1">SqliteRecordsOptions <a class="header-anchor" href="#SqliteRecordsOptions" aria-label="Permalink to &quot;SqliteRecordsOptions {#SqliteRecordsOptions}&quot;">​</a></h3><p>Options of <a href="#createSqliteRecords" class="name"><code>createSqliteRecords</code></a>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> SqliteRecordsOptions</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * The path of the SQLite file, which must not be that of the task engine. It is created if it</span></span>
<span class="line"><span class="c-comment">   * does not exist, readable by its owner only. Any processes of one machine may share it.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> file<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-comment">  /** Returns the current time in milliseconds since 1970. Default \`Date.now\`. */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> now</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> number</span>;</span>
<span class="line">}</span></code></pre></div><h2 id="formworkruntimestore" tabindex="-1">@formwork/runtime/store <a class="header-anchor" href="#formworkruntimestore" aria-label="Permalink to &quot;@formwork/runtime/store&quot;">​</a></h2><h3 id="describeStore" tabindex="-1">describeStore <a class="header-anchor" href="#describeStore" aria-label="Permalink to &quot;describeStore {#describeStore}&quot;">​</a></h3><p>Describes a store to people, without its password.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> describeStore</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span></code></pre></div><p><strong>Throws</strong> StoreNameError for a name that stands for no store</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { describeStore } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/store&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-function">describeStore</span>(<span class="c-string-expression">&#39;postgres://ada:secret@db/agents&#39;</span>); <span class="c-comment">// &#39;PostgreSQL at db/agents&#39;</span></span></code></pre></div><h3 id="openStore" tabindex="-1">openStore <a class="header-anchor" href="#openStore" aria-label="Permalink to &quot;openStore {#openStore}&quot;">​</a></h3><p>Opens the engine that a name stands for, so that a setting decides where an agent keeps its tasks: <code>postgres://...</code> is a PostgreSQL database (<code>@formwork/postgres</code>; <code>?schema=NAME</code> and <code>?pgbouncer=true</code> are read), a path or <code>sqlite:PATH</code> an SQLite file, whose folder is made if it is missing, and <code>memory:</code> keeps tasks as long as the process runs.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> openStore</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">TaskEngine</span>&gt;;</span></code></pre></div><p><strong>Throws</strong> StoreNameError for any other name</p><p><strong>Throws</strong> StorePackageError if the package of the engine is not installed</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { openStore } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/store&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-keyword">const</span><span class="c-constant"> engine</span><span class="c-keyword"> =</span><span class="c-keyword"> await</span><span class="c-function"> openStore</span>(<span class="c-constant">process</span>.env[<span class="c-string-expression">&#39;DATABASE_URL&#39;</span>] <span class="c-keyword">??</span><span class="c-string-expression"> &#39;data/tasks.sqlite&#39;</span>);</span></code></pre></div><h3 id="parseStore" tabindex="-1">parseStore <a class="header-anchor" href="#parseStore" aria-label="Permalink to &quot;parseStore {#parseStore}&quot;">​</a></h3><p>Reads the name of a store: a path, <code>sqlite:</code> and a path, <code>postgres://...</code>, or <code>memory:</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> parseStore</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>)<span class="c-keyword">:</span><span class="c-function"> StorePlace</span>;</span></code></pre></div><p><strong>Throws</strong> StoreNameError for the URL of anything else; the message shows no more than its protocol</p><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { parseStore } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/store&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-function">parseStore</span>(<span class="c-string-expression">&#39;postgres://db.internal/agents?schema=clerk&#39;</span>);</span>
<span class="line"><span class="c-comment">// { kind: &#39;postgres&#39;, url: &#39;postgres://db.internal/agents&#39;, schema: &#39;clerk&#39;, isPooled: false }</span></span></code></pre></div><h3 id="StoreNameError" tabindex="-1">StoreNameError <a class="header-anchor" href="#StoreNameError" aria-label="Permalink to &quot;StoreNameError {#StoreNameError}&quot;">​</a></h3><p>Thrown for a name that stands for no store. The message contains no password.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> StoreNameError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line">}</span></code></pre></div><h3 id="StorePackageError" tabindex="-1">StorePackageError <a class="header-anchor" href="#StorePackageError" aria-label="Permalink to &quot;StorePackageError {#StorePackageError}&quot;">​</a></h3><p>Thrown when a store cannot be opened because the package of its engine is not installed.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">class</span><span class="c-function"> StorePackageError</span><span class="c-keyword"> extends</span><span class="c-function"> FormworkError</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> code;</span>
<span class="line"><span class="c-keyword">  constructor</span>(name<span class="c-keyword">:</span><span class="c-string-expression"> \`@</span><span class="c-keyword">\${</span><span class="c-constant">string</span><span class="c-keyword">}</span><span class="c-string-expression">/</span><span class="c-keyword">\${</span><span class="c-constant">string</span><span class="c-keyword">}</span><span class="c-string-expression">\`</span>, options<span class="c-keyword">?:</span><span class="c-function"> ErrorOptions</span>);</span>
<span class="line">}</span></code></pre></div><h3 id="StorePlace" tabindex="-1">StorePlace <a class="header-anchor" href="#StorePlace" aria-label="Permalink to &quot;StorePlace {#StorePlace}&quot;">​</a></h3><p>The place where tasks are kept, parsed from the name of a store.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">type</span><span class="c-function"> StorePlace</span><span class="c-keyword"> =</span></span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;memory&#39;</span> }</span>
<span class="line"><span class="c-keyword">  |</span> { <span class="c-keyword">readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;sqlite&#39;</span>; <span class="c-keyword">readonly</span> file<span class="c-keyword">:</span><span class="c-constant"> string</span> }</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * A schema of a PostgreSQL database. The URL usually contains a password and must never be</span></span>
<span class="line"><span class="c-comment">   * printed.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  |</span> {</span>
<span class="line"><span class="c-keyword">      readonly</span> kind<span class="c-keyword">:</span><span class="c-string-expression"> &#39;postgres&#39;</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> url<span class="c-keyword">:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> schema<span class="c-keyword">?:</span><span class="c-constant"> string</span>;</span>
<span class="line"><span class="c-keyword">      readonly</span> isPooled<span class="c-keyword">:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">    };</span></code></pre></div><h2 id="formworkruntimetesting" tabindex="-1">@formwork/runtime/testing <a class="header-anchor" href="#formworkruntimetesting" aria-label="Permalink to &quot;@formwork/runtime/testing&quot;">​</a></h2><h3 id="BlobStorage" tabindex="-1">BlobStorage <a class="header-anchor" href="#BlobStorage" aria-label="Permalink to &quot;BlobStorage {#BlobStorage}&quot;">​</a></h3><p>A blob store to test, on an empty storage that no other test uses.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BlobStorage</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> store<span class="c-keyword">:</span><span class="c-function"> BlobStore</span>;</span>
<span class="line"><span class="c-comment">  /** Another instance over the same storage, as another process would have. Default: \`store\`. */</span></span>
<span class="line"><span class="c-function">  another</span><span class="c-keyword">?</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">BlobStore</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Removes the storage. Called once, after the test. */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="BlobStoreUnderTest" tabindex="-1">BlobStoreUnderTest <a class="header-anchor" href="#BlobStoreUnderTest" aria-label="Permalink to &quot;BlobStoreUnderTest {#BlobStoreUnderTest}&quot;">​</a></h3><p>A kind of blob store, which <a href="#describeBlobStore" class="name"><code>describeBlobStore</code></a> tests.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> BlobStoreUnderTest</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Opens a blob store over an empty storage; MUST give an empty one every time. Called once per</span></span>
<span class="line"><span class="c-comment">   * test.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  open</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">BlobStorage</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="describeBlobStore" tabindex="-1">describeBlobStore <a class="header-anchor" href="#describeBlobStore" aria-label="Permalink to &quot;describeBlobStore {#describeBlobStore}&quot;">​</a></h3><p>Declares the tests that every <a href="#BlobStore" class="name"><code>BlobStore</code></a> must pass, in a <code>describe</code> block.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> describeBlobStore</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>, subject<span class="c-keyword">:</span><span class="c-function"> BlobStoreUnderTest</span>)<span class="c-keyword">:</span><span class="c-constant"> void</span>;</span></code></pre></div><h3 id="describeDispatcher" tabindex="-1">describeDispatcher <a class="header-anchor" href="#describeDispatcher" aria-label="Permalink to &quot;describeDispatcher {#describeDispatcher}&quot;">​</a></h3><p>Declares the tests that every <code>Dispatcher</code> must pass, in a <code>describe</code> block, and those of a <code>Scheduler</code> if it is one.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> describeDispatcher</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>, subject<span class="c-keyword">:</span><span class="c-function"> DispatcherUnderTest</span>)<span class="c-keyword">:</span><span class="c-constant"> void</span>;</span></code></pre></div><h3 id="describeSharedRecords" tabindex="-1">describeSharedRecords <a class="header-anchor" href="#describeSharedRecords" aria-label="Permalink to &quot;describeSharedRecords {#describeSharedRecords}&quot;">​</a></h3><p>Declares the tests that every <a href="#SharedRecords" class="name"><code>SharedRecords</code></a> must pass, in a <code>describe</code> block.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> describeSharedRecords</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>, subject<span class="c-keyword">:</span><span class="c-function"> RecordsUnderTest</span>)<span class="c-keyword">:</span><span class="c-constant"> void</span>;</span></code></pre></div><p><strong>Example</strong></p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">import</span> { createMemoryRecords } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime&#39;</span>;</span>
<span class="line"><span class="c-keyword">import</span> { describeSharedRecords } <span class="c-keyword">from</span><span class="c-string-expression"> &#39;@formwork/runtime/testing&#39;</span>;</span>
<span class="line"></span>
<span class="line"><span class="c-function">describeSharedRecords</span>(<span class="c-string-expression">&#39;the memory&#39;</span>, {</span>
<span class="line"><span class="c-keyword">  async</span><span class="c-function"> open</span>() {</span>
<span class="line"><span class="c-keyword">    const</span><span class="c-constant"> records</span><span class="c-keyword"> =</span><span class="c-function"> createMemoryRecords</span>();</span>
<span class="line"><span class="c-keyword">    return</span> { records,<span class="c-function"> close</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-constant"> records</span><span class="c-function">.close</span>() };</span>
<span class="line">  },</span>
<span class="line">});</span></code></pre></div><h3 id="describeTaskArchive" tabindex="-1">describeTaskArchive <a class="header-anchor" href="#describeTaskArchive" aria-label="Permalink to &quot;describeTaskArchive {#describeTaskArchive}&quot;">​</a></h3><p>Declares the tests that every <a href="#TaskArchive" class="name"><code>TaskArchive</code></a> must pass, in a <code>describe</code> block. The engines that <code>subject</code> opens must have an <code>archive</code>.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> describeTaskArchive</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>, subject<span class="c-keyword">:</span><span class="c-function"> EngineUnderTest</span>)<span class="c-keyword">:</span><span class="c-constant"> void</span>;</span></code></pre></div><h3 id="describeTaskEngine" tabindex="-1">describeTaskEngine <a class="header-anchor" href="#describeTaskEngine" aria-label="Permalink to &quot;describeTaskEngine {#describeTaskEngine}&quot;">​</a></h3><p>Declares the tests that every <a href="#TaskEngine" class="name"><code>TaskEngine</code></a> must pass, in a <code>describe</code> block. The tests use the contract only, and let time pass through <code>advance</code> only.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">function</span><span class="c-function"> describeTaskEngine</span>(name<span class="c-keyword">:</span><span class="c-constant"> string</span>, subject<span class="c-keyword">:</span><span class="c-function"> EngineUnderTest</span>)<span class="c-keyword">:</span><span class="c-constant"> void</span>;</span></code></pre></div><h3 id="DispatcherUnderTest" tabindex="-1">DispatcherUnderTest <a class="header-anchor" href="#DispatcherUnderTest" aria-label="Permalink to &quot;DispatcherUnderTest {#DispatcherUnderTest}&quot;">​</a></h3><p>A kind of message queue, which <a href="#describeDispatcher" class="name"><code>describeDispatcher</code></a> tests.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> DispatcherUnderTest</span> {</span>
<span class="line"><span class="c-comment">  /** Makes a queue that nothing else uses; \`open\` connects to it as one process does. */</span></span>
<span class="line"><span class="c-function">  createQueue</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;{ <span class="c-keyword">readonly</span><span class="c-function"> open</span><span class="c-keyword">:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Dispatcher</span><span class="c-keyword"> &amp;</span><span class="c-function"> Partial</span>&lt;<span class="c-function">Scheduler</span>&gt; }&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="EngineStorage" tabindex="-1">EngineStorage <a class="header-anchor" href="#EngineStorage" aria-label="Permalink to &quot;EngineStorage {#EngineStorage}&quot;">​</a></h3><p>A task engine to test, on an empty storage that no other test uses.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> EngineStorage</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> engine<span class="c-keyword">:</span><span class="c-function"> TaskEngine</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Moves the clock of the engine forward by at least the given milliseconds. Default: waits that</span></span>
<span class="line"><span class="c-comment">   * long.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  advance</span><span class="c-keyword">?</span>(milliseconds<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Another instance over the same storage, as another process would have. Default: \`engine\`. */</span></span>
<span class="line"><span class="c-function">  another</span><span class="c-keyword">?</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">TaskEngine</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Closes every instance and removes the storage. Called once, after the test. */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="EngineUnderTest" tabindex="-1">EngineUnderTest <a class="header-anchor" href="#EngineUnderTest" aria-label="Permalink to &quot;EngineUnderTest {#EngineUnderTest}&quot;">​</a></h3><p>A kind of task engine, which <a href="#describeTaskEngine" class="name"><code>describeTaskEngine</code></a> tests.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> EngineUnderTest</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Opens an engine over an empty storage; MUST give an empty one every time. Called once per test.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  open</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">EngineStorage</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Opens a storage that only one engine uses, without \`another\`: the tests that use a second</span></span>
<span class="line"><span class="c-comment">   * engine run once more with it. Default: they run once, as \`open\` says.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span><span class="c-function"> openAlone</span><span class="c-keyword">?:</span> () <span class="c-keyword">=&gt;</span><span class="c-function"> Promise</span>&lt;<span class="c-function">EngineStorage</span>&gt;;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * True sends the calls of each test to \`engine\` and to \`another\` in turn, so that a test fails if</span></span>
<span class="line"><span class="c-comment">   * anything depends on what one process remembers. Default false. Needs \`another\`.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-keyword">  readonly</span> inTurns<span class="c-keyword">?:</span><span class="c-constant"> boolean</span>;</span>
<span class="line">}</span></code></pre></div><h3 id="RecordsStorage" tabindex="-1">RecordsStorage <a class="header-anchor" href="#RecordsStorage" aria-label="Permalink to &quot;RecordsStorage {#RecordsStorage}&quot;">​</a></h3><p>Shared records to test, on an empty storage that no other test uses.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RecordsStorage</span> {</span>
<span class="line"><span class="c-keyword">  readonly</span> records<span class="c-keyword">:</span><span class="c-function"> SharedRecords</span>;</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Moves the clock of the storage forward by at least the given milliseconds. Default: waits that</span></span>
<span class="line"><span class="c-comment">   * long.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  advance</span><span class="c-keyword">?</span>(milliseconds<span class="c-keyword">:</span><span class="c-constant"> number</span>)<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Another instance over the same storage, as another process would have. Default: \`records\`. */</span></span>
<span class="line"><span class="c-function">  another</span><span class="c-keyword">?</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">SharedRecords</span>&gt;;</span>
<span class="line"><span class="c-comment">  /** Closes every instance and removes the storage. Called once, after the test. */</span></span>
<span class="line"><span class="c-function">  close</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-constant">void</span>&gt;;</span>
<span class="line">}</span></code></pre></div><h3 id="RecordsUnderTest" tabindex="-1">RecordsUnderTest <a class="header-anchor" href="#RecordsUnderTest" aria-label="Permalink to &quot;RecordsUnderTest {#RecordsUnderTest}&quot;">​</a></h3><p>A kind of shared records, which <a href="#describeSharedRecords" class="name"><code>describeSharedRecords</code></a> tests.</p><div class="language-ts"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki site vp-code" tabindex="0"><code><span class="line"><span class="c-keyword">interface</span><span class="c-function"> RecordsUnderTest</span> {</span>
<span class="line"><span class="c-comment">  /**</span></span>
<span class="line"><span class="c-comment">   * Opens records over an empty storage; MUST give an empty one every time. Called once per test.</span></span>
<span class="line"><span class="c-comment">   */</span></span>
<span class="line"><span class="c-function">  open</span>()<span class="c-keyword">:</span><span class="c-function"> Promise</span>&lt;<span class="c-function">RecordsStorage</span>&gt;;</span>
<span class="line">}</span></code></pre></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("docs/reference/runtime.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const runtime = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  runtime as default
};
