// An archive in the format of tar (POSIX ustar), compressed by gzip.

const BLOCK = 512;

/**
 * Read an archive.
 *
 * @param bytes  its bytes; they may have been decompressed on the way here
 * @returns the contents of its files, by name
 */
export async function filesOf(bytes) {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const tar = packed ? await decompressed(bytes) : bytes;
  const files = new Map();
  for (let at = 0; tar[at];) {
    const field = (from, length) => text(tar.subarray(at + from, at + from + length));
    const size = Number.parseInt(field(124, 12), 8);
    const folder = field(345, 155);
    const name = folder ? `${folder}/${field(0, 100)}` : field(0, 100);
    files.set(name, tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return files;
}

async function decompressed(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A text that ends at the first zero. */
function text(bytes) {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
