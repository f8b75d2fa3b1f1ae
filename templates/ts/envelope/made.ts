/** Replies that a peer makes of results. */

import type { TypedReplies } from "./conversation.js";
import { decode } from "./decode.js";
import { encode } from "./encode.js";
import { ValidationError } from "./issue.js";
import type { EncodeOptions } from "./options.js";
import type { TypeInfo } from "./type.js";

/** Returns the reply to the request of a record and a key that has a result. Throws a ValidationError with the places in the reply. */
export function replyOf<M, Params>(
  of: TypeInfo<M, Params>,
  replies: TypedReplies,
  record: number,
  key: unknown,
  result: unknown,
  options?: EncodeOptions<Params>,
): M {
  const { around = [], at } = replies;
  const head = around.length > 2 ? `${around[0]}${JSON.stringify(key)}${around[1]}` : "";
  const type = replies.types[replies.asked[record] as number] as TypeInfo<unknown, Params>;
  let text: string;
  try {
    text = encode(type, result, options);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new ValidationError(error.issues.map((issue) => ({ ...issue, path: at + issue.path })));
  }
  return decode(of, `${head}${text}${around[around.length - 1] ?? ""}`, options);
}
