/** UTF-8 decoding, validation and length. */

// Declares only the part that is used, so that neither the DOM library nor @types/node is needed.
declare const TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => {
  decode(bytes: Uint8Array): string;
};

const strict = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 and keeps a BOM. Throws for malformed bytes. */
export function decodeUtf8(bytes: Uint8Array): string {
  return strict.decode(bytes);
}

/** Returns the offset of the first malformed byte, or the number of bytes. */
export function malformedAt(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const n = sequenceLength(bytes, i);
    if (n === 0) break;
    i += n;
  }
  return i;
}

/** Returns the number of bytes of a well-formed string, or of its first `end` code units, in UTF-8. */
export function utf8Length(text: string, end: number = text.length): number {
  let n = end;
  for (let i = 0; i < end; i++) {
    const unit = text.charCodeAt(i);
    // A surrogate pair takes four bytes: two for each half.
    if (unit >= 0x80) n += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2;
  }
  return n;
}

// Returns the length of the well-formed sequence at an offset (Unicode Standard, table 3-7), or 0.
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
