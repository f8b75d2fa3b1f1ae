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

/** Returns the offset of the first malformed byte, where a decoder that repairs has put its mark. */
export function malformedAt(bytes: Uint8Array): number {
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(bytes);
  for (let i = text.indexOf(MARK); i >= 0; i = text.indexOf(MARK, i + 1)) {
    const at = utf8Length(text, i);
    const isThere = bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
    if (!isThere) return at;
  }
  return bytes.length;
}

const MARK = "\ufffd";

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
