/** The interface between stores of artifacts and builders. The code is in stored.ts and preview.ts, for builders that store values. */

import type { Options } from "./options.js";
import type { Amount, Ask } from "./shorten.js";
import type { TypeInfo } from "./type.js";
import type { JsonObject } from "./value.js";
import type { Layout } from "./write.js";

/** Stores values that are too large for a message. */
export interface ArtifactStore {
  /** Stores bytes and returns their digest: `sha256:` and 64 hexadecimal digits. An exception ends the build. */
  put(content: Uint8Array): string;
}

type ArtifactPath = readonly string[];

/** An object that is stored where its text is too long, and its replacement. All paths but `at` are paths in the replacement. */
export interface Storing {
  readonly at: ArtifactPath;
  readonly by: (value: unknown, self: Storing, to: ArtifactStore, ask: Ask, options: Options<never>) => JsonObject | undefined;
  /** The type of the object. */
  readonly of: TypeInfo<unknown>;
  /** How many bytes stay. */
  readonly over: Amount;
  /** The type of the object that replaces it. */
  readonly makes: TypeInfo<unknown>;
  readonly digest: ArtifactPath;
  readonly size?: ArtifactPath;
  readonly count?: ArtifactPath;
  readonly values?: readonly (readonly [to: ArtifactPath, value: string | number | boolean | null])[];
  readonly preview?: Preview;
  /** Members of the object that are kept where they are valid. */
  readonly takes?: readonly ArtifactPath[];
}

/** A sample of no more than some bytes of JSON. */
export interface Preview {
  readonly at: readonly string[];
  readonly by: (self: Preview, members: Members, records: Arranged) => JsonObject;
  /** The member with the names of the sample's first members. */
  readonly names: string;
  /** The member with the sample. */
  readonly record: string;
  readonly most: number;
}

/** The members of an object, as they are written. */
export type Members = readonly (Arranged & { readonly name: string })[];

/** A value with its layout. */
export interface Arranged {
  readonly value: unknown;
  readonly layout: Layout | undefined;
}
