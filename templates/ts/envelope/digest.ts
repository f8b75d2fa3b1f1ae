/** Compares content with its digest. */

// Declares only the part that is used, so that neither the DOM library nor @types/node is needed.
interface Crypto {
  readonly subtle?: { digest(algorithm: "SHA-256", content: Uint8Array): Promise<ArrayBuffer> };
}

/**
 * Throws an Error unless a digest is the SHA-256 of some bytes. It has 64 hexadecimal digits in either case, with or
 * without `sha256:` before them.
 */
export async function verifyDigest(digest: string, content: Uint8Array): Promise<void> {
  const expected = /^(?:sha256:)?([0-9A-Fa-f]{64})$/.exec(digest)?.[1]?.toLowerCase();
  if (expected === undefined) throw new Error("this is no SHA-256 digest: " + JSON.stringify(digest));
  const { crypto } = globalThis as { readonly crypto?: Crypto };
  if (crypto?.subtle === undefined) throw new Error("there is no crypto.subtle here, which secure contexts have");
  const sum = [...new Uint8Array(await crypto.subtle.digest("SHA-256", content))];
  const found = sum.map((byte) => (byte + 0x100).toString(16).slice(1)).join("");
  if (found !== expected) throw new Error(`the digest of the content is ${found}, and not ${expected}`);
}
