// Works in a sandbox by the official TypeScript client; prints OK at its end.
// Usage: node client.mjs http://localhost:9080/mcp, or: node client.mjs COMMAND [ARGUMENT...]
// The client is looked for in the directory that SANDPOOL_MCP_NODE names, below node_modules.

import assert from 'node:assert';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.env.SANDPOOL_MCP_NODE + '/');
const load = async name => import(pathToFileURL(require.resolve('@modelcontextprotocol/sdk/' + name)));
const { Client } = await load('client/index.js');
const { StdioClientTransport } = await load('client/stdio.js');
const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');

const [target, ...args] = process.argv.slice(2);
const transport = target.startsWith('http')
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args });
const client = new Client({ name: 'test', version: '1' });
await client.connect(transport);
const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);

const { tools } = await client.listTools();
assert.ok(tools.find(tool => tool.name === 'read_file').annotations.readOnlyHint);

let result = await call('execute', { command: 'echo $((6 * 7)); exit 3' });
assert.equal(result.content[0].text, '42\n[exit code 3]');
assert.equal(result.structuredContent.exitCode, 3);

await call('write_file', { path: '/workspace/ü.txt', content: 'grüße' });
result = await call('read_file', { path: '/workspace/ü.txt' });
assert.equal(result.content[0].text, 'grüße');

result = await call('read_file', { path: 'a.txt' });
assert.ok(result.isError && result.content[0].text.includes('give an absolute path'));

const progress = [];
result = await call('execute', { command: 'sleep 6; echo done' }, { onprogress: told => progress.push(told.progress) });
assert.ok(result.content[0].text.startsWith('done'));
assert.deepEqual(progress, [5]);

// A cancelled call stops its command.
const stop = new AbortController();
const cancelled = call('execute', { command: 'touch begun; sleep 987' }, { signal: stop.signal });
while (!(await call('list_files', {})).content[0].text.includes('begun'));
stop.abort('enough');
await assert.rejects(cancelled);
while (!(await call('execute', { command: "cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -q '[s]leep 987' || echo gone" })).content[0].text.includes('gone'));

if (transport.terminateSession) {
  await transport.terminateSession();
}
await client.close();
console.log('OK');
