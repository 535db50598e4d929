// Fetches the runtime files all at once and counts their bytes for the progress line.

export class DownloadError extends Error {
  constructor(name, reason) {
    super(`${name}: ${reason}`);
    this.name = "DownloadError";
  }
}

// Hands a stream on and tells of its breaking off: a cut or damaged archive fails gzip's checksum.
function watched(stream, name, onBroken) {
  const reader = stream.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        const told = new DownloadError(name, String(error));
        onBroken(told);
        controller.error(told);
      }
    },
  });
}

// The size that counts is the file's own, as the build wrote it: what travels may be smaller,
// but a browser does not tell.
export async function download(file, base, onBytes, onBroken) {
  let response;
  try {
    response = await fetch(new URL(file.path, base));
  } catch (error) {
    throw new DownloadError(file.path, String(error));
  }
  if (!response.ok) throw new DownloadError(file.path, `the server answered ${response.status}`);
  const counter = new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const body = response.body.pipeThrough(counter);
  return watched(body.pipeThrough(new DecompressionStream("gzip")), file.path, onBroken);
}

export const bytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());
