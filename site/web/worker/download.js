// Fetches a runtime file, has the browser inflate it, and counts its bytes for the progress line.

export class DownloadError extends Error {
  constructor(name, reason) {
    super(`${name}: ${reason}`);
    this.name = "DownloadError";
  }
}

// Whatever breaks on the way says which file it was: a cut or damaged one fails gzip's checksum.
async function named(file, answer) {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof DownloadError || error instanceof WebAssembly.CompileError) throw error;
    throw new DownloadError(file.path, String(error));
  }
}

// The size that counts is the file's own, as the build wrote it: what travels may be smaller,
// but a browser does not tell.
async function inflated(file, base, onBytes, type) {
  const response = await fetch(new URL(file.path, base));
  if (!response.ok) throw new DownloadError(file.path, `the server answered ${response.status}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(counter).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": type } });
}

export function fetchBytes(file, base, onBytes) {
  const type = "application/octet-stream";
  return named(file, async () => new Uint8Array(await (await inflated(file, base, onBytes, type)).arrayBuffer()));
}

// Compiled while it arrives.
export function fetchWasm(file, base, onBytes) {
  return named(file, () => WebAssembly.compileStreaming(inflated(file, base, onBytes, "application/wasm")));
}
