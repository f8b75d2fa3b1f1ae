/** UTF-8 in bytes and as a length. */

// The part of the global that is used, so that neither the DOM library nor @types/node is needed.
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => {
  decode(bytes: Uint8Array): string;
};

const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8; a BOM stays in the string. Throws for malformed bytes. */
export function decodeUtf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}

/** The offset of the first byte that belongs to no well-formed sequence, or the number of bytes. */
export function malformedAt(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const n = sequenceLength(bytes, i);
    if (n === 0) break;
    i += n;
  }
  return i;
}

/** How many bytes a well-formed string (or the front of one) takes. */
export function utf8Length(text: string, end: number = text.length): number {
  let n = end;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts for two of the pair's four bytes.
    if (unit >= 0x80) n += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
  }
  return n;
}

// The table of well-formed sequences in the Unicode Standard (3-7); 0 for any other.
function sequenceLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return isTail(second) ? 2 : 0;
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most || !isTail(bytes[at + 2])) return 0;
  if (lead < 0xf0) return 3;
  return isTail(bytes[at + 3]) ? 4 : 0;
}

function isTail(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
